import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { testGate } from '../support/local-gates.ts';
import { approve, choose } from '../support/local-page.ts';
import type { StartedRun } from '../support/local-runs.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

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

const agent = `
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

const kinds = Object.keys(failures);

/** Moves the clock past the retries' pauses until the execution ends; two seconds at a time, so that nothing expires. */
async function endSoon(stack: LocalStack, run: StartedRun) {
  await eventually('the end behind the retries', async () => {
    if (await stack.ended(run)) return true;
    await stack.advance(2_000);
    return undefined;
  });
  return stack.end(run);
}

describe('with inDoubt: restart', () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await startLocalStack({ gate: testGate({ inDoubt: 'restart' }), agent });
  });
  afterAll(() => stack.close());

  test.each(kinds)('a first turn whose stream breaks (%s) is begun again in a new session', async (kind) => {
    const run = await stack.start(`${kind} at first`);
    expect((await endSoon(stack, run)).output).toMatchObject({ outcome: 'done', claim: { text: 'I begin again.' } });
    expect(await stack.entries(run, 'session.retired')).toHaveLength(1);
    const turns = await stack.entries(run, 'turn.started');
    expect(turns.map(({ epoch, sends }) => [epoch, sends.kind])).toEqual([
      [0, 'prompt'],
      [1, 'restated'],
    ]);
    expect(turns[0]?.sessionId).not.toBe(turns[1]?.sessionId);
  });

  test.each(kinds)('an approval is told to the new session when the resuming stream breaks (%s)', async (kind) => {
    const run = await stack.start(`${kind} on resume`);
    await approve(await stack.openLink(run));
    expect((await endSoon(stack, run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'I know that it was approved.' },
      verdicts: { call: { outcome: 'approved' } },
    });
    expect(await stack.entries(run, 'approval.requested')).toHaveLength(1);
  });

  test('an approval that outlasts the session is told to a new one', async () => {
    const run = await stack.start('idle');
    const link = await stack.openLink(run);
    await stack.advance(3 * 3_600_000);
    await approve(link);
    expect((await endSoon(stack, run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'I know that it was approved.' },
    });
    expect(await stack.entries(run, 'session.retired')).toMatchObject([{ because: 'session-lost', owed: ['call'] }]);
  });

  test('a throttled turn is sent again until it is taken, and is still one turn', async () => {
    const run = await stack.start('throttled');
    expect((await endSoon(stack, run)).output).toMatchObject({ outcome: 'done', claim: { text: 'Now it works.' } });
    const turns = await stack.entries(run, 'turn.started');
    expect(turns.map(({ turn, epoch }) => [turn, epoch])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await stack.entries(run, 'turn.refused')).toHaveLength(2);
  });

  test('a harness that stays out of service fails the execution, and a redrive goes on where it stopped', async () => {
    const run = await stack.start('out of service');
    expect(await endSoon(stack, run)).toMatchObject({ status: 'FAILED', error: 'Countersign.TurnNotStarted' });
    expect(await stack.entries(run, 'run.finished')).toEqual([]);
    await stack.redrive(run);
    expect((await endSoon(stack, run)).output).toMatchObject({ outcome: 'done', claim: { text: 'Service again.' } });
    expect(new Set((await stack.entries(run, 'turn.started')).map(({ turn }) => turn))).toEqual(new Set([1]));
  });

  test('a turn that a limit cut off goes on with a fixed text, within the cap', async () => {
    const run = await stack.start('cut off');
    expect((await endSoon(stack, run)).output).toMatchObject({
      outcome: 'done',
      claim: { text: 'Done at last.' },
      turns: 2,
    });
    const endless = await stack.start('endless');
    expect((await endSoon(stack, endless)).output).toMatchObject({
      outcome: 'stopped',
      reason: 'caps.continuations',
      turns: 4,
    });
  });
});

describe('with inDoubt: fail', () => {
  let stack: LocalStack;
  beforeAll(async () => {
    stack = await startLocalStack({ gate: testGate({ inDoubt: 'fail' }), agent });
  });
  afterAll(() => stack.close());

  test.each(kinds)(
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
  let asking: LocalStack;
  beforeAll(async () => {
    const onCap = '{ ask: { approvers: [sam], deadline: 24h } }';
    asking = await startLocalStack({ gate: testGate({ caps: '{ turns: 1 }', onCap }), agent });
  });
  afterAll(() => asking.close());

  test('a run at its cap goes on or ends as a person says on the page, each time by one cap more', async () => {
    const run = await asking.start('endless');
    const page = await choose(await asking.openLink(run), 'continue');
    expect(page.text).toContain('You let the run go on');
    await choose(await asking.openLink(run, { nth: 2 }), 'end');
    await asking.end(run);
    expect(await asking.entries(run, 'question.raised')).toHaveLength(2);
    expect(await asking.entries(run, 'turn.started')).toHaveLength(2);
    expect(await asking.entries(run, 'run.finished')).toMatchObject([{ outcome: 'stopped', reason: 'caps.turns' }]);
  });
});
