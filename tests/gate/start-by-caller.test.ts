import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { runIdOf } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { loadRun } from '../../lib/gate/append.ts';
import type { Executions } from '../../lib/gate/ports.ts';
import { startByCaller } from '../../lib/gate/start-by-caller.ts';
import { openStart } from '../../lib/gate/start-content.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const userArn = 'arn:aws:sts::123456789012:assumed-role/portal/i-0abc';
const portal = 'arn:aws:iam::123456789012:role/service/portal';
const machineArn = 'arn:aws:states:us-east-1:123456789012:stateMachine:purchase-dev';
const startedAt = '2026-03-02T09:00:01.000Z';
const start = { prompt: 'Buy a chair.', requester: 'sam' };

interface Started {
  readonly name: string;
  readonly input: JsonObject;
}

function gateWith(starter: JsonObject, changes: JsonObject = {}) {
  return gateFile({ starters: [{ principals: [portal], requesters: ['sam'], ...starter }], ...changes });
}

function world(starter: JsonObject = {}, changes: JsonObject = {}) {
  const made = bench({
    harness: scriptedHarness([calling(buying('c1')), ending('Done.')]),
    gate: gateWith(starter, changes),
  });
  const begun = new Map<string, Started>();
  const executions: Executions = {
    start: async ({ name, input }) => {
      const executionArn = `arn:aws:states:us-east-1:123456789012:execution:purchase-dev:${name}`;
      if (begun.has(name)) return { kind: 'exists', executionArn };
      begun.set(name, { name, input });
      return { kind: 'started', executionArn, machineArn, executionStartedAt: startedAt };
    },
  };
  const post = (body: Json, caller = userArn) =>
    startByCaller({ ...made.ports, executions }, { userArn: caller, body: JSON.stringify(body) });
  return { ...made, begun: () => [...begun.values()], post };
}

const executionOf = (name: string, changes: JsonObject = {}) => ({
  machineArn,
  executionArn: `arn:aws:states:us-east-1:123456789012:execution:purchase-dev:${name}`,
  executionName: name,
  executionStartedAt: startedAt,
  ...changes,
});

async function runOf({ ports }: Pick<Bench, 'ports'>, name: string) {
  const run = await loadRun(ports, runIdOf(executionOf(name)));
  if (run === undefined) throw new Error('The run has no chain.');
  return run;
}

describe('a signed start', () => {
  test('makes an execution with pointers only, and a run whose requester is known by IAM', async () => {
    const made = world();
    const answer = await made.post(start);
    const [{ name, input }] = made.begun() as [Started];
    expect(answer).toEqual({
      status: 201,
      body: { executionArn: executionOf(name).executionArn, runId: runIdOf(executionOf(name)) },
    });
    expect(Object.keys(input).sort()).toEqual(['commitment', 'size', 'startId']);
    expect(JSON.stringify(input)).not.toMatch(/chair|sam/);
    expect(await advance(made.ports, executionOf(name), input)).toMatchObject({ next: 'ask' });
    const run = await runOf(made, name);
    expect(run.started.requesterAssurance).toBe('iam');
    // An erasure of the run's texts must find the route's own copy too.
    expect(run.started.signedStart).toMatchObject({ contentId: expect.any(String), size: expect.any(Number) });
    expect(await openStart(made.ports, run)).toMatchObject({
      ...start,
      caller: { arn: 'arn:aws:iam::123456789012:role/portal', sessionName: 'i-0abc' },
    });
  });

  test('with a key is made once for each caller', async () => {
    const made = world({ principals: [portal, 'arn:aws:iam::123456789012:user/other'] });
    const keyed = { ...start, idempotencyKey: 'order-7' };
    const first = await made.post(keyed);
    expect(await made.post(keyed)).toEqual({
      status: 200,
      body: { executionArn: first.body['executionArn'], repeated: true },
    });
    expect(await made.post(keyed, 'arn:aws:iam::123456789012:user/other')).toMatchObject({ status: 201 });
    expect(await made.post({ ...start, idempotencyKey: 'a b' })).toMatchObject({ status: 400 });
  });

  test.each<[string, JsonObject, JsonObject]>([
    ['another requester', {}, { requester: 'kim' }],
    ["somebody else's memory", {}, { actor: 'kim' }],
    ['an actor that is not named', { actors: ['office'] }, { actor: 'sam' }],
    ['a label that is not named', { labels: { team: ['office'] } }, { labels: { cost: '1' } }],
    ['a value that is not named', { labels: { team: ['office'] } }, { labels: { team: 'board' } }],
    ['a label called constructor', { labels: { team: ['office'] } }, { labels: { constructor: 'x' } }],
  ])('is refused for %s', async (_, starter, changes) => {
    const made = world(starter);
    expect(await made.post({ ...start, ...changes })).toMatchObject({ status: 403 });
    expect(made.begun()).toEqual([]);
  });

  test.each<[JsonObject, JsonObject]>([
    [{}, { actor: 'sam' }],
    [
      { requesters: ['*'], actors: ['*'], labels: { team: ['*'] } },
      { requester: 'kim', actor: 'lee', labels: { team: 'x' } },
    ],
  ])('is allowed by %j', async (starter, changes) => {
    expect(await world(starter).post({ ...start, ...changes })).toMatchObject({ status: 201 });
  });

  test.each([
    'arn:aws:iam::123456789012:role/other',
    'arn:aws:iam::210987654321:role/portal',
    'arn:aws:iam::123456789012:user/portal',
    'arn:aws:iam::123456789012:root',
  ])('is refused to %s', async (caller) => {
    expect(await world().post(start, caller)).toMatchObject({ status: 403 });
  });

  test.each([{ prompt: 'x' }, { ...start, evil: 1 }, [], 'text'])(
    'that reads %j is refused with what is allowed',
    async (body) => {
      expect(await world().post(body)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('allowed') },
      });
    },
  );
});

describe('an execution started by hand', () => {
  test('cannot use what was sealed for another one, in part or later', async () => {
    const made = world();
    await made.post(start);
    const [{ name, input }] = made.begun() as [Started];
    const later = { executionStartedAt: '2026-06-02T09:00:00.000Z' };
    const tries: readonly [object, JsonObject][] = [
      [executionOf('mine'), input],
      [executionOf(name, later), input],
      [executionOf(name), { ...input, prompt: 'x' }],
      [executionOf(name), { ...input, commitment: '0'.repeat(64) }],
      [executionOf(name), { ...input, startId: 'other' }],
      [executionOf(name), { startId: 7 }],
    ];
    for (const [execution, given] of tries) {
      const next = await advance(made.ports, { ...executionOf(name), ...execution }, given);
      expect(next).toMatchObject({ next: 'failed', error: 'Countersign.BadStart' });
    }
  });

  test('claims its requester, and a tool that demands more refuses it and says why', async () => {
    const tools = {
      buy: {
        description: 'Buys.',
        inputSchema: { type: 'object' },
        rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
        requesterAssurance: 'iam',
      },
    };
    const made = world({}, { tools });
    expect(await made.drive()).toMatchObject({ kind: 'ended' });
    const [call] = (await made.run()).calls;
    expect(call?.policy).toMatchObject({ decision: 'refuse', rule: 'tools.buy.requesterAssurance' });
    expect(JSON.stringify(made.harness.requests[1]?.messages)).toContain('started by hand');
    const signed = world({}, { tools });
    await signed.post(start);
    const [{ name, input }] = signed.begun() as [Started];
    expect(await advance(signed.ports, executionOf(name), input)).toMatchObject({ next: 'ask' });
  });
});
