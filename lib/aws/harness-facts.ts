import {
  type BedrockAgentCoreControlClient,
  GetHarnessCommand,
  GetHarnessEndpointCommand,
  GetMemoryCommand,
  type HarnessHook,
  type HarnessMemoryConfiguration,
  type HarnessTool,
} from '@aws-sdk/client-bedrock-agentcore-control';
import type { JsonObject } from '../core/canonical-json.ts';
import { look } from './looked.ts';

const missing = ['ResourceNotFoundException'];

/** What the control plane says of a harness and its endpoints. */
export function harnessFacts(control: BedrockAgentCoreControlClient) {
  return {
    harness: (arn: string) =>
      look(async () => {
        const { harness } = await control.send(new GetHarnessCommand({ harnessId: idOf(arn) }));
        if (harness === undefined) return undefined;
        return {
          status: harness.status ?? '',
          version: harness.harnessVersion ?? '',
          tools: (harness.tools ?? []).map(toolFact),
          hooks: (harness.hooks ?? []).flatMap(hookFact),
          systemPrompt: (harness.systemPrompt ?? []).map((block) => block.text ?? '').join('\n'),
          memory: await memoryFact(control, harness.memory),
        };
      }, missing),
    harnessEndpoint: ({ arn, qualifier }: { readonly arn: string; readonly qualifier: string }) =>
      look(async () => {
        const command = new GetHarnessEndpointCommand({ harnessId: idOf(arn), endpointName: qualifier });
        const { endpoint } = await control.send(command);
        if (endpoint === undefined) return undefined;
        const { status = '', liveVersion, targetVersion } = endpoint;
        return {
          status,
          ...(liveVersion === undefined ? {} : { liveVersion }),
          ...(targetVersion === undefined ? {} : { targetVersion }),
        };
      }, missing),
  };
}

function idOf(arn: string): string {
  return arn.slice(arn.lastIndexOf('/') + 1);
}

function toolFact({ type: given, name = '', config }: HarnessTool) {
  const type: string = given ?? '';
  const inline = config?.inlineFunction;
  if (inline === undefined) return { type, name };
  // A document is whatever JSON was put there.
  return { type, name, description: inline.description ?? '', inputSchema: (inline.inputSchema ?? {}) as JsonObject };
}

function hookFact(hook: HarnessHook) {
  const parts = [
    { event: 'before_invocation', of: hook.beforeInvocation },
    { event: 'before_tool_call', of: hook.beforeToolCall },
    { event: 'after_tool_call', of: hook.afterToolCall },
    { event: 'after_invocation', of: hook.afterInvocation },
  ] as const;
  return parts.flatMap(({ event, of }) => {
    if (of === undefined) return [];
    const lambda = of.target?.lambda;
    if (lambda?.arn === undefined) return [{ event }];
    // What the service takes where nothing is said.
    const { failureMode = 'deny', timeoutSeconds = 60 } = lambda;
    return [{ event, functionArn: lambda.arn, failureMode, timeoutSeconds }];
  });
}

async function memoryFact(control: BedrockAgentCoreControlClient, memory: HarnessMemoryConfiguration | undefined) {
  if (memory?.disabled !== undefined) return { kind: 'disabled' as const };
  const managed = memory?.managedMemoryConfiguration;
  if (managed !== undefined) {
    const days =
      managed.eventExpiryDuration ?? (managed.arn === undefined ? undefined : await expiryOf(control, managed.arn));
    return { kind: 'managed' as const, ...(days === undefined ? {} : { expiryDays: days }) };
  }
  const arn = memory?.agentCoreMemoryConfiguration?.arn;
  if (arn === undefined) return { kind: 'unknown' as const };
  const days = await expiryOf(control, arn);
  return { kind: 'own' as const, arn, ...(days === undefined ? {} : { expiryDays: days }) };
}

/** In days. Whoever may read the harness need not be allowed to read its memory: then nothing is known, and that is said. */
async function expiryOf(control: BedrockAgentCoreControlClient, arn: string): Promise<number | undefined> {
  const found = await look(async () => (await control.send(new GetMemoryCommand({ memoryId: idOf(arn) }))).memory);
  return found.kind === 'found' ? found.value.eventExpiryDuration : undefined;
}
