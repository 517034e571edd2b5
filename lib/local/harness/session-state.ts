import { createHash } from 'node:crypto';
import type { AgentScript } from './agent-script.ts';
import type { Json } from './script-schema.ts';

/** `error` may make a model try again. */
export type ResultStatus = 'success' | 'error';

/** An answer to one call, the client's or the harness's own. */
export type ToolResult = {
  readonly toolUseId: string;
  readonly status: ResultStatus;
  readonly content: readonly ResultBlock[];
};

/** The harness's own tools may give json; from the client it is refused. */
export type ResultBlock = { readonly text: string } | { readonly json: Json };

/** A tool call of the latest model response, and who answers it. */
export type RoundCall = {
  readonly toolUseId: string;
  readonly name: string;
  /** The JSON text as the model wrote it. */
  readonly input: string;
  readonly runner: 'client' | 'harness';
  /** An inline call that the hooks let through: a resume does not ask them again. */
  readonly before?: 'allowed';
  readonly result?: ToolResult;
};

/** What the harness keeps of a session, between invocations and across restarts. */
export type SessionState = {
  readonly harnessArn: string;
  readonly sessionId: string;
  readonly actorId: string;
  readonly scriptHash: string;
  /** The next instruction of the script. */
  readonly position: number;
  /** What {{name}} stands for: groups that expressions captured, and the newest texts. */
  readonly values: Readonly<Record<string, string>>;
  readonly callCount: number;
  /** The size of the history that memory restores. */
  readonly messageCount: number;
  /** The user's newest text that no response has followed yet. */
  readonly userText?: string | undefined;
  /** Whether that text was the session's first message. */
  readonly first: boolean;
  /** The calls of the latest response, until the next response; empty when it made none. */
  readonly round: readonly RoundCall[];
  /** Ids that were answered once and cannot be again. */
  readonly consumed: readonly string[];
  /** The failure that every later call repeats. */
  readonly poison?: string;
  /** Epoch milliseconds. */
  readonly computeStartedAt: number;
  readonly lastActiveAt: number;
  /** Stopped or idled away: the next invocation starts new compute. */
  readonly compute: 'running' | 'gone';
};

/** A session before its first message, with fresh compute; `now` in epoch milliseconds. */
export function newSession(
  key: { readonly harnessArn: string; readonly sessionId: string; readonly actorId: string },
  { script, now }: { readonly script: AgentScript; readonly now: number },
): SessionState {
  return {
    ...key,
    scriptHash: script.hash,
    position: 0,
    values: {},
    callCount: 0,
    messageCount: 0,
    first: true,
    round: [],
    consumed: [],
    computeStartedAt: now,
    lastActiveAt: now,
    compute: 'running',
  };
}

/** The first call that waits for the client, when calls were handed off at all. */
export function firstPending(round: readonly RoundCall[]): RoundCall | undefined {
  const next = round.find((call) => call.result === undefined);
  return next?.runner === 'client' ? next : undefined;
}

/** An id that looks like the service's and is the same whenever the same session comes to the same call. */
export function toolUseIdFor(session: SessionState, count: number): string {
  const seed = `${session.harnessArn}\n${session.sessionId}\n${count}`;
  return `tooluse_${createHash('sha256').update(seed).digest('base64url').slice(0, 22)}`;
}
