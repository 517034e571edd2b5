import { describe, expect, test } from 'vitest';
import { bench, execution } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { countersign } from './host.ts';

const people = ['morgan', 'alex', 'kim'] as const;

const twoOfThree = gateFile({
  approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: `${id}@example.com` }])),
  tools: {
    buy: {
      description: 'Buys one item.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: [...people], quorum: 2, deadline: '1h' } },
    },
  },
});

/** A run that waits for two of three people, after these have approved. */
async function approvedBy(...ids: readonly string[]) {
  const made = bench({ gate: twoOfThree, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  const rest = await made.drive();
  if (rest.kind !== 'waiting') throw new Error('The run does not wait.');
  for (const id of ids) await made.decide('approve', { call: 'c1', as: `${id}@example.com` });
  const { ledger, contents, clock, runId } = made;
  const { executionArn, executionStartedAt: startedAt } = execution;
  const known = [{ executionArn, runId, status: 'RUNNING', startedAt }];
  const { decide, drive } = made;
  return { runId, requestId: rest.requestId, ports: { ledger, contents, now: clock.now, known }, decide, drive, clock };
}

describe('two of three at the command line', () => {
  test('show and requests say how far it is, and who answered what', async () => {
    const { ports, runId } = await approvedBy('alex');
    const said = 'open, 1 of 2 so far, alex said approve (link)';
    expect((await countersign(['show', runId], ports)).text).toContain(said);
    expect((await countersign(['requests', '--open'], ports)).text).toContain(said);
    const far = { quorum: 2, approved: 1, verdicts: [{ approver: 'alex', verdict: 'approve', assurance: 'link' }] };
    expect((await countersign(['show', runId, '--json'], ports)).json()).toMatchObject({ calls: [far] });
    expect((await countersign(['requests', '--json'], ports)).json()).toMatchObject({ requests: [far] });
  });

  test('of what is decided they do not say "so far"', async () => {
    const { ports, runId } = await approvedBy('alex', 'kim');
    const { text } = await countersign(['show', runId], ports);
    expect(text).toContain('approved, 2 of 2 approved, alex said approve (link), kim said approve (link)');
    expect(text).not.toContain('so far');
  });

  test('what came when it was decided is told as counting for nothing, in show and in the report', async () => {
    const { ports, runId, decide } = await approvedBy('alex', 'kim');
    await decide('reject', { call: 'c1', as: 'morgan@example.com' });
    const shown = (await countersign(['show', runId], ports)).text;
    expect(shown).toMatch(/morgan said reject at \S+ \(link\), which counts for nothing: it had been decided/);
    const told = (await countersign(['report', runId], ports)).text;
    expect(told).toMatch(/Outcome +approved by people: alex, kim\n/);
    expect(told).toMatch(/Counts for nothing {2}morgan: reject, \S+ \(assurance: link\): it had been decided/);
  });

  test('the report tells nobody from too few when it expired', async () => {
    const outcome = async (...ids: readonly string[]) => {
      const { ports, runId, clock, drive } = await approvedBy(...ids);
      clock.forward(60 * 60 * 1000);
      await drive();
      return (await countersign(['report', runId], ports)).text;
    };
    expect(await outcome()).toContain('expired: nobody answered in time');
    expect(await outcome('alex')).toContain('expired: too few people answered in time');
  });

  test('approve shows both before it asks', async () => {
    const { ports, requestId } = await approvedBy('alex');
    const { text } = await countersign(['approve', requestId], { ...ports, typed: 'n' });
    expect(text).toContain('Approvals  2 people must approve; 1 of 2 so far');
    expect(text).toContain('Answered   alex said approve (link)');
  });

  test('the report says how many approved, so far or in all', async () => {
    const far = async (...ids: readonly string[]) => {
      const { ports, runId } = await approvedBy(...ids);
      return (await countersign(['report', runId], ports)).text;
    };
    expect(await far('alex')).toContain('1 of 2 approved so far');
    expect(await far('alex', 'kim')).toContain('2 of 2 approved; until');
  });
});
