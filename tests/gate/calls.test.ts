import { describe, expect, test } from 'vitest';
import { asksPerTurn } from '../../lib/core/policy.ts';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { type Reply, resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import {
  assistant,
  bareStop,
  buying,
  calling,
  ending,
  hooked,
  resultEvents,
  type SaidCall,
} from '../support/stream.ts';

const ordinary = gateFile();

const start = async (replies: readonly Reply[], gate = ordinary) => {
  const made = bench({ harness: scriptedHarness(replies), gate });
  return { ...made, rest: await made.drive() };
};
const done = { kind: 'ended', next: { next: 'done' } };

describe('calls that nobody is asked about', () => {
  test.each<[string, SaidCall, object]>([
    [
      'a tool that the gate file does not name',
      { id: 'c', tool: 'approve_everything' },
      { rule: 'gate.unnamed-tool', problems: [expect.stringContaining('buy, sell')] },
    ],
    ['a tool called constructor', { id: 'c', tool: 'constructor' }, { rule: 'gate.unnamed-tool' }],
    [
      'an input with a name twice',
      { id: 'c', tool: 'buy', raw: '{"item":"pen","item":"yacht"}' },
      { rule: 'gate.unreadable-input', problems: [expect.stringMatching(/item.*twice/)] },
    ],
    [
      'an input that was cut off',
      { id: 'c', tool: 'buy', raw: '{"item":"pe' },
      { rule: 'gate.unreadable-input', problems: [expect.stringContaining('At ')] },
    ],
    [
      'an input with __proto__',
      { id: 'c', tool: 'sell', raw: '{"__proto__":{"x":1}}' },
      { rule: 'gate.unreadable-input' },
    ],
    [
      'an input that does not fit the schema',
      { id: 'c', tool: 'buy', input: { amount: 'much', extra: 1 } },
      {
        rule: 'tools.buy.inputSchema',
        problems: expect.arrayContaining([expect.stringContaining('item'), expect.stringContaining('/amount')]),
      },
    ],
    [
      'an empty input where the schema wants members',
      { id: 'c', tool: 'buy', raw: '' },
      { rule: 'tools.buy.inputSchema' },
    ],
    [
      'a tool that the rules refuse',
      { id: 'c', tool: 'wipe' },
      { rule: 'tools.wipe.rule', because: 'Nobody may wipe.' },
    ],
  ])('%s is refused with a result that says why', async (_, call, said) => {
    const { rest, harness, courier } = await start([calling(call), ending('I see.', 'c')]);
    expect(rest).toMatchObject({ ...done, next: { output: { verdicts: { c: { outcome: 'refused', by: [] } } } } });
    expect(resultsIn(harness.requests[1])).toMatchObject([
      { id: 'c', status: 'error', said: { outcome: 'refused', ...said } },
    ]);
    expect(courier.sent).toEqual([]);
  });

  test('a tool that the rules allow passes without a person, and the result says that nobody was asked', async () => {
    const { rest, harness, courier } = await start([calling({ id: 'c', tool: 'look' }), ending('Seen.', 'c')]);
    expect(rest).toMatchObject({ ...done, next: { output: { verdicts: { c: { outcome: 'allowed' } } } } });
    expect(resultsIn(harness.requests[1])).toMatchObject([
      { status: 'success', said: { outcome: 'allowed', because: 'Looking is harmless.' } },
    ]);
    expect(courier.sent).toEqual([]);
  });

  test('a call that a person rejected is not asked again, a changed one is', async () => {
    const again = [...resultEvents([{ id: 'c1' }]), ...calling(buying('c2'), buying('c3', 'stool'))];
    const { decide, drive, harness, courier } = await start([
      calling(buying('c1')),
      again,
      ending('Sorry.', 'c2', 'c3'),
    ]);
    await decide('reject', { call: 'c1' });
    expect(await drive()).toMatchObject({ kind: 'waiting' });
    expect(courier.sent).toHaveLength(2);
    await decide('approve', { call: 'c3' });
    expect(await drive()).toMatchObject(done);
    expect(resultsIn(harness.requests[2])).toMatchObject([
      { id: 'c2', said: { outcome: 'refused', rule: 'gate.rejected-before' } },
      { id: 'c3', said: { outcome: 'approved' } },
    ]);
  });

  test('the same input in another layout and order is the same call', async () => {
    const first: SaidCall = { id: 'c1', tool: 'buy', raw: '{"item":"pen","amount":1.50}' };
    const second: SaidCall = { id: 'c2', tool: 'buy', raw: '{ "amount" : 1.5, "item" : "p\\u0065n" }' };
    const { decide, drive, harness } = await start([
      calling(first),
      [...resultEvents([{ id: 'c1' }]), ...calling(second)],
      ending('Sorry.', 'c2'),
    ]);
    await decide('reject', { call: 'c1' });
    await drive();
    expect(resultsIn(harness.requests[2])).toMatchObject([{ said: { rule: 'gate.rejected-before' } }]);
  });

  test('approvals are capped over the whole run, and what is above the cap is refused, not asked', async () => {
    const gate = gateFile({ caps: { approvals: 2 } });
    const calls = [buying('c1', 'a'), buying('c2', 'b'), buying('c3', 'c')];
    const { run } = await start([calling(...calls)], gate);
    expect((await run()).calls.map((call) => call.policy?.rule)).toEqual([
      'tools.buy.rule',
      'tools.buy.rule',
      'caps.approvals',
    ]);
  });

  const wiping = (id: string): SaidCall => ({ id, tool: 'wipe', input: { disk: id } });

  test('the very same call for a third time, with no verdict in between, ends the run', async () => {
    const { rest } = await start([calling(...['1', '2', '3'].map((id) => ({ id, tool: 'wipe' })))]);
    expect(rest).toMatchObject({ next: { next: 'stopped', cause: expect.stringContaining('caps.identicalCalls') } });
  });

  test('turns of nothing but refusals stop the run at the cap, and each of them told the model why', async () => {
    const refused = (id: string, ...before: readonly string[]) => [
      ...resultEvents(before.map((replayed) => ({ id: replayed }))),
      ...calling(wiping(`${id}a`), wiping(`${id}b`)),
    ];
    const { rest, harness } = await start(
      [refused('1'), refused('2', '1a', '1b'), refused('3', '2a', '2b')],
      gateFile({ caps: { refusalsInARow: 3 } }),
    );
    expect(rest).toMatchObject({ next: { next: 'stopped', cause: expect.stringContaining('caps.refusalsInARow') } });
    expect(harness.requests.map((request) => resultsIn(request).length)).toEqual([0, 2, 2]);
  });

  test('one call that passes ends a row of refusals', async () => {
    const { rest } = await start(
      [
        calling(wiping('1')),
        [...resultEvents([{ id: '1' }]), ...calling(wiping('2'), { id: '2l', tool: 'look' })],
        [...resultEvents([{ id: '2' }, { id: '2l' }]), ...calling(wiping('3'))],
        ending('Done.', '3'),
      ],
      gateFile({ caps: { refusalsInARow: 2 } }),
    );
    expect(rest).toMatchObject(done);
  });
});

describe('many calls', () => {
  const many = (count: number, tool = 'buy') =>
    Array.from({ length: count }, (_, at): SaidCall => ({ id: `call-${at}`, tool, input: { item: `item ${at}` } }));

  test('150 calls of one turn are in the ledger in several commits before anybody is asked, and all are answered in order', async () => {
    const gate = gateFile({ caps: { approvals: 1000 } });
    const calls = many(150);
    const { rest, run, decide, drive, harness, ledger, runId } = await start(
      [calling(...calls), ending('Phew.', ...calls.map((call) => call.id))],
      gate,
    );
    expect(rest).toMatchObject({ kind: 'waiting' });
    for (const { bytes } of ledger.stored(runId)) expect(bytes.length).toBeLessThan(64 * 1024);
    const asked = (await run()).calls.filter((call) => call.policy?.decision === 'ask');
    expect(asked).toHaveLength(asksPerTurn);
    for (const call of asked) await decide('approve', { call: call.toolUseId });
    expect(await drive()).toMatchObject(done);
    const results = resultsIn(harness.requests[1]);
    expect(results.map((result) => result.id)).toEqual(calls.map((call) => call.id));
    expect(results.filter((result) => result.status === 'success')).toHaveLength(asksPerTurn);
  });

  test('ids and names as long as the service lets them be fit into the ledger too', async () => {
    const calls = many(256, 'x'.repeat(64)).map((call, at) => ({ ...call, id: String(at).padStart(64, 'y') }));
    const { rest, harness } = await start([calling(...calls), ending('Done.', ...calls.map((call) => call.id))]);
    expect(rest).toMatchObject(done);
    expect(resultsIn(harness.requests[1])).toHaveLength(256);
  });

  test('a turn with more calls than anybody can answer fails, whatever their number', async () => {
    const { rest } = await start([calling(...many(2000))]);
    expect(rest).toMatchObject({ next: { next: 'failed', cause: expect.stringContaining('turn.unreadable-stream') } });
  });
});

describe('hand-offs', () => {
  const two = calling(buying('b1', 'a'), buying('b2', 'b'));

  test('together: both results go out in one message, in the order of the model', async () => {
    const { decide, drive, harness } = await start([two, ending('Done.', 'b1', 'b2')]);
    await decide('reject', { call: 'b2' });
    expect(await drive()).toMatchObject({ kind: 'waiting' });
    await decide('approve', { call: 'b1' });
    expect(await drive()).toMatchObject(done);
    expect(resultsIn(harness.requests[1])).toMatchObject([
      { id: 'b1', said: { outcome: 'approved' } },
      { id: 'b2', said: { outcome: 'rejected' } },
    ]);
  });

  test('one at a time: a tool_use stop without a new call gets the next owed result, and nobody is asked twice', async () => {
    const { decide, drive, harness, courier } = await start([
      two,
      [...resultEvents([{ id: 'b1' }]), ...bareStop('tool_use')],
      ending('Done.', 'b2'),
    ]);
    await decide('approve', { call: 'b1' });
    await decide('approve', { call: 'b2' });
    expect(await drive()).toMatchObject(done);
    expect(harness.requests.map((request) => resultsIn(request).map((result) => result.id))).toEqual([
      [],
      ['b1', 'b2'],
      ['b2'],
    ]);
    expect(courier.sent).toHaveLength(1);
  });

  test('a call behind a tool of the harness is asked at a hand-off of its own', async () => {
    const mixed = calling(buying('b1', 'a'), { id: 'own', tool: 'shell' }, buying('b2', 'b'));
    const { decide, drive, harness, run, rest } = await start([
      mixed,
      [hooked('allow', 'own'), ...resultEvents([{ id: 'b1' }, { id: 'own' }]), ...bareStop('tool_use')],
      ending('Done.', 'b2'),
    ]);
    await decide('approve', { call: 'b1' });
    const second = await drive();
    expect(second).toMatchObject({ kind: 'waiting' });
    expect(second).not.toEqual(rest);
    await decide('approve', { call: 'b2' });
    expect(await drive()).toMatchObject(done);
    expect(harness.requests.map((request) => resultsIn(request).map((result) => result.id))).toEqual([
      [],
      ['b1'],
      ['b2'],
    ]);
    expect((await run()).calls.map((call) => [call.toolUseId, call.ran])).toEqual([
      ['b1', undefined],
      ['own', 'success'],
      ['b2', undefined],
    ]);
  });

  test('a result that is not replayed has arrived when the harness goes on to the call behind it', async () => {
    const mixed = calling(buying('b1', 'a'), { id: 'own', tool: 'shell' }, buying('b2', 'b'));
    const { decide, drive, harness } = await start([
      mixed,
      [hooked('allow', 'own'), ...resultEvents([{ id: 'own' }]), ...bareStop('tool_use')],
      ending('Done.', 'b2'),
    ]);
    await decide('approve', { call: 'b1' });
    await drive();
    await decide('approve', { call: 'b2' });
    expect(await drive()).toMatchObject(done);
    expect(resultsIn(harness.requests[2]).map((result) => result.id)).toEqual(['b2']);
  });

  test('results that are taken by nothing are not sent for ever', async () => {
    const { decide, drive } = await start([two, bareStop('tool_use')]);
    await decide('approve', { call: 'b1' });
    await decide('approve', { call: 'b2' });
    expect(await drive()).toMatchObject({ next: { cause: expect.stringContaining('results-not-taken') } });
  });

  test('tools that the harness ran itself are recorded and not answered, even where their result is not streamed', async () => {
    const { run, harness, decide, drive } = await start([
      [
        ...assistant({ calls: [{ id: 'h1', tool: 'shell' }] }, 'tool_use'),
        hooked('allow', 'h1'),
        ...resultEvents([{ id: 'h1', status: 'error' }]),
        ...assistant({ calls: [{ id: 'h2', tool: 'browser' }] }, 'tool_use'),
        hooked('allow', 'h2'),
        ...calling(buying('b1')),
      ],
      ending('Done.', 'b1'),
    ]);
    await decide('approve', { call: 'b1' });
    expect(await drive()).toMatchObject(done);
    expect(resultsIn(harness.requests[1]).map((result) => result.id)).toEqual(['b1']);
    expect((await run()).calls.map((call) => [call.toolUseId, call.ran, call.handedIn])).toEqual([
      ['h1', 'error', undefined],
      ['h2', undefined, undefined],
      ['b1', undefined, 1],
    ]);
  });

  test('a call beside an end_turn was run already and gets no answer', async () => {
    const { rest, harness } = await start([assistant({ text: 'Done.', calls: [buying('b1')] }, 'end_turn')]);
    expect(rest).toMatchObject(done);
    expect(harness.requests).toHaveLength(1);
  });
});
