import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, calling, ending, hooked, resultEvents, type SaidCall } from '../support/stream.ts';

const amount = { type: 'number', minimum: 0, maximum: 1_000 };
const plain = { description: 'Does.', inputSchema: { type: 'object' } };
const pay = {
  description: 'Pays.',
  inputSchema: { type: 'object', properties: { amount, to: { type: 'string' } }, required: ['amount', 'to'] },
  rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
  limits: { sums: [{ at: '/amount', atMost: 100 }] },
};
const executor = { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:set' };

const gateOf = (tools: JsonObject) =>
  gateFile({
    topics: {},
    tools: {
      pay,
      look: { ...plain, effect: 'read', rule: 'allow' },
      aim: { ...plain, effect: 'write', rule: 'allow' },
      shoot: { ...plain, effect: 'write', rule: 'allow', requires: ['aim'] },
      ...tools,
    },
  });

const paying = (id: string, sum: number): SaidCall => ({ id, tool: 'pay', input: { amount: sum, to: id } });
const start = async (turns: readonly (readonly SaidCall[])[], tools: JsonObject = {}) => {
  const replies = [...turns.map((calls) => calling(...calls)), ending('I stop.')];
  const made = bench({ harness: scriptedHarness(replies), gate: gateOf(tools) });
  await made.drive();
  const rules = async () => (await made.run()).calls.map(({ policy }) => `${policy?.decision} ${policy?.rule}`);
  return { ...made, rules };
};

const asks = 'ask tools.pay.rule';
const beyond = 'refuse tools.pay.limits.sums[0]';

describe('a sum over the run', () => {
  test('counts the calls before in the same turn, in the model’s order', async () => {
    const { rules } = await start([[paying('a', 60), paying('b', 40.01), paying('c', 40)]]);
    expect(await rules()).toEqual([asks, beyond, asks]);
  });

  test('counts what was approved in an earlier turn, and nothing that was rejected or expired', async () => {
    const made = await start([[paying('a', 60)], [paying('b', 60)], [paying('c', 60)], [paying('d', 60)]]);
    await made.decide('reject', { call: 'a' });
    await made.drive();
    expect(await made.rules()).toEqual([asks, asks]);
    made.clock.forward(2 * 3_600_000);
    await made.drive();
    expect(await made.rules()).toEqual([asks, asks, asks]);
    await made.decide('approve', { call: 'c' });
    await made.drive();
    expect(await made.rules()).toEqual([asks, asks, asks, beyond]);
  });

  test('is lost with an input that it needs: nobody is asked any more', async () => {
    const made = await start([[paying('a', 10)], [paying('b', 10)]]);
    await made.decide('approve', { call: 'a' });
    for (const { input } of (await made.run()).calls) made.contents.erase(made.runId, input.contentId);
    await made.drive();
    expect((await made.rules())[1]).toBe(beyond);
  });
});

describe('the same call again', () => {
  const looking = (id: string): SaidCall => ({ id, tool: 'look', input: { at: 'it' } });

  test('is refused when it is the third of one turn, or of three turns', async () => {
    const passes = 'allow tools.look.rule';
    const third = 'refuse gate.third-identical';
    const atOnce = await start([[looking('a'), looking('b'), looking('c')]]);
    expect(await atOnce.rules()).toEqual([passes, passes, third]);
    const apart = await start([[looking('a')], [looking('b')], [looking('c')]]);
    expect(await apart.rules()).toEqual([passes, passes, third]);
  });

  test('begins to count anew with a verdict, which may have changed what is there', async () => {
    const made = await start([[looking('a')], [looking('b'), paying('p', 1)], [looking('c')]]);
    made.clock.forward(1_000);
    await made.decide('approve', { call: 'p' });
    await made.drive();
    expect((await made.rules())[3]).toBe('allow tools.look.rule');
  });

  test('is that also where nobody can read it', async () => {
    const torn = (id: string): SaidCall => ({ id, tool: 'look', raw: '{"at":"i' });
    const { rules } = await start([[torn('a'), torn('b'), torn('c')]]);
    expect(await rules()).toEqual([
      'refuse gate.unreadable-input',
      'refuse gate.unreadable-input',
      'refuse gate.third-identical',
    ]);
  });

  test('is another one with any other argument', async () => {
    const other = (id: string): SaidCall => ({ id, tool: 'look', input: { at: id } });
    const { rules } = await start([[other('a'), other('b'), other('c')]]);
    expect(new Set(await rules())).toEqual(new Set(['allow tools.look.rule']));
  });
});

describe('a tool that requires another', () => {
  const aims: SaidCall = { id: 'a', tool: 'aim' };
  const shoots: SaidCall = { id: 's', tool: 'shoot' };

  test('is refused before it, and passes behind it, in the same turn too', async () => {
    const before = await start([[shoots, aims]]);
    expect((await before.rules())[0]).toBe('refuse tools.shoot.requires');
    const behind = await start([[aims, shoots]]);
    expect((await behind.rules())[1]).toBe('allow tools.shoot.rule');
  });

  test('waits until that was done, where the gate does it', async () => {
    const aim = { ...plain, effect: 'write', rule: 'allow', executor };
    const early = await start([[aims, shoots]], { aim });
    expect((await early.rules())[1]).toBe('refuse tools.shoot.requires');
  });

  test('that the harness runs waits until it ran without an error, and not only until it was granted', async () => {
    const aim = { ...plain, effect: 'write', rule: 'allow', runBy: 'harness' };
    const asks: SaidCall = { id: 'g', tool: 'request_approval', input: { tool: 'aim', arguments: {} } };
    const ran = (status: string) => [
      ...assistant({ calls: [aims] }, 'tool_use').slice(0, -1),
      hooked('allow', 'a'),
      ...resultEvents([{ id: 'a', status }]),
    ];
    const judged = async (between: Reply) => {
      const replies = [calling(asks), between, ending('I stop.')];
      const made = bench({ harness: scriptedHarness(replies), gate: gateOf({ aim }) });
      await made.drive();
      return (await made.run()).calls.find(({ toolUseId }) => toolUseId === 's')?.policy;
    };
    const refused = { rule: 'tools.shoot.requires' };
    expect(await judged(calling(shoots))).toMatchObject(refused);
    expect(await judged([...ran('error'), ...calling(shoots)])).toMatchObject(refused);
    expect(await judged([...ran('success'), ...calling(shoots)])).toMatchObject({ decision: 'allow' });
  });
});

test('what the policy says is sealed, and stays what it was when sums go on', async () => {
  const made = await start([[paying('a', 60), paying('b', 60)]]);
  const detail = (await made.run()).calls[1]?.policy?.detail;
  const bytes = detail === undefined ? undefined : await made.contents.get(made.runId, detail);
  expect(new TextDecoder().decode(bytes)).toContain('would come to 120 in this run, 60 of it before');
  expect(JSON.stringify((await made.run()).calls[1]?.policy)).not.toContain('120');
});
