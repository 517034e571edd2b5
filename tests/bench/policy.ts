import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { type Around, judge } from '../../lib/core/policy.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { smallestFile } from '../core/gate-file-builder.ts';

interface Row {
  readonly 'rules of the tool': number;
  readonly median: number;
  readonly '99 of 100': number;
  readonly goal: string;
}

const rules = 50;

/** One call over 50 rules of three conditions each, of which only the last holds; in milliseconds. */
export function measurePolicy(repeats: { readonly counted: number; readonly warmUp: number }): Row {
  const gate = readGateFile(fileOf(rules), 'gate.yaml');
  const input = { amount: rules - 0.5, currency: 'USD', to: '/srv/orders/17', note: 'For the pens, please.' };
  const call = { tool: 'pay', input: { kind: 'ok', value: input }, fingerprint: 'f' } as const;
  const earlier = Array.from({ length: 20 }, () => ({ tool: 'pay', input, counts: true, succeeded: true }));
  const around: Around = {
    prompt: `Pay 49.5 for the pens. ${'And then some more words. '.repeat(40)}`,
    words: [],
    requesters: [],
    requesterAssurance: 'claimed',
    labels: { team: 'office' },
    asked: { inTurn: 0, inRun: 0 },
    earlier,
    identical: 0,
  };
  const times: number[] = [];
  for (let made = 0; made < repeats.warmUp + repeats.counted; made += 1) {
    const began = performance.now();
    const { rule } = judge(gate, { call, around });
    const took = performance.now() - began;
    if (rule !== `tools.pay.rules[${rules - 1}]`) throw new Error(`Another rule decided: ${rule}`);
    if (made >= repeats.warmUp) times.push(took);
  }
  times.sort((one, other) => one - other);
  return { 'rules of the tool': rules, median: at(times, 0.5), '99 of 100': at(times, 0.99), goal: 'median under 1' };
}

function at(times: readonly number[], share: number): number {
  return Number((times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(3));
}

function fileOf(count: number): JsonObject {
  const decided = Array.from({ length: count }, (_, index) => ({
    ask: { approvers: ['morgan'], deadline: '1h' },
    when: {
      all: [
        { label: 'team', oneOf: ['office', 'support'] },
        { at: '/to', within: '/srv/orders' },
        { at: '/amount', atMost: index + 1, unit: 'USD' },
      ],
    },
  }));
  return {
    ...smallestFile(),
    mail: { from: 'gate@example.com' },
    approvers: { morgan: { name: 'Morgan', mail: 'morgan@example.com' } },
    tools: {
      pay: {
        description: 'Pays.',
        inputSchema: {
          type: 'object',
          properties: {
            amount: { type: 'number', minimum: 0, maximum: 1_000 },
            currency: { type: 'string' },
            to: { type: 'string' },
            note: { type: 'string' },
          },
          required: ['amount', 'currency', 'to', 'note'],
          additionalProperties: false,
        },
        units: { '/amount': { at: '/currency' } },
        anchors: [{ at: '/amount' }],
        limits: { sums: [{ at: '/amount', atMost: 10_000, unit: 'USD' }], count: 50 },
        rules: decided,
      },
    },
  };
}
