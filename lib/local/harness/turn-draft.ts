import type { AgentScript } from './agent-script.ts';
import type { ToolRunner } from './effective-tools.ts';
import type { InvokeBody } from './invoke-request.ts';
import type { Recording } from './recording.ts';
import type { HarnessRules } from './rules.ts';
import type { SessionState } from './session-state.ts';
import { bareStop, frameMaker, type StreamFrame } from './stream-events.ts';
import type { WireFailure } from './wire-failure.ts';

/** How the connection ends after the last frame. */
export type StreamEnding = 'close' | 'cut' | 'truncated' | 'corrupt';

/** One invocation, worked out before a byte of it is sent; `session` is what it leaves behind. */
export type TurnPlan =
  | { readonly kind: 'http'; readonly failure: WireFailure; readonly session: SessionState }
  | {
      readonly kind: 'stream';
      readonly frames: readonly StreamFrame[];
      readonly ending: StreamEnding;
      readonly session: SessionState;
    };

/** Everything that a turn depends on besides its session. */
export type TurnInput = {
  readonly body: InvokeBody;
  readonly rules: HarnessRules;
  readonly script: AgentScript;
  readonly deployed: { readonly inline: readonly string[] | undefined; readonly systemPrompt: string };
  readonly recordings: ReadonlyMap<string, Recording>;
};

/** A turn under way. Only plan-turn.ts, run-round.ts and play-response.ts write to it. */
export type TurnDraft = {
  readonly input: TurnInput;
  /** What a failure that keeps nothing goes back to. */
  readonly start: SessionState;
  readonly runner: ToolRunner;
  readonly frames: StreamFrame[];
  session: SessionState;
  modelCalls: number;
  outputTokens: number;
  elapsedMs: number;
  /** From here on the client hears nothing more, though the harness goes on. */
  lost?: { readonly at: number; readonly ending: StreamEnding; readonly frame?: StreamFrame };
};

/** The invocation's limit in milliseconds; the request's own wins. */
export function timeoutMs(body: InvokeBody, rules: HarnessRules): number {
  return (body.timeoutSeconds ?? rules.timeoutSeconds) * 1000;
}

/** Ends the turn with that reason, unless the last messageStop of the stream already gave it. */
export function stop(draft: TurnDraft, reason: string): TurnPlan {
  const last = draft.frames.findLast((frame) => frame.type === 'messageStop');
  if (last?.payload.stopReason !== reason) {
    draft.frames.push(...bareStop(reason, frameMaker(draft.input.rules.eventDelayMs)));
  }
  return finish(draft);
}

/** The plan of a turn as far as the client hears it. */
export function finish({ frames, lost, session }: TurnDraft): TurnPlan {
  if (lost === undefined) return { kind: 'stream', frames, ending: 'close', session };
  const heard = [...frames.slice(0, lost.at), ...(lost.frame === undefined ? [] : [lost.frame])];
  return { kind: 'stream', frames: heard, ending: lost.ending, session };
}
