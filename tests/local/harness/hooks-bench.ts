import type { HarnessHook, HookEvent, InvokeFunction } from '../../../lib/local/harness/hooks.ts';
import { type BenchOptions, type Heard, startBench } from './bench.ts';

export const guardArn = 'arn:aws:lambda:us-east-1:123456789012:function:guard';

/** What a hook's function was sent. */
export type HookPayload = {
  readonly hookEventId: string;
  readonly name: string;
  readonly event: HookEvent;
  readonly harnessArn: string;
  readonly sessionId: string;
  readonly context: Readonly<Record<string, unknown>>;
};

type LambdaTarget = Extract<HarnessHook['target'], { readonly kind: 'lambda' }>;

/** A hook with a Lambda target. */
export function lambdaHook(event: HookEvent, target: Partial<LambdaTarget> & { readonly name?: string } = {}) {
  const { name = event, ...rest } = target;
  return { name, event, target: { kind: 'lambda' as const, functionArn: guardArn, ...rest } };
}

export const everyEvent = (
  ['before_invocation', 'before_tool_call', 'after_tool_call', 'after_invocation'] as const
).map((event) => lambdaHook(event));

type Answered = Awaited<ReturnType<InvokeFunction>>;
type HookedOptions = BenchOptions & {
  readonly hooks?: readonly HarnessHook[];
  /** What the function returns; a string is the payload to the letter. */
  readonly decide?: (payload: HookPayload) => object | string | Promise<object | string>;
  /** In the place of `decide`. */
  readonly invoke?: (payload: HookPayload) => Promise<Answered>;
};

/** A bench whose hooks all allow, unless told otherwise. */
export async function startHooked({ hooks = everyEvent, decide = allow, invoke, ...bench }: HookedOptions) {
  const invocations: { readonly arn: string; readonly payload: HookPayload }[] = [];
  const invokeFunction: InvokeFunction = async (arn, text) => {
    const payload: HookPayload = JSON.parse(text);
    invocations.push({ arn, payload });
    if (invoke !== undefined) return invoke(payload);
    const answer = await decide(payload);
    return { payload: typeof answer === 'string' ? answer : JSON.stringify(answer), executedVersion: '$LATEST' };
  };
  const harness = { ...bench.harness, hooks };
  const started = await startBench({ ...bench, harness, invokeFunction });
  const events = () => invocations.map(({ payload }) => payload.event);
  return { ...started, invocations, events };
}

export const allow = () => ({ decision: 'allow' });

/** Denies one event, or one tool's calls at it. */
export function denying(event: HookEvent, toolName?: string) {
  return (payload: HookPayload) => {
    const meant = payload.event === event && (toolName === undefined || payload.context.toolName === toolName);
    return meant
      ? { decision: 'deny', reason: `${payload.context.toolUseId ?? 'it'}: not here` }
      : { decision: 'allow' };
  };
}

/** The stream as a list of words: messages, hooks and stops in their order. */
export function outline({ events }: Pick<Heard, 'events'>): readonly string[] {
  return events.flatMap(({ hookEvent, messageStart, messageStop, contentBlockStart, metadata }) => {
    const { toolUse, toolResult } = contentBlockStart?.start ?? {};
    if (hookEvent !== undefined) return `${hookEvent.type} ${hookEvent.decision}`;
    if (messageStart !== undefined) return `${messageStart.role}:`;
    if (toolUse !== undefined) return `call ${toolUse.name}`;
    if (toolResult !== undefined) return `result ${toolResult.status}`;
    if (messageStop !== undefined) return `stop ${messageStop.stopReason}`;
    return metadata === undefined ? [] : 'metadata';
  });
}
