import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testGate } from '../support/local-gates.ts';
import { approve, choose } from '../support/local-page.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { brokenAgent, endSoon, waysToBreak } from './broken.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// As many as a run needs whose approval outlasts its session.
const turns = 3;

// One desk for both: the cap is above what a run needs that breaks.
let stack: LocalStack;
beforeAll(async () => {
  const onCap = '{ ask: { approvers: [sam], deadline: 24h } }';
  const caps = `{ turns: ${turns}, continuations: ${3 * turns} }`;
  stack = await startLocalStack({ gate: testGate({ inDoubt: 'fail', caps, onCap }), agent: brokenAgent });
});
afterAll(() => stack.close());

describe('with inDoubt: fail', () => {
  test.each(waysToBreak)(
    'a turn whose stream breaks (%s) ends the run as failed, and nothing is sent again',
    async (kind) => {
      const run = await stack.start(`${kind} at first`);
      const end = await endSoon(stack, run);
      expect(end).toMatchObject({ status: 'FAILED', error: 'Countersign.RunFailed', output: { outcome: 'failed' } });
      expect(end.output?.reason).toMatch(/^turn\./);
      expect(await stack.entries(run, 'turn.started')).toHaveLength(1);
    },
  );

  test.each([
    ['refused', 'harness.refused.ValidationException'],
    ['quota', 'turn.unanswered'],
    ['filtered', 'stop.content_filtered'],
    ['new reason', 'stop.brand_new_reason'],
  ])('%s ends the run with its reason', async (prompt, reason) => {
    const run = await stack.start(prompt);
    expect((await endSoon(stack, run)).output).toMatchObject({ outcome: 'failed', reason });
    expect(await stack.entries(run, 'turn.started')).toHaveLength(1);
  });

  test('an approval is not lost with the stream: the output says what was decided', async () => {
    const run = await stack.start('cut on resume');
    await approve(await stack.openLink(run));
    expect((await endSoon(stack, run)).output).toMatchObject({
      outcome: 'failed',
      verdicts: { call: { outcome: 'approved' } },
    });
  });

  test('a session that has forgotten the call is told in a new one, since it did nothing with the result', async () => {
    const run = await stack.start('idle');
    const link = await stack.openLink(run);
    await stack.advance(3 * 3_600_000);
    await approve(link);
    expect((await endSoon(stack, run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'I know that it was approved.' },
    });
  });
});

describe('with onCap: ask', () => {
  test('a run at its cap goes on or ends as a person says on the page, each time by one cap more', async () => {
    const run = await stack.start('endless');
    const page = await choose(await stack.openLink(run), 'continue');
    expect(page.text).toContain('You said that the run may go on');
    await choose(await stack.openLink(run, { nth: 2 }), 'end');
    await stack.end(run);
    expect(await stack.entries(run, 'question.raised')).toHaveLength(2);
    expect(await stack.entries(run, 'turn.started')).toHaveLength(2 * turns);
    expect(await stack.entries(run, 'run.finished')).toMatchObject([{ outcome: 'stopped', reason: 'caps.turns' }]);
  });
});
