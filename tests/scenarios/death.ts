import { expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import type { StartedRun } from '../support/local-runs.ts';
import type { LocalStack } from '../support/local-stack.ts';

export function deathScenarios(stack: () => LocalStack): void {
  /** A run that waits for a person, and then has its execution aborted by somebody with the right to do so. */
  async function killed(): Promise<StartedRun> {
    const run = await stack().start('Buy a standing desk for 480 US dollars.');
    await stack().asked(run);
    await stack().stop(run);
    await eventually('what the rule has recorded', async () => {
      const told = await cancelledNotices(run);
      return told.length > 0 ? told : undefined;
    });
    return run;
  }

  async function cancelledNotices(run: StartedRun) {
    const planned = await stack().entries(run, 'notice.planned');
    const sent = await stack().entries(run, 'notice.sent');
    return planned.filter(
      (notice) => notice.kind === 'cancelled' && sent.some(({ noticeId }) => noticeId === notice.noticeId),
    );
  }

  test('an execution that was aborted has its request cancelled, and the approver is told once', async () => {
    const run = await killed();
    expect(await stack().entries(run, 'execution.died')).toEqual([expect.objectContaining({ status: 'ABORTED' })]);
    expect(await stack().entries(run, 'approval.closed')).toEqual([expect.objectContaining({ outcome: 'cancelled' })]);
    expect(await cancelledNotices(run)).toHaveLength(1);
    expect(await stack().entries(run, 'run.finished')).toEqual([]);
  });

  test('a redrive goes on from there: a new session learns that nothing was decided', async () => {
    const run = await killed();
    const [cancelled] = await stack().entries(run, 'approval.closed');
    expect(await stack().entries(run, 'session.retired')).toMatchObject([
      { epoch: 0, because: 'execution-died', owed: [cancelled?.toolUseId] },
    ]);
    await stack().redrive(run);
    expect((await stack().end(run)).output).toMatchObject({
      outcome: 'done',
      verdicts: { [cancelled?.toolUseId ?? '']: { outcome: 'cancelled' } },
      claim: { text: 'I have not bought anything. Tell me if I should ask again.' },
    });
    const turns = await stack().entries(run, 'turn.started');
    expect(turns.map(({ epoch, sends }) => [epoch, sends.kind])).toEqual([
      [0, 'prompt'],
      [1, 'restated'],
    ]);
    expect(await stack().entries(run, 'verdict.recorded')).toEqual([]);
  });
}
