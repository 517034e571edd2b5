import type { ServerResponse } from 'node:http';
import type { AgentScript } from './agent-script.ts';
import { callHooks, type HookHost } from './call-hooks.ts';
import { type HookQuestion, withHooks } from './hook-points.ts';
import type { HarnessHook } from './hooks.ts';
import type { InvokeRequest } from './invoke-request.ts';
import { planTurn } from './plan-turn.ts';
import type { Recording } from './recording.ts';
import type { HarnessRules } from './rules.ts';
import { sendFailure, sendStream } from './send-plan.ts';
import { newSession, type SessionState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';
import type { StreamFrame } from './stream-events.ts';
import type { WireFailure } from './wire-failure.ts';

/** A harness as it is deployed. */
export type DeployedHarness = {
  readonly script: AgentScript;
  readonly inline: readonly string[] | undefined;
  readonly systemPrompt: string;
  readonly recordings: ReadonlyMap<string, Recording>;
  readonly hooks: readonly HarnessHook[];
};

/** Where sessions live and what happens to them right now; `now` in epoch milliseconds. */
export type SessionHost = {
  readonly now: () => number;
  readonly store: SessionStore;
  /** The sessions with a turn under way, by ARN and id, each with its stop. */
  readonly busy: Map<string, AbortController>;
  readonly hooks: HookHost;
};

/** One request to one harness, under the rules of this moment. */
export type Invocation = {
  readonly request: InvokeRequest;
  readonly harness: DeployedHarness;
  readonly rules: HarnessRules;
};

/** How an invocation was answered: the stop reason or the error that the client can have seen last. */
export type Answer = {
  readonly status: number;
  readonly stopReason?: string;
  readonly error?: string;
  readonly message?: string;
};

/** Takes one turn on one session and answers it. */
export async function invokeSession(
  { request, harness, rules }: Invocation,
  { response, host }: { readonly response: ServerResponse; readonly host: SessionHost },
): Promise<Answer> {
  const { now, store, busy } = host;
  const busyKey = `${request.harnessArn} ${request.sessionId}`;
  // InvokeHarness does not document this; its sibling operations on the same runtime do.
  if (busy.has(busyKey)) return refuse(response, inProgress);
  const stopper = new AbortController();
  busy.set(busyKey, stopper);
  try {
    const session = openSession({ request, harness, rules }, host);
    const { inline, systemPrompt, script, recordings, hooks } = harness;
    const { harnessArn, sessionId } = request;
    const ask = (question: HookQuestion) => callHooks(question, { harnessArn, sessionId, hooks, host: host.hooks });
    const deployed = { inline, systemPrompt };
    const plan = await withHooks(planTurn(session, { body: request, rules, script, deployed, recordings }), ask);
    const commit = () => store.save({ ...plan.session, lastActiveAt: now() });
    if (plan.kind === 'http') {
      commit();
      return refuse(response, plan.failure);
    }
    await sendStream(response, plan, { commit, stopped: stopper.signal, sessionId: request.sessionId });
    return stopper.signal.aborted ? { status: 200, error: 'SessionStopped' } : streamAnswer(plan.frames);
  } finally {
    busy.delete(busyKey);
  }
}

/** Finds the session, or begins one; compute that is gone takes everything with it unless memory is on. */
function openSession({ request, harness, rules }: Invocation, { now, store }: SessionHost): SessionState {
  const { harnessArn, sessionId, actorId = '' } = request;
  const key = { harnessArn, sessionId, actorId };
  const fresh = newSession(key, { script: harness.script, now: now() });
  const stored = store.load(key);
  if (stored === undefined) return fresh;
  if (hasCompute(stored, { rules, now: now() })) return stored;
  return rules.memory === 'off' ? fresh : { ...stored, compute: 'running', computeStartedAt: now() };
}

/** Whether the session's microVM still runs: not stopped, not idle for too long, not too old. */
export function hasCompute(
  session: SessionState,
  { rules, now }: { readonly rules: HarnessRules; readonly now: number },
): boolean {
  const idleMs = now - session.lastActiveAt;
  const ageMs = now - session.computeStartedAt;
  return (
    session.compute === 'running' && idleMs < rules.idleTimeoutSeconds * 1000 && ageMs < rules.maxLifetimeSeconds * 1000
  );
}

const inProgress: WireFailure = {
  status: 409,
  error: 'RetryableConflictException',
  message: 'A session operation is in progress; try again when it has ended',
};

function refuse(response: ServerResponse, failure: WireFailure): Answer {
  sendFailure(response, failure);
  return { status: failure.status, error: failure.error, message: failure.message };
}

function streamAnswer(frames: readonly StreamFrame[]): Answer {
  const last = frames.findLast((frame) => frame.frame !== 'event' || frame.type === 'messageStop');
  if (last === undefined) return { status: 200 };
  if (last.frame === 'event') return { status: 200, stopReason: String(last.payload.stopReason) };
  return { status: 200, error: last.type, message: String(last.payload.message) };
}
