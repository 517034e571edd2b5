import { z } from 'zod';
import { describeIssues, strictObject } from './strict-object.ts';

const hookSchema = strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  event: z.enum(['before_invocation', 'before_tool_call', 'after_tool_call', 'after_invocation']),
  target: z.discriminatedUnion('kind', [
    strictObject({
      kind: z.literal('lambda'),
      functionArn: z.string().min(20).max(2048),
      /** @default 60 */
      timeoutSeconds: z.number().int().min(1).max(900).optional(),
      /** What an error, a timeout or an answer that is none come to. @default deny */
      failureMode: z.enum(['allow', 'deny']).optional(),
    }),
    strictObject({ kind: z.literal('sns'), topicArn: z.string().min(1) }),
    strictObject({ kind: z.literal('eventBridge'), eventBusArn: z.string().min(1) }),
  ]),
}).readonly();

/** One lifecycle hook as it is deployed. Only Lambda targets decide; the others are told, and here only recorded. */
export type HarnessHook = z.infer<typeof hookSchema>;

/** The points of an invocation at which hooks run. */
export type HookEvent = HarnessHook['event'];

/** A hook that is waited for. */
export type LambdaHook = HarnessHook & { readonly target: { readonly kind: 'lambda' } };

/** Invokes a function; with `functionError` the payload is the error, and a rejection is a fault of the service. */
export type InvokeFunction = (
  functionArn: string,
  payload: string,
) => Promise<{ readonly payload: string; readonly functionError?: string; readonly executedVersion: string }>;

/** @throws Error when there are more than 20 hooks, a name comes twice, a field is wrong or nobody can invoke a Lambda target */
export function checkHooks(
  hooks: readonly HarnessHook[],
  { harnessArn, invokeFunction }: { readonly harnessArn: string; readonly invokeFunction: InvokeFunction | undefined },
): void {
  const refuse = (problem: string) => new Error(`The hooks of ${harnessArn} cannot be used: ${problem}`);
  if (hooks.length > 20) throw refuse(`a harness has at most 20, but ${hooks.length} were given`);
  for (const [index, hook] of hooks.entries()) {
    const parsed = hookSchema.safeParse(hook);
    if (!parsed.success) throw refuse(`hook ${index}: ${describeIssues(parsed.error, hook).join('; ')}`);
    if (hooks.findIndex(({ name }) => name === hook.name) < index) {
      throw refuse(`two of them have the name ${hook.name}; give each its own`);
    }
    if (hook.target.kind === 'lambda' && invokeFunction === undefined) {
      throw refuse(`${hook.name} has a Lambda target, which needs invokeFunction in the options of startHarness`);
    }
  }
}
