import { expect, test } from 'vitest';
import { reject } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

export function startScenarios(stack: () => LocalStack): void {
  const prompt = 'Buy a standing desk for 480 US dollars.';

  test.each(['a', 'x'.repeat(80), '-_.!@()+=', 'Übergröße-für-Zoë', '承認リクエスト', '🛳️', '0000'])(
    'an execution called %s asks for a purchase in a session whose id the service takes',
    async (name) => {
      const run = await stack().start(prompt, { name });
      const notices = await stack().asked(run);
      expect(notices).toHaveLength(1);
      const [turn] = await stack().entries(run, 'turn.started');
      expect(turn?.sessionId).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_-]{32,99}$/);
      await stack().stop(run);
    },
  );

  test.each([
    ['no input', '{}', ['prompt', 'requester']],
    ['an empty prompt', '{"prompt":"","requester":"dana"}', ['prompt']],
    ['a prompt that is no text', '{"prompt":["buy"],"requester":"dana"}', ['prompt', 'list']],
    ['an unknown member', '{"prompt":"buy","requester":"dana","promt":"x"}', ['promt']],
    ['a bad label', '{"prompt":"buy","requester":"dana","labels":{"team":7}}', ['labels', '7']],
    ['a text', '"buy"', ['input']],
    ['a list', '[]', ['input']],
    ['an odd requester', '{"prompt":"buy","requester":"dana\\nroot"}', ['requester']],
  ])('%s fails the execution at once, with the path and what is allowed', async (_what, input, named) => {
    const run = await stack().start('', { input });
    const end = await stack().end(run);
    expect(end).toMatchObject({ status: 'FAILED', error: 'Countersign.BadStart' });
    for (const word of named) expect(end.cause).toContain(word);
    expect(end.cause).toMatch(/allowed|needed|must|expected/i);
    expect(await stack().states(run)).toEqual(['Advance', 'Route', 'Failed']);
    expect(await stack().stored(run)).toEqual([]);
  });

  test('requester, actor and labels are sealed, and what a starter says of himself is recorded as claimed', async () => {
    const input = JSON.stringify({ prompt, requester: 'Dana Wolff', actor: 'crew-7', labels: { team: 'office' } });
    const run = await stack().start('', { input });
    await stack().asked(run);
    const [started] = await stack().entries(run, 'run.started');
    expect(started?.requesterAssurance).toBe('claimed');
    const chain = (await stack().stored(run)).map(({ bytes }) => new TextDecoder().decode(bytes)).join('');
    await stack().stop(run);
    for (const personal of ['Dana Wolff', 'crew-7', 'office', 'standing desk', 'morgan@example.com']) {
      expect(chain).not.toContain(personal);
    }
  });

  test('a name that is free again after 90 days makes a new run with a chain of its own', async () => {
    const first = await stack().start(prompt, { name: 'again' });
    await reject(await stack().openLink(first));
    await stack().end(first);
    await expect(stack().start(prompt, { name: 'again' })).rejects.toMatchObject({ name: 'ExecutionAlreadyExists' });
    await stack().advance(91 * 24 * 3_600_000);
    const second = await stack().start(prompt, { name: 'again' });
    expect(second.executionArn).toBe(first.executionArn);
    expect(second.runId).not.toBe(first.runId);
    await reject(await stack().openLink(second));
    await stack().end(second);
    const sessions = await Promise.all([first, second].map((run) => stack().entries(run, 'turn.started')));
    expect(new Set(sessions.flat().map(({ sessionId }) => sessionId)).size).toBe(2);
  });
}
