import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { checkChain } from '../../lib/core/commit.ts';
import { sessionIdOf, stopChain } from '../../lib/core/ids.ts';
import { type StopEntry, stopFindings } from '../../lib/core/stop-entries.ts';
import { guard } from '../../lib/gate/guard.ts';
import { operate } from '../../lib/gate/operate.ts';
import { startByCaller } from '../../lib/gate/start-by-caller.ts';
import { type Bench, bench, execution, oneInvocation } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';

const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
const userArn = 'arn:aws:iam::123456789012:user/ops';
const executor = 'arn:aws:lambda:us-east-1:123456789012:function:buys';
const morgan = { ask: { approvers: ['morgan'], deadline: '1h' } };

const gate = gateFile({
  harness: { arn: harnessArn, timeoutSeconds: 60, tools: { allow: ['find_*'] } },
  tools: {
    buy: { description: 'Buys.', inputSchema: { type: 'object' }, executor: { lambda: executor }, rule: morgan },
    payments___transfer: { description: 'Pays.', runBy: 'harness', inputSchema: { type: 'object' }, rule: morgan },
  },
});

async function operated(made: Bench, path: '/stop' | '/go') {
  return operate(oneInvocation(made.ports), { path, userArn, body: JSON.stringify({ reason: 'A drill.' }) });
}

/** A run with a mail, two verdicts, an action, a grant and three turns; something may happen around each call of each port. */
function lively(around?: (name: string, call: () => Promise<unknown>) => Promise<unknown>): Bench {
  const transfer = { tool: 'payments___transfer', arguments: { amount: 5 } };
  return bench({
    gate,
    harness: scriptedHarness([
      calling({ id: 'c1', tool: 'buy', input: {} }, { id: 'c2', tool: 'request_approval', input: transfer }),
      calling({ id: 'c3', tool: 'buy', input: { more: true } }),
      ending('Done.'),
    ]),
    executors: { invoke: async () => ({ kind: 'answered', text: '{"status":"done"}' }) },
    ...(around === undefined ? {} : { around }),
  });
}

async function live(made: Bench): Promise<void> {
  await made.drive();
  for (const call of ['c1', 'c2', 'c3']) {
    if (made.courier.sent.every(({ message }) => message.subject !== 'Approval')) continue;
    await made.decide('approve', { call });
    await made.drive();
  }
}

const beginnings = ['harness.invoke', 'executors.invoke', 'courier.mail'];

describe('a stop of the gate', () => {
  test('races every step: nothing begins behind it but what it lists as in flight, and the run ends as stopped', async () => {
    let calls = 0;
    await live(
      lively(async (_, call) => {
        calls += 1;
        return call();
      }),
    );
    expect(calls).toBeGreaterThan(100);
    const caught = new Set<string>();
    for (let at = 0; at < calls; at += 1) {
      let seen = 0;
      let acknowledged: Json | undefined;
      let isStopping = false;
      const begunBehind: string[] = [];
      const made: Bench = lively(async (name, call) => {
        if (isStopping) return call();
        seen += 1;
        if (seen === at + 1) {
          isStopping = true;
          acknowledged = (await operated(made, '/stop')).body;
          isStopping = false;
        }
        if (acknowledged !== undefined && beginnings.includes(name)) begunBehind.push(name);
        return call();
      });
      await live(made);
      const listed = JSON.stringify(acknowledged);
      expect(begunBehind.length, `a stop before call ${at} (${begunBehind})`).toBeLessThanOrEqual(1);
      for (const name of begunBehind) caught.add(name);
      for (const name of begunBehind) expect(listed, `before call ${at}`).toContain(whatOf(name));
      if (acknowledged === undefined) throw new Error(`The stop before call ${at} was not made.`);
      const { finished } = await made.run();
      if (!listed.includes('"runs":0') && finished?.outcome !== 'done') {
        expect(finished, `a stop before call ${at}`).toMatchObject({ outcome: 'stopped', reason: 'operator' });
      }
    }
    expect([...caught].toSorted()).toEqual(beginnings.toSorted());
  });

  test('cancels what people were asked, tells them once, and says who stopped and why', async () => {
    const made = lively();
    await made.drive();
    const answer = await operated(made, '/stop');
    expect(answer).toMatchObject({ status: 202, body: { runs: 1, inFlight: [] } });
    await operated(made, '/stop');
    await made.drive();
    const run = await made.run();
    expect(run.finished).toMatchObject({ outcome: 'stopped' });
    expect(run.stopRequested).toMatchObject({ gateStop: 0 });
    expect(run.calls.map(({ closed }) => closed?.outcome)).toEqual(['cancelled', 'cancelled']);
    expect(made.courier.sent.map(({ message }) => message.subject)).toEqual(['Approval', 'Cancelled']);
  });

  test('has the guard deny what it would allow, until it is lifted', async () => {
    const made = lively();
    await made.drive();
    const ask = () =>
      guard(
        { ...made.ports, harnessArn },
        {
          event: 'before_tool_call',
          harnessArn,
          sessionId: sessionIdOf({ ...execution, executionName: 'another' }, 0),
          context: { toolName: 'find_x', toolUseId: 'use-1', toolInput: {} },
        },
      );
    const other = { ...execution, executionName: 'another' };
    const session = { sessionId: sessionIdOf(other, 0), runId: made.runId, harnessArn, epoch: 0, grantSalt: 'salt' };
    await made.ports.operational.putSession(session);
    expect((await ask()).decision).toBe('allow');
    await operated(made, '/stop');
    expect(await ask()).toMatchObject({ decision: 'deny', reason: expect.stringContaining('whole gate was stopped') });
    await operated(made, '/go');
    expect((await ask()).decision).toBe('allow');
  });

  test('ends a run that is started behind it before its first turn; what was stopped stays so when it is lifted', async () => {
    const made = lively();
    await operated(made, '/stop');
    await made.drive();
    expect(made.harness.requests).toEqual([]);
    await operated(made, '/go');
    await made.drive();
    expect((await made.run()).finished).toMatchObject({ outcome: 'stopped' });
  });

  test('has the signed route begin no run', async () => {
    const made = lively();
    await operated(made, '/stop');
    const executions = { start: () => Promise.reject(new Error('A run began.')) };
    const starters = [{ principals: [userArn], requesters: ['sam'] }];
    const ports = { ...made.ports, gate: { ...gate, starters }, executions };
    const body = JSON.stringify({ prompt: 'Buy.', requester: 'sam' });
    expect(await startByCaller(ports, { userArn, body })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The gate is stopped since') },
    });
  });

  test('stands once however often it is sent, and is lifted once', async () => {
    const made = lively();
    await Promise.all([operated(made, '/stop'), operated(made, '/stop'), operated(made, '/stop')]);
    expect(await operated(made, '/go')).toMatchObject({ status: 200 });
    expect(await operated(made, '/go')).toMatchObject({ status: 409 });
    const { commits, findings } = checkChain<StopEntry, typeof stopChain>(stopChain, made.ledger.stored(stopChain));
    expect(commits.flatMap(({ entries }) => entries.map(({ type }) => type))).toEqual(['gate.stopped', 'gate.lifted']);
    expect([...findings, ...stopFindings(commits)]).toEqual([]);
    expect(made.ledger.everything()).not.toContain('A drill.');
  });
});

function whatOf(name: string): string {
  const what = { 'harness.invoke': 'turn', 'executors.invoke': 'action', 'courier.mail': 'notice' }[name];
  return `"what":"${what}"`;
}
