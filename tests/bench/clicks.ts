import { approve, formFor, reviewApproval, submit } from '../support/local-page.ts';
import { startLocalStack } from '../support/local-stack.ts';

interface Row {
  readonly until: string;
  readonly median: number;
  readonly slowest: number;
}

/** How long after the click the answer stands on the page, the same session is resumed, and the run has ended. */
export async function measureClicks({
  counted,
  warmUp,
}: {
  readonly counted: number;
  readonly warmUp: number;
}): Promise<readonly Row[]> {
  const stack = await startLocalStack({ gate: 'purchase' });
  const answered: number[] = [];
  const resumed: number[] = [];
  const ended: number[] = [];
  try {
    for (let round = 0; round < warmUp + counted; round += 1) {
      const run = await stack.start('Please buy a lamp for 20 dollars');
      const link = await stack.openLink(run);
      if (round < warmUp) {
        await approve(link);
        await stack.end(run);
        continue;
      }
      const page = await reviewApproval(link);
      const began = performance.now();
      const clickedAt = Date.now();
      await submit(page, formFor(page, { verdict: 'approve', call: undefined }), { verdict: 'approve' });
      answered.push(performance.now() - began);
      await stack.end(run);
      ended.push(performance.now() - began);
      const commits = await stack.commits(run);
      const mark = commits.find(({ entries }) =>
        entries.some((entry) => entry.type === 'turn.started' && entry.turn === 2),
      );
      resumed.push(Date.parse(mark?.at ?? '') - clickedAt);
    }
  } finally {
    await stack.close();
  }
  return [
    row('the page answers', answered),
    row('the turn is resumed (goal: under 500)', resumed),
    row('the run has ended', ended),
  ];
}

function row(until: string, times: readonly number[]): Row {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    until,
    median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowest: Math.round(sorted.at(-1) ?? 0),
  };
}
