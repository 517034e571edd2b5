import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve } from '../support/local-page.ts';
import type { StartedRun } from '../support/local-runs.ts';
import type { LocalStack } from '../support/local-stack.ts';

const call = '{ call: { tool: ask_one, id: call, input: { what: this } } }';
const broken = (name: string, fail: string) => `
      - user: ${name} at first
        do: [{ say: I was about to say something., fail: ${fail} }]
      - user: ${name} on resume
        do: [${call}, { say: I was about to go on., fail: ${fail} }]`;

// Each way in which a stream can break, in the turn of the prompt and in the turn that resumes.
const failures = {
  exception: '{ kind: exception, error: internalServerException, message: broken }',
  error: '{ kind: error, error: internalServerException, message: broken }',
  cut: '{ kind: cut, afterEvents: 2 }',
  ended: '{ kind: end }',
  truncated: '{ kind: truncated, afterEvents: 1 }',
  corrupt: '{ kind: corrupt }',
} as const;

export const brokenAgent = `
agent: breaks as the prompt says
settings: { memory: 'off' }
dialogue:
  - when:
      - user: { matches: 'continues an earlier one that was lost.*"outcome":"approved"' }
        do: [{ say: I know that it was approved. }]
      - user: continues an earlier one that was lost
        do: [{ say: I begin again. }]
      - user: throttled
        do: [{ fail: { kind: http, status: 429, error: ThrottlingException, times: 2 } }, { say: Now it works. }]
      - user: out of service
        do: [{ fail: { kind: http, status: 429, error: ThrottlingException, times: 13 } }, { say: Service again. }]
      - user: refused
        do: [{ fail: { kind: http, status: 400, error: ValidationException } }, { say: Never said. }]
      - user: quota
        do: [{ fail: { kind: http, status: 500, error: InternalServerException } }, { say: Never said. }]
      - user: cut off
        do: [{ say: I need more time., stop: timeout_exceeded }, { when: [{ user: cut off by a limit, do: [{ say: Done at last. }] }] }]
      - user: endless
        do: [{ label: endless, say: More., stop: max_iterations_exceeded }, { when: [{ user: cut off by a limit, goto: endless }] }]
      - user: filtered
        do: [{ say: I must not., stop: content_filtered }]
      - user: new reason
        do: [{ say: Well., stop: brand_new_reason }]
      - user: idle
        do: [${call}, { say: Never said. }]${Object.entries(failures)
          .map(([name, fail]) => broken(name, fail))
          .join('')}
`;

export const waysToBreak = Object.keys(failures);

const longestPauseMs = 60_000;

/** Moves the clock past the retries' pauses until the execution ends: each by the longest pause that the machine has. */
export async function endSoon(stack: LocalStack, run: StartedRun) {
  await eventually('the end behind the retries', async () => {
    if (await stack.ended(run)) return true;
    await stack.advance(longestPauseMs);
    return undefined;
  });
  return stack.end(run);
}

/** On a desk whose gate file says inDoubt: restart. */
export function restartScenarios(stack: () => LocalStack): void {
  beforeAll(() => stack().setAgent({ agent: brokenAgent }));

  test.each(waysToBreak)('a first turn whose stream breaks (%s) is begun again in a new session', async (kind) => {
    const run = await stack().start(`${kind} at first`);
    expect((await endSoon(stack(), run)).output).toMatchObject({ outcome: 'done', claim: { text: 'I begin again.' } });
    expect(await stack().entries(run, 'session.retired')).toHaveLength(1);
    const turns = await stack().entries(run, 'turn.started');
    expect(turns.map(({ epoch, sends }) => [epoch, sends.kind])).toEqual([
      [0, 'prompt'],
      [1, 'restated'],
    ]);
    expect(turns[0]?.sessionId).not.toBe(turns[1]?.sessionId);
  });

  test.each(waysToBreak)(
    'an approval is told to the new session when the resuming stream breaks (%s)',
    async (kind) => {
      const run = await stack().start(`${kind} on resume`);
      await approve(await stack().openLink(run));
      expect((await endSoon(stack(), run)).output).toMatchObject({
        outcome: 'done',
        claim: { text: 'I know that it was approved.' },
        verdicts: { call: { outcome: 'approved' } },
      });
      expect(await stack().entries(run, 'approval.requested')).toHaveLength(1);
    },
  );

  test('an approval that outlasts the session is told to a new one', async () => {
    const run = await stack().start('idle');
    const link = await stack().openLink(run);
    await stack().advance(3 * 3_600_000);
    await approve(link);
    expect((await endSoon(stack(), run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'I know that it was approved.' },
    });
    expect(await stack().entries(run, 'session.retired')).toMatchObject([{ because: 'session-lost', owed: ['call'] }]);
  });

  test('a throttled turn is sent again until it is taken, and is still one turn', async () => {
    const run = await stack().start('throttled');
    expect((await endSoon(stack(), run)).output).toMatchObject({ outcome: 'done', claim: { text: 'Now it works.' } });
    const turns = await stack().entries(run, 'turn.started');
    expect(turns.map(({ turn, epoch }) => [turn, epoch])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await stack().entries(run, 'turn.refused')).toHaveLength(2);
  });

  test('a harness that stays out of service fails the execution, and a redrive goes on where it stopped', async () => {
    const run = await stack().start('out of service');
    expect(await endSoon(stack(), run)).toMatchObject({ status: 'FAILED', error: 'Countersign.TurnNotStarted' });
    expect(await stack().entries(run, 'run.finished')).toEqual([]);
    await stack().redrive(run);
    expect((await endSoon(stack(), run)).output).toMatchObject({ outcome: 'done', claim: { text: 'Service again.' } });
    expect(new Set((await stack().entries(run, 'turn.started')).map(({ turn }) => turn))).toEqual(new Set([1]));
  });

  test('a turn that a limit cut off goes on with a fixed text, within the cap', async () => {
    const run = await stack().start('cut off');
    expect((await endSoon(stack(), run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'Done at last.' },
      turns: 2,
    });
    const endless = await stack().start('endless');
    expect((await endSoon(stack(), endless)).output).toMatchObject({
      outcome: 'stopped',
      reason: 'caps.continuations',
      turns: 4,
    });
  });
}
