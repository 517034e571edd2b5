import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DeskClock } from '../clock.ts';
import { capContext } from './hook-context.ts';
import type { HookAnswer, HookQuestion } from './hook-points.ts';
import type { HarnessHook, HookEvent, InvokeFunction, LambdaHook } from './hooks.ts';
import { shorten } from './strict-object.ts';

/** One hook as it was called and what that came to. */
export type HookCall = {
  /** Epoch milliseconds by the injected clock. */
  readonly at: number;
  readonly harnessArn: string;
  readonly sessionId: string;
  readonly event: HookEvent;
  readonly target: HarnessHook['target'];
  /** The JSON text that the target got, or would have got. */
  readonly payload: string;
  readonly answer: HookAnswer;
};

/** What calling hooks takes. */
export type HookHost = {
  readonly clock: Pick<DeskClock, 'now' | 'at'>;
  readonly invokeFunction: InvokeFunction | undefined;
  readonly record: (call: HookCall) => void;
};

type Caller = { readonly harnessArn: string; readonly sessionId: string; readonly hooks: readonly HarnessHook[] };

/** Calls all hooks of an event at once; the answers come in the order in which the hooks are deployed. */
export function callHooks(
  { event, context }: HookQuestion,
  { harnessArn, sessionId, hooks, host }: Caller & { readonly host: HookHost },
): Promise<readonly HookAnswer[]> {
  const called = hooks.filter((hook) => hook.event === event);
  const shown = called.length === 0 ? context : capContext(context);
  return Promise.all(
    called.map(async (hook) => {
      const at = host.clock.now();
      const { name, target } = hook;
      const hookEventId = randomUUID();
      const payload = JSON.stringify({ hookEventId, name, event, harnessArn, sessionId, context: shown });
      const decided = isLambda(hook) ? await decide(hook, payload, host) : {};
      const answer = { hookEventId, name, ...decided };
      host.record({ at, harnessArn, sessionId, event, target, payload, answer });
      return answer;
    }),
  );
}

function isLambda(hook: HarnessHook): hook is LambdaHook {
  return hook.target.kind === 'lambda';
}

type Decision = Required<Pick<HookAnswer, 'decision'>> & Pick<HookAnswer, 'reason'>;

const answerSchema = z.object({ decision: z.enum(['allow', 'deny']), reason: z.string().max(1024).optional() });

async function decide(hook: LambdaHook, payload: string, host: HookHost): Promise<Decision> {
  try {
    const { decision, reason } = await answerOf(hook, payload, host);
    return reason === undefined ? { decision } : { decision, reason };
  } catch (error) {
    const decision = hook.target.failureMode ?? 'deny';
    const what = error instanceof Error ? error.message : String(error);
    const reason = `The hook ${hook.name} ${what}; its failure mode is ${decision}`;
    return { decision, reason: reason.slice(0, 1024) };
  }
}

async function answerOf({ target }: LambdaHook, payload: string, host: HookHost) {
  const { functionArn, timeoutSeconds = 60 } = target;
  // Checked at the start: a harness with Lambda hooks and nobody to invoke them is not served.
  if (host.invokeFunction === undefined) throw new Error('has nobody to invoke it');
  const late = Promise.withResolvers<never>();
  const cancel = host.clock.at(host.clock.now() + timeoutSeconds * 1000, () =>
    late.reject(new Error(`did not answer within ${timeoutSeconds} seconds`)),
  );
  try {
    const answer = await Promise.race([host.invokeFunction(functionArn, payload), late.promise]);
    if (answer.functionError !== undefined) throw new Error(`failed (${shorten(answer.payload)})`);
    const parsed = answerSchema.safeParse(jsonIn(answer.payload));
    if (parsed.success) return parsed.data;
    throw new Error(
      `gave no {decision: allow or deny, reason of at most 1024 characters} but ${shorten(answer.payload)}`,
    );
  } finally {
    cancel();
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
