import { describe, expect, test } from 'vitest';
import { advance } from '../../lib/gate/advance.ts';
import { bench, execution } from '../support/bench.ts';
import { gateFile, restartingGate } from '../support/gate-files.ts';
import { type Reply, resultsIn, scriptedHarness, textIn } from '../support/scripted-harness.ts';
import { assistant, bareStop, buying, calling, ending, resultEvents } from '../support/stream.ts';

const ordinary = gateFile();
const restarting = restartingGate();

const run = async (replies: readonly Reply[], gate = ordinary) => {
  const made = bench({ harness: scriptedHarness(replies), gate });
  return { ...made, rest: await made.drive() };
};

const failedWith = (reason: string) => ({
  kind: 'ended',
  next: { next: 'failed', error: 'Countersign.RunFailed', cause: expect.stringContaining(`"reason":"${reason}"`) },
});

describe('refused turns', () => {
  test('a turn that was throttled is sent again, and each attempt has its own mark', async () => {
    const busy: Reply = { kind: 'refused', error: 'ThrottlingException', again: 'may-be-sent-again' };
    const { rest, harness, run: state } = await run([busy, busy, ending('Done.')]);
    expect(rest).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(harness.requests).toHaveLength(3);
    const { turns } = await state();
    expect(turns.map((turn) => [turn.started.turn, turn.end?.type])).toEqual([
      [1, 'turn.refused'],
      [1, 'turn.refused'],
      [1, 'turn.finished'],
    ]);
    expect(new Set(turns.map((turn) => turn.started.attemptId)).size).toBe(3);
  });

  test('a turn that may not be sent at all fails the run at once', async () => {
    const { rest, harness } = await run([
      { kind: 'refused', error: 'AccessDeniedException', again: 'would-be-refused-again' },
    ]);
    expect(rest).toMatchObject(failedWith('harness.refused.AccessDeniedException'));
    expect(harness.requests).toHaveLength(1);
  });

  test('results that the service finds invalid cost the session, not the verdict', async () => {
    const { drive, decide, harness } = await run([
      calling(buying('c1')),
      { kind: 'refused', error: 'ValidationException', again: 'would-be-refused-again' },
      ending('Going on.'),
    ]);
    await decide('approve', { call: 'c1' });
    expect(await drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(harness.requests[2]?.sessionId).not.toBe(harness.requests[1]?.sessionId);
    expect(textIn(harness.requests[2])).toContain('"outcome":"approved"');
  });

  test('a first prompt that is invalid fails the run: a new session would refuse it too', async () => {
    const { rest } = await run([{ kind: 'refused', error: 'ValidationException', again: 'would-be-refused-again' }]);
    expect(rest).toMatchObject(failedWith('harness.refused.ValidationException'));
  });
});

describe('turns in doubt', () => {
  const unanswered: Reply = { kind: 'unanswered', error: 'TimeoutError', message: 'socket hang up' };
  const fault = (error: string): Reply => [{ [error]: { message: 'broken' } }];

  test.each<[string, Reply, string]>([
    ['without an answer', unanswered, 'turn.unanswered'],
    ['without a messageStop', [{ messageStart: { role: 'assistant' } }], 'turn.no-message-stop'],
    ['with an error in the stream', fault('internalServerException'), 'turn.stream-error'],
    ['with an error thrown while reading', [new Error('cut')], 'turn.stream-error'],
    ['that cannot be read', calling({ id: 'a b', tool: 'buy' }), 'turn.unreadable-stream'],
    ['refused by its session', fault('runtimeClientError'), 'turn.session-lost'],
  ])('fail: a first turn %s fails the run', async (_, reply, reason) => {
    const { rest, harness } = await run([reply]);
    expect(rest).toMatchObject(failedWith(reason));
    expect(harness.requests).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['without an answer', unanswered],
    ['without a messageStop', [{ messageStart: { role: 'assistant' } }]],
    ['with an error in the stream', fault('internalServerException')],
  ])('restart: a first turn %s is begun again in a new session, never in the same one', async (_, reply) => {
    const { rest, harness, run: state } = await run([reply, ending('Done.')], restarting);
    expect(rest).toMatchObject({ kind: 'ended', next: { next: 'done', output: { turns: 2 } } });
    expect(harness.requests[1]?.sessionId).not.toBe(harness.requests[0]?.sessionId);
    expect(textIn(harness.requests[1])).toContain('Buy a chair.');
    expect(textIn(harness.requests[1])).toContain('continues an earlier one that was lost');
    expect((await state()).epoch).toBe(1);
  });

  test('a run whose third session is lost fails', async () => {
    const { rest, harness } = await run([unanswered, unanswered, unanswered], restarting);
    expect(rest).toMatchObject(failedWith('session.lost-again'));
    expect(new Set(harness.requests.map((request) => request.sessionId)).size).toBe(3);
  });

  test.each(['runtimeClientError', 'RuntimeClientError', 'validationException', 'ValidationException'])(
    'results that the session refuses with %s are told in a new one, also where doubts fail the run',
    async (error) => {
      const refusal: Reply = /^[A-Z]/.test(error)
        ? [Object.assign(new Error('missing'), { name: error })]
        : [{ [error]: { message: "Inline function result is missing toolUseId 'x'" } }];
      const { drive, decide, harness, run: state } = await run([calling(buying('c1')), refusal, ending('Going on.')]);
      await decide('reject', { call: 'c1', comment: 'Too dear.' });
      expect(await drive()).toMatchObject({ kind: 'ended', next: { next: 'done' } });
      const told = textIn(harness.requests[2]);
      expect(told).toContain('buy with {"item":"chair"}');
      expect(told).toContain('"outcome":"rejected"');
      expect(told).toContain('Too dear.');
      expect((await state()).turns[1]?.end).toMatchObject({ type: 'turn.failed', failure: 'session-lost' });
    },
  );

  test('a client error behind words of the model is a turn that broke, not a session that refused', async () => {
    const { drive, decide } = await run([
      calling(buying('c1')),
      [...resultEvents([{ id: 'c1' }]), ...assistant({ text: 'I' }, 'end_turn'), { runtimeClientError: {} }],
    ]);
    await decide('approve', { call: 'c1' });
    expect(await drive()).toMatchObject(failedWith('turn.stream-error'));
  });
});

describe('stops', () => {
  test.each(['timeout_exceeded', 'max_iterations_exceeded'])(
    '%s is continued with one fixed text when nothing is owed, within the cap',
    async (reason) => {
      const cut = assistant({ text: 'Still looking' }, reason);
      const { rest, harness } = await run([cut, cut, cut, cut]);
      expect(rest).toMatchObject({
        kind: 'ended',
        next: { next: 'stopped', cause: expect.stringContaining('caps.continuations') },
      });
      expect(new Set(harness.requests.slice(1).map(textIn)).size).toBe(1);
      expect(textIn(harness.requests[1])).toContain('Please go on');
      expect(new Set(harness.requests.map((request) => request.sessionId)).size).toBe(1);
    },
  );

  test('a turn that is cut off behind a call of ours is answered, never talked to', async () => {
    const { rest, drive, decide, harness } = await run([
      assistant({ calls: [buying('c1')] }, 'timeout_exceeded'),
      ending('Done.', 'c1'),
    ]);
    expect(rest).toMatchObject({ kind: 'waiting' });
    await decide('approve', { call: 'c1' });
    await drive();
    expect(textIn(harness.requests[1])).toBe('');
    expect(resultsIn(harness.requests[1])).toMatchObject([{ id: 'c1' }]);
  });

  test('an id that comes a second time in one session makes the turn unreadable', async () => {
    const { decide, drive } = await run([
      calling(buying('b1')),
      [...resultEvents([{ id: 'b1' }]), ...calling(buying('b1', 'yacht'))],
    ]);
    await decide('approve', { call: 'b1' });
    expect(await drive()).toMatchObject({ next: { cause: expect.stringContaining('turn.unreadable-stream') } });
  });

  test('a turn that is cut off while the harness runs a tool of its own is continued, and that call is never ours', async () => {
    const {
      rest,
      harness,
      run: state,
    } = await run([
      assistant({ calls: [{ id: 'own', tool: 'shell' }] }, 'timeout_exceeded'),
      calling({ id: 'l1', tool: 'look' }),
      ending('Done.', 'l1'),
    ]);
    expect(rest).toMatchObject({ kind: 'ended', next: { next: 'done' } });
    expect(resultsIn(harness.requests[2]).map((result) => result.id)).toEqual(['l1']);
    expect((await state()).calls.find((call) => call.toolUseId === 'own')).not.toHaveProperty('handedIn');
  });

  test('results that a turn was cut off before taking are not followed by a text, and the run fails', async () => {
    const { drive, decide, harness, run: state } = await run([calling(buying('c1')), bareStop('timeout_exceeded')]);
    await decide('approve', { call: 'c1' });
    expect(await drive()).toMatchObject(failedWith('stop.timeout_exceeded.results-not-taken'));
    expect(harness.requests).toHaveLength(2);
    expect((await state()).finished).toBeDefined();
  });

  test.each(['max_tokens', 'content_filtered', 'hook_stopped', 'guardrail_intervened', 'something_new'])(
    '%s fails the run, whatever the model said',
    async (reason) => {
      expect((await run([assistant({ text: 'All is done!' }, reason)])).rest).toMatchObject(
        failedWith(`stop.${reason}`),
      );
    },
  );

  test('a tool_use stop that owes nothing fails the run', async () => {
    expect((await run([assistant({ text: 'Hm.' }, 'tool_use')])).rest).toMatchObject(
      failedWith('stop.tool_use.owing-nothing'),
    );
  });

  test('the turns of a run are capped, and a session that is left owing is retired in the ledger', async () => {
    const { rest, ledger, runId } = await run(
      [calling({ id: 'l1', tool: 'look' }), [...resultEvents([{ id: 'l1' }]), ...calling({ id: 'l2', tool: 'look' })]],
      gateFile({ caps: { turns: 2 } }),
    );
    expect(rest).toMatchObject({ kind: 'ended', next: { next: 'stopped', error: 'Countersign.RunStopped' } });
    const last = JSON.parse(Buffer.from(ledger.stored(runId).at(-1)?.bytes ?? []).toString()) as { entries: object[] };
    expect(last.entries).toMatchObject([
      { type: 'session.retired', because: 'run-ended', owed: ['l2'] },
      { type: 'run.finished', outcome: 'stopped', reason: 'caps.turns' },
    ]);
  });

  test('a run that has ended is answered from its ledger, however often it is asked', async () => {
    const { rest, ports, harness } = await run([ending('Done.')]);
    expect({ kind: 'ended', next: await advance(ports, execution, {}) }).toEqual(rest);
    expect(harness.requests).toHaveLength(1);
  });
});
