import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import type { VerdictAnswer } from '../../lib/gate/views.ts';
import { type Bench, bench, type Deciding, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { agent, done, type ScriptedExecutors, scriptedExecutors, shop } from './acting-bench.ts';

export const alex = 'alex@example.com';
const askMorgan = { ask: { approvers: ['morgan'], deadline: '1h' } };
const askBoth = { ask: { approvers: ['morgan', 'alex'], quorum: 2, deadline: '2h' } };

/** Pays by itself up to 10, asks Morgan up to 100, both up to 1,000, and nobody above. @param changes of the tool @param sections of the file */
export function payingGate(changes: JsonObject = {}, sections: JsonObject = {}) {
  return gateFile({
    tools: {
      pay: {
        description: 'Pays.',
        effect: 'write',
        inputSchema: {
          type: 'object',
          properties: { to: { type: 'string' }, amount: { type: 'number', minimum: 0, maximum: 2000 } },
          required: ['to', 'amount'],
          additionalProperties: false,
        },
        anchors: [{ at: '/to' }],
        limits: { sums: [{ at: '/amount', atMost: 1200 }] },
        rules: [
          { allow: {}, when: { at: '/amount', atMost: 10 } },
          { ...askMorgan, when: { at: '/amount', atMost: 100 } },
          { ...askBoth, when: { at: '/amount', atMost: 1000 } },
          { refuse: { because: 'Nobody pays that much here.' } },
        ],
        executor: { lambda: shop },
        ...changes,
      },
    },
    ...sections,
  });
}

// Reading a gate file compiles its schemas: once for all benches.
const ordinaryGate = payingGate();

export type Paying = Bench & { readonly executors: ScriptedExecutors };

export const pay = (amount: number, to = 'Ystad Ltd'): JsonObject => ({ to, amount });

/** A run whose agent wants to pay these amounts to Ystad Ltd, and that waits for people. */
export async function paying(...amounts: readonly number[]): Promise<Paying> {
  return payingBy(ordinaryGate, amounts);
}

export async function payingBy(gate: GateFile, amounts: readonly number[], requester = 'sam'): Promise<Paying> {
  const executors = scriptedExecutors([done]);
  const calls = amounts.map((amount, at) => ({ id: `c${at + 1}`, tool: 'pay', input: pay(amount) }));
  const input = { prompt: 'Pay Ystad Ltd or Lund Ltd.', requester };
  const made = bench({ harness: agent(calls), gate, executors, input });
  await made.drive();
  return { ...made, executors };
}

/** Sends an edit with the newest link of whoever is named. @param about `digest` where another call was seen than is asked about now */
export async function edit(
  made: Bench,
  edited: JsonObject | string,
  { call = 'c1', as = 'morgan@example.com', digest, comment }: Partial<Deciding> & { readonly digest?: string } = {},
): Promise<VerdictAnswer> {
  return recordVerdict(oneInvocation(made.ports), {
    linkSecret: made.secretOf(as),
    toolUseId: call as ToolUseId,
    verdict: 'edit',
    digest: digest ?? (await made.digestOf(call)),
    comment,
    edited: typeof edited === 'string' ? edited : JSON.stringify(edited),
  });
}
