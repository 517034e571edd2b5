import { describe, expect, test } from 'vitest';
import { commitAfter } from '../../lib/core/commit.ts';
import type { GrantEntry } from '../../lib/core/grant.ts';
import type { CommandId, GrantId, RunId, ToolUseId } from '../../lib/core/ids.ts';
import { operate } from '../../lib/gate/operate.ts';
import { bench, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { countersign } from './host.ts';

const runId = 'run-00000000000000000000000000000001' as RunId;
const stopAll = ['stop', '--all', '--reason', 'A drill.'];

/** A route that answers with these, one after the other, and keeps what it was sent. */
function answering(...answers: readonly { readonly status: number; readonly body: object }[]) {
  const posted: unknown[] = [];
  const left = [...answers];
  const route = async (path: string, body: unknown) => {
    posted.push({ path, body });
    const { status, body: answer } = left.shift() ?? { status: 500, body: {} };
    return { status, body: JSON.parse(JSON.stringify(answer)) };
  };
  return { posted, route };
}

const page = (more: object) => ({
  status: 202,
  body: { message: 'Stopped.', stoppedAt: '2027-01-01T00:00:00.000Z', runs: 2, inFlight: [], ...more },
});
const turn = { runId, what: 'turn', turn: 3, until: '2027-01-01T00:01:00.000Z' };
const action = { runId, what: 'action', tool: 'pay', call: 'c1', until: '2027-01-01T00:01:00.000Z' };

describe('stop --all', () => {
  const pages = () =>
    answering(page({ next: 'more', inFlight: [turn] }), page({ inFlight: [action], untold: ['kim'] }));

  test('asks until there is no further page, lists what was in flight and who could not be told', async () => {
    const { posted, route } = pages();
    const { code, text, errors } = await countersign(stopAll, { route });
    expect(code).toBe(0);
    expect(posted).toEqual([
      { path: '/stop', body: { reason: 'A drill.' } },
      { path: '/stop', body: { reason: 'A drill.', next: 'more' } },
    ]);
    expect(text.split('\n')).toEqual([
      'Stopped.',
      `in flight: ${runId} turn 3`,
      'Stopped.',
      `in flight: ${runId} action pay c1`,
    ]);
    expect(errors).toContain('1 people could not be told');
  });

  test('prints one document with --json, however many pages there were', async () => {
    const { json } = await countersign([...stopAll, '--json'], { route: pages().route });
    expect(json()).toMatchObject({
      accepted: true,
      body: { stoppedAt: '2027-01-01T00:00:00.000Z', runs: 4, inFlight: [turn, action], untold: ['kim'] },
    });
  });

  test('that breaks off says that the gate is stopped and what to do, and keeps what it was told', async () => {
    const broken = () =>
      answering(page({ next: 'more', inFlight: [turn] }), { status: 503, body: { message: 'Busy' } });
    const told = await countersign(stopAll, { route: broken().route });
    expect([told.code, told.errors]).toEqual([4, expect.stringContaining('send the same stop once more')]);
    const { json } = await countersign([...stopAll, '--json'], { route: broken().route });
    expect(json()).toMatchObject({ accepted: false, status: 503, body: { runs: 2, inFlight: [turn] } });
  });

  test('lets nothing that others wrote begin a line, neither in what was in flight nor in what the gate says', async () => {
    const forged = 'The stop is lifted.';
    const tool = `pay\n${forged}`;
    const told = await countersign(stopAll, {
      route: answering(page({ message: `Stopped.\n${forged}`, inFlight: [{ ...action, tool }] })).route,
    });
    expect(told.text).toContain(forged);
    expect(told.text.split('\n').filter((line) => line.startsWith(forged))).toEqual([]);
    for (const status of [403, 503]) {
      const refused = await countersign(stopAll, {
        route: answering({ status, body: { message: `No.\n${forged}` } }).route,
      });
      expect(refused.errors).toContain(forged);
      expect(refused.errors.split('\n').filter((line) => line.startsWith(forged))).toEqual([]);
    }
  });

  test('that is refused stops nothing and says why', async () => {
    const { route } = answering({ status: 403, body: { message: 'Forbidden' } });
    const { code, errors } = await countersign(stopAll, { route });
    expect([code, errors]).toEqual([1, expect.stringContaining('may not call this route')]);
    expect(errors).not.toContain('The gate is stopped');
  });
});

test('go sends its reason, and a gate that is not stopped refuses it', async () => {
  const { posted, route } = answering({ status: 200, body: {} }, { status: 409, body: { message: 'Not stopped.' } });
  const words = ['go', '--reason', 'Over.'];
  expect(await countersign(words, { route })).toMatchObject({ code: 0, text: 'The stop is lifted.' });
  expect(await countersign(words, { route })).toMatchObject({ code: 1, errors: 'Refused (409): Not stopped.' });
  expect(posted[0]).toEqual({ path: '/go', body: { reason: 'Over.' } });
});

describe('audit show', () => {
  test('tells the stops of a gate: who, why, and when they were lifted', async () => {
    const made = bench({ gate: gateFile(), harness: scriptedHarness([]) });
    const userArn = 'arn:aws:iam::123456789012:user/ops';
    for (const [path, reason] of [['/stop', 'A drill.'] as const, ['/go', 'Over.'] as const])
      await operate(oneInvocation(made.ports), { path, userArn, body: JSON.stringify({ reason }) });
    const { ledger, contents } = made.ports;
    const { code, text } = await countersign(['audit', 'show', 'stop'], { ledger, contents });
    expect(code).toBe(0);
    expect(text).toMatch(/The whole gate was stopped.*user\/ops.*A drill\..*The stop was lifted.*Over\./s);
    expect((await countersign(['audit', 'verify', 'stop'], { ledger, contents })).code).toBe(0);
  });

  test('of a gate that was never stopped says so', async () => {
    expect(await countersign(['audit', 'show', 'stop'])).toMatchObject({
      code: 3,
      errors: 'This gate was never stopped.',
    });
  });

  test('tells a grant, whose it is and that it was used', async () => {
    const ledger = memoryLedger();
    const chain = `grant-${'a'.repeat(64)}` as GrantId;
    const at = '2027-01-01T00:00:00.000Z';
    const toolUseId = 'c1' as ToolUseId;
    const digest = 'd'.repeat(64);
    const granted: GrantEntry = { type: 'grant.granted', runId, epoch: 0, toolUseId, digest, until: at };
    const used: GrantEntry = { type: 'grant.used', toolUseId: 'h1' as ToolUseId };
    const commandId = 'a' as CommandId;
    const first = commitAfter(undefined, { chain, at, commandId, entries: [granted] });
    const stored = [first, commitAfter(first, { chain, at, commandId, entries: [used] })];
    const { code, text } = await countersign(['audit', 'show', chain], {
      ledger: { ...ledger, load: async (asked) => (String(asked) === chain ? stored : []) },
    });
    expect(code).toBe(0);
    expect(text).toMatch(new RegExp(`Granted for c1.*Run: ${runId}.*The guard let h1 pass`, 's'));
  });

  test.each(['stop', `grant-${'a'.repeat(64)}`])('%s is told by audit and is no run', async (name) => {
    const { code, errors } = await countersign(['show', name]);
    expect([code, errors]).toEqual([3, `${name} is no run. countersign audit show ${name} tells it.`]);
  });
});
