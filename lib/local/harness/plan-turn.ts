import { acceptResults } from './accept-results.ts';
import { effectiveTools } from './effective-tools.ts';
import { askHooks, type Hooked, hookFrames, withoutHooks } from './hook-points.ts';
import { readIncoming } from './incoming.ts';
import { playRecording, playResponse } from './play-response.ts';
import { askAfter, runRound, settle, stopByHook } from './run-round.ts';
import { nextStep, ScriptMismatch } from './run-script.ts';
import { firstPending, type SessionState } from './session-state.ts';
import { failureFrame, frameMaker, usageOf } from './stream-events.ts';
import { stop, type TurnDraft, type TurnInput, type TurnPlan, timeoutMs } from './turn-draft.ts';

/** Works one invocation out. Pure: the same session, request, rules, script and answers of hooks give the same plan. */
export function* planTurn(session: SessionState, input: TurnInput): Hooked<TurnPlan> {
  // Whoever is refused before the stream never came as far as the hooks.
  if (input.script.program.some(({ kind }) => kind === 'refuse')) {
    const refused = withoutHooks(takeTurn(newDraft(session, input)));
    if (refused.kind === 'http') return refused;
  }
  const draft = newDraft(session, input);
  const context = { messages: input.body.messages };
  const denial = yield* askHooks(draft, { event: 'before_invocation', context });
  if (denial !== undefined) return stop(draft, 'hook_stopped');
  return yield* closeInvocation(draft, yield* takeTurn(draft));
}

function newDraft(session: SessionState, input: TurnInput): TurnDraft {
  const { script, deployed, body } = input;
  const runner = effectiveTools(body, { inline: deployed.inline, harnessRun: Object.keys(script.tools) });
  return { input, start: session, runner, frames: [], session, modelCalls: 0, outputTokens: 0, elapsedMs: 0 };
}

function* takeTurn(draft: TurnDraft): Hooked<TurnPlan> {
  const { start: session, input } = draft;
  const { rules, script } = input;
  if (session.poison !== undefined)
    return refusal(draft, { session, error: 'runtimeClientError', message: session.poison });
  try {
    if (session.scriptHash !== script.hash) {
      throw new ScriptMismatch(
        `Agent script ${script.source} is not the one that this session began with; start a new run`,
      );
    }
    return (yield* receive(draft)) ?? (yield* advance(draft));
  } catch (error) {
    if (!(error instanceof ScriptMismatch)) throw error;
    const failure = failureFrame(rules.inStreamErrors, { error: 'internalServerException', message: error.message });
    return { kind: 'stream', frames: [...draft.frames, failure], ending: 'close', session };
  }
}

/** Tells the hooks how it ended. They only report: what was streamed cannot be taken back. */
function* closeInvocation(draft: TurnDraft, plan: TurnPlan): Hooked<TurnPlan> {
  if (plan.kind === 'http') return plan;
  const { frames } = plan;
  const failure = frames.find(({ frame }) => frame !== 'event');
  const stopReason = draft.frames.findLast(({ type }) => type === 'messageStop')?.payload.stopReason;
  const end = failure === undefined ? { stopReason } : { error: failure.type };
  const context = { ...end, usage: usageOf(draft.frames) };
  const make = frameMaker(draft.input.rules.eventDelayMs);
  const told = yield* hookFrames({ event: 'after_invocation', context }, make);
  // A client that lost the stream hears nothing of it, and a failure is the last frame of any stream.
  if (draft.lost !== undefined) return plan;
  const last = failure === undefined ? [] : [failure];
  return { ...plan, frames: [...frames.filter((frame) => frame !== failure), ...told.frames, ...last] };
}

/** Takes in what the request brings; a plan when that already ends the turn. */
function* receive(draft: TurnDraft): Hooked<TurnPlan | undefined> {
  const { session, runner } = draft;
  const { body, rules } = draft.input;
  const acceptance = acceptResults(session, readIncoming(body.messages), rules);
  switch (acceptance.kind) {
    case 'poisoned':
      return refusal(draft, {
        session: { ...session, poison: acceptance.message },
        error: 'runtimeClientError',
        message: acceptance.message,
      });
    case 'refused':
      return refusal(draft, { session, ...acceptance });
    case 'message': {
      const values = { ...session.values, 'user.text': acceptance.text };
      const first = session.messageCount === 0;
      const { messageCount } = session;
      draft.session = { ...session, userText: acceptance.text, first, values, messageCount: messageCount + 1 };
      return undefined;
    }
    case 'resumed': {
      const gone = firstPending(session.round);
      if (gone !== undefined && runner(gone.name) !== 'client') {
        const message = `The pending inline function '${gone.name}' is not among the tools of this invocation; send the same tools again`;
        return refusal(draft, { session, error: 'runtimeClientError', message });
      }
      const answered = acceptance.results.flatMap((result) =>
        session.round.filter(({ toolUseId }) => toolUseId === result.toolUseId).map((call) => ({ call, result })),
      );
      const denial = yield* askAfter(draft, answered);
      if (denial !== undefined) return stopByHook(draft, acceptance.results, denial);
      settle(draft, acceptance.results);
      return undefined;
    }
  }
}

/** Model call, the harness's own tools, model call, ... until somebody else has to act. */
function* advance(draft: TurnDraft): Hooked<TurnPlan> {
  for (;;) {
    const stopped = yield* runRound(draft);
    if (stopped !== undefined) return stopped;
    if (firstPending(draft.session.round) !== undefined) return stop(draft, 'tool_use');
    const limit = limitReached(draft);
    if (limit !== undefined) return stop(draft, limit);
    const { input, session, runner } = draft;
    const systemPrompt = input.body.systemPrompt?.map((block) => block.text).join('\n') ?? input.deployed.systemPrompt;
    const step = nextStep(input.script, { session, systemPrompt, hasTool: (name) => runner(name) !== undefined });
    const { position, values } = step;
    switch (step.kind) {
      case 'refuse':
        if (draft.modelCalls > 0) {
          throw new ScriptMismatch(
            `Agent script ${input.script.source}, ${step.place}: the stream has begun, so HTTP cannot fail`,
          );
        }
        return httpFailure(step.failure, { ...draft.start, position, values });
      case 'replay': {
        const plan = playRecording(draft, step);
        if (plan !== undefined) return plan;
        break;
      }
      case 'respond': {
        const plan = playResponse(draft, step);
        if (plan !== undefined) return plan;
      }
    }
  }
}

/** A limit ends the turn only where the next model call would begin: nothing is owed then. */
function limitReached({ input: { body, rules }, modelCalls, outputTokens, elapsedMs }: TurnDraft): string | undefined {
  const maxTokens = body.maxTokens ?? rules.maxTokens ?? Number.POSITIVE_INFINITY;
  if (modelCalls >= (body.maxIterations ?? rules.maxIterations)) return 'max_iterations_exceeded';
  if (elapsedMs >= timeoutMs(body, rules)) return 'timeout_exceeded';
  return outputTokens >= maxTokens ? 'max_output_tokens_exceeded' : undefined;
}

type Refusal = { readonly session: SessionState; readonly error: string; readonly message: string };

/** The status is 200 by then: nothing of the agent's comes before the refusal in the stream. */
function refusal({ input, frames }: TurnDraft, { session, error, message }: Refusal): TurnPlan {
  const failure = failureFrame(input.rules.inStreamErrors, { error, message });
  return { kind: 'stream', frames: [...frames, failure], ending: 'close', session };
}

type ScriptedFailure = { readonly status: number; readonly error: string; readonly message?: string | undefined };

function httpFailure({ status, error, message }: ScriptedFailure, session: SessionState): TurnPlan {
  const failure = { status, error, message: message ?? `${error} by the agent script` };
  return { kind: 'http', failure, session };
}
