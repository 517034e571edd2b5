import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import { sessionIdOf } from '../../lib/core/ids.ts';
import { guard } from '../../lib/gate/guard.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';

export const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
export const transfer = { to: 'Ystad Ltd', amount: 480 };

export function grantingGate(description = 'Moves money.', sections: JsonObject = {}): GateFile {
  return gateFile({
    harness: { arn: harnessArn, timeoutSeconds: 60, tools: { allow: ['payments___*', 'find_*'] }, inDoubt: 'restart' },
    tools: {
      payments___transfer: {
        description,
        runBy: 'harness',
        inputSchema: {
          type: 'object',
          properties: { to: { type: 'string' }, amount: { type: 'number', minimum: 0, maximum: 1000 } },
          required: ['to', 'amount'],
          additionalProperties: false,
        },
        rules: [
          { allow: { because: 'Small sums.' }, when: { at: '/amount', atMost: 20 } },
          { ask: { approvers: ['morgan'], deadline: '1h' } },
        ],
      },
      look: { description: 'Looks.', effect: 'read', inputSchema: { type: 'object' }, rule: { allow: {} } },
    },
    ...sections,
  });
}

export const asking = (id: string, input: JsonObject = transfer, tool = 'payments___transfer') =>
  calling({ id, tool: 'request_approval', input: { tool, arguments: input } });

export interface Called {
  readonly id?: string;
  readonly input?: Json;
  readonly epoch?: number;
  readonly context?: JsonObject;
  readonly gate?: GateFile;
}

/** The harness's hook for a call of the tool itself. */
export async function hook(
  made: Bench,
  { id = 'use-1', input = transfer, epoch = 0, context = {}, gate }: Called = {},
) {
  const answer = await guard(
    { ...made.ports, harnessArn, ...(gate === undefined ? {} : { gate }) },
    {
      event: 'before_tool_call',
      harnessArn,
      sessionId: sessionIdOf(execution, epoch),
      context: { toolName: 'payments___transfer', toolUseId: id, toolInput: input, ...context },
    },
  );
  return `${answer.decision} ${answer.reason}`;
}

/** A run in which the call was asked about and approved, and whose session was told. */
export async function granted(replies: readonly Reply[] = [], gate = grantingGate()): Promise<Bench> {
  const made = bench({ harness: scriptedHarness([asking('ask-1'), ...replies, ending('Done.')]), gate });
  await made.drive();
  await made.decide('approve', { call: 'ask-1' });
  await made.drive();
  return made;
}
