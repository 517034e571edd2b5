import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';
import type { Executors, Invoked } from '../../lib/gate/ports.ts';
import type { Around } from '../support/around.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { agentHarness, type Reply, resultsIn, textIn } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';

const lambda = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
export const shop = lambda('shop-buy');
export const look = lambda('shop-look');

/** The ordinary gate file with an executor behind `buy`, which Morgan is asked about, and behind `look`, which is allowed. */
export function actingGate(executor: JsonObject = {}): GateFile {
  const schema = { type: 'object', properties: { item: { type: 'string' } }, additionalProperties: false };
  const acting = { lambda: shop, ...executor };
  return gateFile({
    tools: {
      buy: {
        description: 'Buys.',
        inputSchema: { ...schema, required: ['item'] },
        rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
        executor: acting,
      },
      look: {
        description: 'Looks.',
        effect: 'read',
        inputSchema: schema,
        rule: { allow: { because: 'Looking is harmless.' } },
        executor: acting,
      },
    },
  });
}

export interface ScriptedExecutors extends Executors {
  readonly invoked: readonly { readonly lambda: string; readonly payload: JsonObject }[];
  /** How often the executor, and not its verifier, was invoked. */
  readonly acted: () => number;
}

export const answered = (value: unknown): Invoked => ({ kind: 'answered', text: JSON.stringify(value) });
export const done = answered({ status: 'done', result: { bought: true } });

/** Executors that answer their n-th invocation with the n-th answer, and any more with the last one. */
export function scriptedExecutors(answers: readonly Invoked[], verdict: Invoked = done): ScriptedExecutors {
  const invoked: { readonly lambda: string; readonly payload: JsonObject }[] = [];
  const acted = () => invoked.filter((one) => one.lambda === shop).length;
  return {
    invoked,
    acted,
    invoke: async (call) => {
      invoked.push(call);
      if (call.lambda === look) return verdict;
      return answers[Math.min(acted(), answers.length) - 1] ?? done;
    },
  };
}

/** An agent that makes these calls once, and ends when it has their results, in whatever session. */
export function agent(calls: readonly SaidCall[]) {
  return agentHarness((request): Reply => {
    const results = resultsIn(request);
    if (results.length > 0) return ending('I have done it.', ...results.map(({ id }) => id));
    return textIn(request).includes('"outcome"') ? ending('I have done it.') : calling(...calls);
  });
}

/** A gate whose executor answers so, at the point where Morgan is asked about `buy`. */
export async function asking(
  answers: readonly Invoked[],
  { executor, verdict, hook }: { executor?: JsonObject; verdict?: Invoked; hook?: Around } = {},
): Promise<Bench & { readonly executors: ScriptedExecutors; readonly end: () => Promise<readonly Told[]> }> {
  const executors = scriptedExecutors(answers, verdict);
  const harness = agent([buying('c1')]);
  const around = hook === undefined ? {} : { around: hook };
  const made = bench({ harness, gate: actingGate(executor), executors, ...around });
  await made.drive();
  return {
    ...made,
    executors,
    end: async () => {
      await made.decide('approve', { call: 'c1' });
      await made.drive();
      return resultsIn(harness.requests[1]);
    },
  };
}

export type Told = ReturnType<typeof resultsIn>[number];
