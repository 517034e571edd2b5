import { describe, expect, test } from 'vitest';
import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { advance } from '../../lib/gate/advance.ts';
import { operate } from '../../lib/gate/operate.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const people = ['morgan', 'alex', 'kim'] as const;
const mailOf = (id: string) => `${id}@example.com`;
const roleOf = (id: string) => `arn:aws:iam::123456789012:role/${id}`;

/** A gate whose one tool asks so; everybody has a mailbox and a role. */
const gateAsking = (ask: JsonObject, changes: JsonObject = {}) =>
  gateFile({
    approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: mailOf(id), iam: roleOf(id) }])),
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: { ask: { deadline: '1h', ...ask } },
      },
    },
    ...changes,
  });

async function asking(ask: JsonObject, { requester = 'sam', changes = {} } = {}): Promise<Bench> {
  const made = bench({
    gate: gateAsking(ask, changes),
    harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]),
    input: { prompt: 'Buy.', requester },
  });
  await made.drive();
  return made;
}

const callOf = async (made: Bench) => (await made.run()).calls[0];

async function sign(made: Bench, verdict: VerdictKind, arn: string) {
  const { requestId = '', requested } = (await callOf(made)) ?? {};
  const body = { runId: made.runId, requestId, toolUseId: 'c1', digest: requested?.digest ?? '', verdict };
  return operate(oneInvocation(made.ports), { path: '/verdicts', userArn: arn, body: JSON.stringify(body) });
}

const as = (id: string) => `arn:aws:sts::123456789012:assumed-role/${id}/laptop`;

describe('nobody counts twice', () => {
  const groups = { groups: { buyers: ['morgan', 'alex'], leads: ['morgan', 'kim'] } };

  test('who is in two groups is asked once, and counts once', async () => {
    const made = await asking({ approvers: ['buyers', 'leads'], quorum: 2 }, { changes: groups });
    expect((await callOf(made))?.requested?.approvers).toEqual(['morgan', 'alex', 'kim']);
    expect(made.courier.sent.filter(({ to }) => to === mailOf('morgan'))).toHaveLength(1);
    await made.decide('approve', { call: 'c1' });
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'repeated' });
    expect((await callOf(made))?.closed).toBeUndefined();
  });

  test('who answers by link and signed is one person', async () => {
    const made = await asking({ approvers: ['buyers', 'leads'], quorum: 2 }, { changes: groups });
    await made.decide('approve', { call: 'c1' });
    expect(await sign(made, 'approve', as('morgan'))).toMatchObject({
      status: 200,
      body: { kind: 'repeated', approved: 1 },
    });
    expect((await callOf(made))?.closed).toBeUndefined();
    expect(await sign(made, 'approve', as('kim'))).toMatchObject({ body: { kind: 'recorded', outcome: 'approved' } });
  });

  test('who has two links, one of them sent anew, is one person', async () => {
    const made = await asking({ approvers: ['morgan', 'alex'], quorum: 2 });
    const first = made.secretOf(mailOf('morgan'));
    const { requestId = '' } = (await callOf(made)) ?? {};
    const body = JSON.stringify({ runId: made.runId, requestId, approver: 'morgan' });
    await operate(oneInvocation(made.ports), { path: '/requests/resend', userArn: as('alex'), body });
    await made.drive();
    const second = made.secretOf(mailOf('morgan'));
    expect(second).not.toBe(first);
    const digest = await made.digestOf('c1');
    for (const linkSecret of [first, second]) {
      const verdict = { toolUseId: 'c1' as ToolUseId, verdict: 'approve', digest, comment: undefined } as const;
      await recordVerdict(oneInvocation(made.ports), { linkSecret, ...verdict });
    }
    expect((await callOf(made))?.verdicts).toHaveLength(1);
    expect((await callOf(made))?.closed).toBeUndefined();
  });
});

describe('without veto', () => {
  test('one no does not decide while enough others may still say yes', async () => {
    const made = await asking({ approvers: [...people], quorum: 2, veto: false });
    expect(await made.decide('reject', { call: 'c1' })).toMatchObject({
      kind: 'recorded',
      call: { standing: { kind: 'open' } },
    });
    await made.decide('approve', { call: 'c1', as: mailOf('alex') });
    await made.decide('approve', { call: 'c1', as: mailOf('kim') });
    await made.drive();
    expect(resultsIn(made.harness.requests[1])).toMatchObject([
      { said: { outcome: 'approved', decidedBy: ['alex', 'kim'] } },
    ]);
  });

  test('a no stands: a yes of the same person after it is kept as evidence and said to be that', async () => {
    const made = await asking({ approvers: [...people], quorum: 2, veto: false });
    await made.decide('reject', { call: 'c1' });
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'answered-already' });
    expect(await sign(made, 'approve', as('morgan'))).toMatchObject({
      status: 409,
      body: { kind: 'answered-already', message: expect.stringContaining('has answered before') },
    });
    expect((await made.run()).setAside).toMatchObject([{ verdict: 'approve', why: 'answered-already' }]);
    expect((await callOf(made))?.verdicts).toMatchObject([{ verdict: 'reject' }]);
  });

  test('it is rejected when too few are left who could say yes', async () => {
    const made = await asking({ approvers: [...people], quorum: 2, veto: false });
    await made.decide('reject', { call: 'c1' });
    await made.decide('reject', { call: 'c1', as: mailOf('kim') });
    expect((await callOf(made))?.closed?.outcome).toBe('rejected');
  });

  test('where as many send it back as reject it, it is rejected', async () => {
    const made = await asking({ approvers: [...people], quorum: 2, veto: false });
    await made.decide('revise', { call: 'c1', comment: 'Two of them.' });
    await made.decide('reject', { call: 'c1', as: mailOf('kim') });
    expect((await callOf(made))?.closed?.outcome).toBe('rejected');
  });
});

describe('all', () => {
  test('are all who may decide: whoever asked for the run is not waited for', async () => {
    const made = await asking({ approvers: [...people], quorum: 'all' }, { requester: 'kim' });
    await made.decide('approve', { call: 'c1' });
    expect((await callOf(made))?.closed).toBeUndefined();
    await made.decide('approve', { call: 'c1', as: mailOf('alex') });
    expect((await callOf(made))?.closed).toMatchObject({ outcome: 'approved', verdicts: { length: 2 } });
  });
});

describe('whoever asked for the run', () => {
  test.each([
    'alex',
    'ALEX@example.com',
    'the  Alex',
    'Alex K. <alex@Example.com>',
    'The alex <elsewhere@example.com>',
  ])('is not asked about its calls, by whatever name: %s', async (requester) => {
    const made = await asking({ approvers: ['morgan', 'alex'] }, { requester });
    expect((await callOf(made))?.requested).toMatchObject({ approvers: ['morgan'], requesters: ['alex'] });
    expect(made.courier.sent.map(({ to }) => to)).toEqual([mailOf('morgan')]);
    expect(await sign(made, 'approve', as('alex'))).toMatchObject({ status: 404 });
  });

  test('is added by no escalation either, however soon it comes', async () => {
    const escalate = { after: '10m', to: ['alex', 'kim'] };
    const made = await asking({ approvers: ['morgan'], escalate }, { requester: 'alex' });
    expect((await callOf(made))?.requested).toMatchObject({
      requesters: ['alex'],
      schedule: [{ kind: 'escalation', to: ['kim'] }],
    });
    made.clock.set('2026-03-02T09:15:00.000Z');
    await made.drive();
    expect((await callOf(made))?.escalated).toEqual(['kim']);
    expect(made.courier.sent.map(({ to }) => to)).toEqual([mailOf('morgan'), mailOf('kim')]);
    expect(await sign(made, 'approve', as('alex'))).toMatchObject({ status: 404 });
  });

  test('is asked where the gate file says so', async () => {
    const made = await asking({ approvers: ['morgan', 'alex'], requesterMayApprove: true }, { requester: 'alex' });
    expect(await made.decide('approve', { call: 'c1', as: mailOf('alex') })).toMatchObject({ kind: 'recorded' });
  });

  test('leaves too few: the call is refused with the reason, and nobody is asked', async () => {
    const made = await asking({ approvers: ['morgan', 'alex'], quorum: 2 }, { requester: 'alex' });
    expect((await callOf(made))?.policy).toMatchObject({ decision: 'refuse', rule: 'tools.buy.rule.approvers' });
    expect(made.courier.sent).toEqual([]);
    const [result] = resultsIn(made.harness.requests[1]);
    expect(JSON.stringify(result)).toContain('may not decide on its calls, and of the 2 that must agree only 1');
  });

  test('is the only one who could say how the run goes on: it ends as if nobody were to be asked', async () => {
    const onCap = { onCap: { ask: { approvers: ['alex'], deadline: '1h' } }, caps: { turns: 1 } };
    const made = await asking({ approvers: ['morgan'] }, { requester: 'alex', changes: onCap });
    await made.decide('approve', { call: 'c1' });
    expect(await made.drive()).toMatchObject({ kind: 'ended', next: { next: 'stopped' } });
    expect((await made.run()).questions).toEqual([]);
  });
});

test('where who asked was erased before anybody was asked, nobody is: it could be one of those who would be', async () => {
  const machine: { made?: Bench } = {};
  const made = bench({
    gate: gateAsking({ approvers: ['morgan', 'alex'] }),
    harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]),
    input: { prompt: 'Buy.', requester: 'alex' },
    around: async (name, call) => {
      const answer = await call();
      const isJudged = name === 'ledger.append' && machine.made?.ledger.everything().includes('policy.applied');
      if (isJudged) machine.made?.contents.erase(made.runId, (await made.run()).started.start.contentId);
      return answer;
    },
  });
  machine.made = made;
  expect(await made.drive()).toMatchObject({
    next: { next: 'failed', cause: expect.stringContaining('start.erased') },
  });
  expect(made.courier.sent).toEqual([]);
});

describe('people who share a role', () => {
  const shared = { role: roleOf('buyers'), trustPolicyEnforcesSession: true };
  const changes = {
    approvers: Object.fromEntries(
      people.map((id) => [id, { name: id, mail: mailOf(id), iam: { ...shared, session: `${id}-s` } }]),
    ),
  };

  test('are told apart by their sessions, and other sessions of the role are none of them', async () => {
    const made = await asking({ approvers: ['morgan', 'kim'], quorum: 2, assurance: 'iam' }, { changes });
    const session = (name: string) => `arn:aws:sts::123456789012:assumed-role/buyers/${name}`;
    expect(await sign(made, 'approve', session('laptop'))).toMatchObject({ status: 403 });
    expect(await sign(made, 'approve', session('alex-s'))).toMatchObject({ status: 404 });
    expect(await sign(made, 'approve', session('kim-s'))).toMatchObject({ status: 200, body: { kind: 'recorded' } });
    expect((await callOf(made))?.verdicts).toMatchObject([{ approverId: 'kim', assurance: 'iam' }]);
  });
});

const askingMorgan = {
  buy: {
    description: 'Buys one item.',
    inputSchema: { type: 'object' },
    rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
  },
};

test('who asked is looked for among the people of the gate file that judged, though another was deployed before anybody was asked', async () => {
  const machine = { isDown: false, hasDied: false };
  const made = bench({
    gate: gateAsking({ approvers: ['morgan', 'alex'] }),
    harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]),
    input: { prompt: 'Buy.', requester: 'The alex' },
    around: async (name, call) => {
      if (machine.isDown) throw new Error('The machine is down.');
      const answer = await call();
      // The judgement is in the record, and nobody was asked yet.
      const isJudged = made.ledger.everything().includes('policy.applied');
      machine.isDown = name === 'ledger.append' && isJudged && !machine.hasDied;
      return answer;
    },
  });
  await expect(advance(made.ports, execution, { prompt: 'Buy.', requester: 'The alex' })).rejects.toThrow('down');
  const gone = gateFile({ approvers: { morgan: { name: 'Morgan', mail: 'morgan@example.com' } }, tools: askingMorgan });
  machine.isDown = false;
  machine.hasDied = true;
  await advance({ ...made.ports, gate: gone }, execution, {});
  expect((await callOf(made))?.requested).toMatchObject({ approvers: ['morgan'], requesters: ['alex'] });
});
