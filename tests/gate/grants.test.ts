import { describe, expect, test } from 'vitest';
import type { RunId } from '../../lib/core/ids.ts';
import { operate } from '../../lib/gate/operate.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import { bench } from '../support/bench.ts';
import { resultsIn, scriptedHarness, textIn } from '../support/scripted-harness.ts';
import { assistant, calling, ending } from '../support/stream.ts';
import { asking, type Called, granted, grantingGate, hook, transfer } from './grant-bench.ts';

describe('request_approval', () => {
  test('asks about the call that it names, under the rules of its tool, and tells the model to make it once', async () => {
    const made = await granted();
    const [call] = (await made.run()).calls;
    expect(call?.policy).toMatchObject({
      decision: 'ask',
      rule: 'tools.payments___transfer.rules[1]',
      subject: 'payments___transfer',
      carriedOutBy: 'harness',
    });
    expect(call?.grant?.until).toBe(call?.requested?.deadline);
    expect(resultsIn(made.harness.requests[1])).toMatchObject([
      {
        status: 'success',
        said: { outcome: 'approved', tool: 'payments___transfer', grantedUntil: call?.grant?.until },
      },
    ]);
  });

  test('makes a grant without a person where the rules allow the call', async () => {
    const small = { ...transfer, amount: 5 };
    const made = bench({ harness: scriptedHarness([asking('ask-1', small), ending('Done.')]), gate: grantingGate() });
    await made.drive();
    expect(await hook(made, { input: small })).toMatch(/^allow/);
    expect(await hook(made, { input: small, id: 'use-2' })).toMatch(/^deny .*used already/);
  });

  test.each([
    ['another tool, which the model is to call itself', { tool: 'look', arguments: {} }, 'Call look itself'],
    ['a tool that nobody names', { tool: 'shell', arguments: {} }, 'not for "shell"'],
    ['itself', { tool: 'request_approval', arguments: {} }, 'not for "request_approval"'],
    ['arguments that are a text', { tool: 'payments___transfer', arguments: '{}' }, 'takes two members'],
    ['more than a call', { tool: 'payments___transfer', arguments: transfer, limit: 9 }, 'takes two members'],
  ])('is refused for %s', async (_, input, told) => {
    const replies = [calling({ id: 'ask-1', tool: 'request_approval', input }), ending('Done.')];
    const made = bench({ harness: scriptedHarness(replies), gate: grantingGate() });
    await made.drive();
    expect((await made.run()).calls[0]?.policy).toMatchObject({ decision: 'refuse', rule: 'gate.not-this-way' });
    expect(JSON.stringify(resultsIn(made.harness.requests[1]))).toContain(JSON.stringify(told).slice(1, -1));
  });

  test('checks the arguments by the schema of the tool', async () => {
    const made = bench({
      harness: scriptedHarness([asking('ask-1', { to: 'x', amount: 5000 }), ending('Done.')]),
      gate: grantingGate(),
    });
    await made.drive();
    expect((await made.run()).calls[0]?.policy?.rule).toBe('tools.payments___transfer.inputSchema');
  });

  test('is the way to such a tool: a direct call that is handed to the gate is refused', async () => {
    const direct = calling({ id: 'c1', tool: 'payments___transfer', input: transfer });
    const made = bench({ harness: scriptedHarness([direct, ending('Done.')]), gate: grantingGate() });
    await made.drive();
    expect((await made.run()).calls[0]?.policy).toMatchObject({ decision: 'refuse', rule: 'gate.not-this-way' });
  });
});

describe('the guard lets a granted call pass', () => {
  test('once, and the same tool use again, since its hook may be called again', async () => {
    const made = await granted();
    expect(await hook(made)).toMatch(/^allow use-1: it was approved/);
    expect(await hook(made, { id: 'use-2' })).toMatch(/^deny .*used already/);
    expect(await hook(made)).toMatch(/^allow/);
  });

  test('however its members are ordered, and also where they come as JSON text', async () => {
    const made = await granted();
    expect(await hook(made, { input: '{"amount":480.0,"to":"Ystad Ltd"}' })).toMatch(/^allow/);
  });

  test('to one of fifty that come at once', async () => {
    const made = await granted();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => hook(made, { id: `use-${at}` })));
    expect(answers.filter((answer) => answer.startsWith('allow'))).toHaveLength(1);
  });

  test('once more when the same call was asked about and approved once more', async () => {
    const made = await granted([asking('ask-2')]);
    expect(await hook(made)).toMatch(/^allow/);
    await made.decide('approve', { call: 'ask-2' });
    await made.drive();
    expect(await hook(made, { id: 'use-1' })).toMatch(/^allow/);
    expect(await hook(made, { id: 'use-2' })).toMatch(/^allow/);
    expect(await hook(made, { id: 'use-3' })).toMatch(/^deny/);
  });
});

describe('the guard denies', () => {
  test('without a grant, also where a pattern allows the tool, and says what to ask for', async () => {
    const made = bench({ harness: scriptedHarness([asking('ask-1')]), gate: grantingGate() });
    await made.drive();
    expect(await hook(made)).toMatch(/^deny use-1: nobody approved this call .* Ask first with request_approval/);
    await made.decide('reject', { call: 'ask-1' });
    expect(await hook(made)).toMatch(/^deny/);
  });

  test.each([
    ['one changed argument', { input: { ...transfer, amount: 481 } }],
    ['one argument more', { input: { ...transfer, note: '' } }],
    ['another session', { epoch: 1 }],
    ['a context that was shortened', { context: { truncated: true } }],
    ['an input that was shortened', { input: { ...transfer, $truncated: true } }],
    ['a number that may have been another one before it was parsed', { input: { ...transfer, amount: 2 ** 60 } }],
    ['names that stand twice', { input: '{"to":"x","to":"Ystad Ltd","amount":480}' }],
    ['the rules of another policy version', { gate: grantingGate('Moves money, in other words.') }],
  ] satisfies readonly (readonly [string, Called])[])('with %s', async (_, called) => {
    const made = await granted();
    expect(await hook(made, called)).toMatch(/^deny/);
    expect(await hook(made, { id: 'use-2' })).toMatch(/^allow/);
  });

  test('behind the deadline of the request', async () => {
    const made = await granted();
    made.clock.forward(3_600_000);
    expect(await hook(made)).toMatch(/^deny .*has ended/);
  });

  test('when the run was stopped meanwhile', async () => {
    const made = await granted([asking('ask-2', { ...transfer, amount: 481 })]);
    const body = JSON.stringify({ runId: made.runId });
    await operate(made.ports, { path: '/runs/stop', userArn: 'arn:aws:iam::123456789012:user/ops', body });
    expect(await hook(made)).toMatch(/^deny .*stopped/);
  });

  test('what a grant cannot be believed for: its bytes are not what its hash says', async () => {
    const made = await granted();
    const grantId = (await made.run()).calls[0]?.grant?.grantId ?? '';
    const [stored] = made.ledger.stored(grantId);
    const forged = Buffer.from(stored?.bytes ?? [])
      .toString('utf8')
      .replace(/2026-03-02T10/, '2036-03-02T10');
    made.ledger.stored(grantId)[0] = { chain: grantId, seq: 0, hash: stored?.hash ?? '', bytes: Buffer.from(forged) };
    expect(await hook(made)).toMatch(/^deny/);
  });
});

test('a grant that was put before its invocation died is found again, and not put twice', async () => {
  let deaths = 0;
  const made = bench({
    harness: scriptedHarness([asking('ask-1'), ending('Done.')]),
    gate: grantingGate(),
    around: async (name, call) => {
      const answer = await call();
      if (name !== 'chains.append' || deaths > 0) return answer;
      deaths += 1;
      throw new Error('The invocation died.');
    },
  });
  await made.drive();
  await made.decide('approve', { call: 'ask-1' });
  await made.drive();
  const grantId = (await made.run()).calls[0]?.grant?.grantId ?? '';
  expect(deaths).toBe(1);
  expect(made.ledger.stored(grantId)).toHaveLength(1);
  expect(await hook(made)).toMatch(/^allow/);
});

test('a grant ends with its session, and the next one is told so', async () => {
  const lost = [assistant({ text: 'I' }, 'end_turn')[0] ?? {}];
  const made = await granted([lost]);
  expect(textIn(made.harness.requests[2])).toContain('approved for the session that was lost');
  expect(await hook(made, { epoch: 1 })).toMatch(/^deny/);
});

test('a check of the run finds its grants, what cannot stand in their chains, and one that is gone', async () => {
  const made = await granted();
  await hook(made);
  const grantId = (await made.run()).calls[0]?.grant?.grantId ?? '';
  expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
  expect((await verifyRun(made.ports, grantId as RunId)).findings).toEqual([]);
  made.ledger.stored(grantId).shift();
  expect((await verifyRun(made.ports, grantId as RunId)).findings.join()).toContain('nothing was granted for it');
  expect((await verifyRun(made.ports, made.runId)).findings.join()).toContain('the grant of ask-1 is not there');
});

test('the report says whether a grant was used, by which call, and where that cannot be known', async () => {
  const made = await granted();
  const grant = async () => (await reportOf(made.ports, await made.run())).calls[0]?.grant;
  expect(await grant()).toMatchObject({ used: null, standing: 'session-over' });
  await hook(made);
  expect(await grant()).toMatchObject({ used: { toolUseId: 'use-1' }, standing: 'passed' });
  made.ledger.stored((await grant())?.grantId ?? '').shift();
  expect(await grant()).toMatchObject({ used: 'unknown', standing: 'unknown' });
});

test('nothing of a granted call can be read or guessed from the chains', async () => {
  const made = await granted();
  await hook(made);
  expect(made.ledger.everything()).not.toContain('Ystad');
});
