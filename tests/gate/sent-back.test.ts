import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending, type SaidCall } from '../support/stream.ts';

const order = (id: string, item: string): SaidCall => ({ id, tool: 'order', input: { item } });

const orders = (tool: JsonObject = {}, sections: JsonObject = {}) =>
  gateFile({
    ...sections,
    tools: {
      order: {
        description: 'Orders one item.',
        inputSchema: {
          type: 'object',
          properties: { item: { type: 'string' } },
          required: ['item'],
          additionalProperties: false,
        },
        rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
        ...tool,
      },
    },
  });

/** A run over these replies whose first request waits. */
async function waiting(replies: readonly Reply[], tool?: JsonObject): Promise<Bench> {
  const input = { prompt: 'Order a chair.', requester: 'sam' };
  const made = bench({ gate: orders(tool), harness: scriptedHarness([...replies]), input });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  return made;
}

const told = ({ harness }: Bench, turn: number) => resultsIn(harness.requests[turn]);

describe('a call that is sent back', () => {
  test('goes to the agent with the instructions as that, and the call that follows them is asked about anew', async () => {
    const made = await waiting([calling(order('c1', 'chair')), calling(order('c2', 'stool')), ending('Done.', 'c2')]);
    expect(await made.decide('revise', { call: 'c1', comment: 'Take a stool instead.' })).toMatchObject({
      kind: 'recorded',
      call: { standing: { kind: 'closed', outcome: 'sent-back', by: [{ id: 'morgan' }] } },
    });
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(told(made, 1)).toMatchObject([
      {
        status: 'error',
        said: { outcome: 'sent-back', instructions: 'Take a stool instead.', decidedBy: ['morgan'] },
      },
    ]);
    await made.decide('approve', { call: 'c2' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  });

  test('is refused when it is made again as it was, with a pointer to who sent it back and where', async () => {
    const made = await waiting([calling(order('c1', 'chair')), calling(order('c2', 'chair')), ending('Well.', 'c2')]);
    await made.decide('revise', { call: 'c1', comment: 'A stool.' });
    await made.drive();
    const [result] = told(made, 2);
    expect(result).toMatchObject({ said: { outcome: 'refused', rule: 'gate.sent-back-before' } });
    const { requestId } = (await made.run()).calls[0] ?? {};
    expect(JSON.stringify(result)).toContain(`by morgan in ${requestId} (call c1)`);
  });

  test('needs words: without any nothing is recorded', async () => {
    const made = await waiting([calling(order('c1', 'chair')), ending('Well.', 'c1')]);
    for (const comment of [undefined, '', '  \n'])
      expect(
        await made.decide('revise', comment === undefined ? { call: 'c1' } : { call: 'c1', comment }),
      ).toMatchObject({ kind: 'words-needed' });
    expect((await made.run()).calls[0]?.verdicts).toEqual([]);
  });

  test('can be sent back as often as the tool says in one run, and no more', async () => {
    const replies = [calling(order('c1', 'chair')), calling(order('c2', 'stool')), ending('Well.', 'c2')];
    const made = await waiting(replies, { maxRevisions: 1 });
    await made.decide('revise', { call: 'c1', comment: 'A stool.' });
    await made.drive();
    expect((await made.run()).calls[1]?.requested?.offers).toEqual(['approve', 'reject']);
    expect(await made.decide('revise', { call: 'c2', comment: 'A bench.' })).toMatchObject({ kind: 'not-offered' });
    expect((await made.run()).calls[1]?.verdicts).toEqual([]);
  });

  test('uses up what its siblings of the same turn were offered', async () => {
    const replies = [calling(order('c1', 'chair'), order('c2', 'stool')), ending('Well.', 'c1', 'c2')];
    const made = await waiting(replies, { maxRevisions: 1 });
    expect((await made.run()).calls[1]?.requested?.offers).toContain('revise');
    const first = await made.decide('revise', { call: 'c1', comment: 'A bench.' });
    expect('request' in first ? first.request.calls[1]?.offers : []).toEqual(['approve', 'reject']);
    expect(await made.decide('revise', { call: 'c2', comment: 'A bench.' })).toMatchObject({ kind: 'not-offered' });
    expect(await made.decide('reject', { call: 'c2' })).toMatchObject({ kind: 'recorded' });
  });

  test('nor by a majority for it that the last no only completes: then it is rejected', async () => {
    const people = ['morgan', 'alex', 'kim'];
    const replies = [calling(order('c1', 'chair'), order('c2', 'stool')), ending('Well.', 'c1', 'c2')];
    const approvers = Object.fromEntries(people.map((id) => [id, { name: id, mail: `${id}@example.com` }]));
    const rule = { ask: { approvers: people, veto: false, deadline: '1h' } };
    const made = bench({
      gate: orders({ maxRevisions: 1, rule }, { approvers }),
      harness: scriptedHarness(replies),
    });
    await made.drive();
    const say = (verdict: 'revise' | 'reject', call: string, id = 'morgan') =>
      made.decide(verdict, { call, as: `${id}@example.com`, comment: 'A bench.' });
    await say('revise', 'c2');
    await say('revise', 'c2', 'alex');
    for (const id of people) await say('revise', 'c1', id);
    await say('reject', 'c2', 'kim');
    expect((await made.run()).calls.map(({ closed }) => closed?.outcome)).toEqual(['sent-back', 'rejected']);
  });

  test('is never sent back where the tool says 0', async () => {
    const made = await waiting([calling(order('c1', 'chair')), ending('Well.', 'c1')], { maxRevisions: 0 });
    expect(await made.decide('revise', { call: 'c1', comment: 'No.' })).toMatchObject({ kind: 'not-offered' });
  });
});

describe('the words of whoever sent a call back', () => {
  const anchored = { anchors: [{ at: '/item' }] };

  test.each<[string, string, string]>([
    ['count as words of the request', 'stool', 'tools.order.rule'],
    [
      'stand by themselves: what ends the prompt and begins them was said by nobody',
      'chair. A',
      'tools.order.anchors[0]',
    ],
    ['name what they name, and nothing else', 'bench', 'tools.order.anchors[0]'],
  ])('%s', async (_, item, rule) => {
    const made = await waiting([calling(order('c1', 'chair')), calling(order('c2', item)), ending('Well.')], anchored);
    await made.decide('revise', { call: 'c1', comment: 'A stool, please.' });
    await made.drive();
    expect((await made.run()).calls[1]?.policy?.rule).toBe(rule);
  });

  test('are none where they were written with a rejection', async () => {
    const made = await waiting(
      [calling(order('c1', 'chair')), calling(order('c2', 'stool')), ending('Well.')],
      anchored,
    );
    await made.decide('reject', { call: 'c1', comment: 'Not even a stool.' });
    await made.drive();
    expect((await made.run()).calls[1]?.policy?.rule).toBe('tools.order.anchors[0]');
  });
});
