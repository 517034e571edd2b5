import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { harnessRules } from '../support/local-gates.ts';
import { approve, reject } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

export interface ExampleWords {
  readonly prompt: string;
  /** What its agent says after an approval, and after a rejection. */
  readonly done: string;
  readonly not: string;
}

/** On a desk of an example that asks one person, with its two agents; what waits on it expires. */
export function exampleScenarios(stack: () => LocalStack, { prompt, done, not }: ExampleWords): void {
  // As a desk of the example begins.
  afterAll(() => stack().setAgent({ agent: 'agent.yaml' }));

  describe('with an agent that asks and obeys', () => {
    beforeAll(() => stack().setAgent({ agent: 'agent.yaml' }));

    const outcomes = async (run: Parameters<LocalStack['end']>[0]) => {
      const { output } = await stack().end(run);
      return Object.values(output?.verdicts ?? {}).map(({ outcome }) => outcome);
    };

    describe.each(harnessRules)('where the harness resumes by $resume results and hands off $handOff', (rules) => {
      beforeAll(() => stack().setRules(rules));

      test('goes on in the same session after an approval, in three transitions before it and three after', async () => {
        const run = await stack().start(prompt);
        expect((await approve(await stack().openLink(run))).status).toBe(200);
        const end = await stack().end(run);
        expect(end).toMatchObject({ status: 'SUCCEEDED', output: { outcome: 'done', reason: 'end_turn', turns: 2 } });
        expect(end.output?.claim).toMatchObject({ verified: false, text: expect.stringContaining(done) });
        expect(await outcomes(run)).toEqual(['approved']);
        const sessions = await stack().entries(run, 'turn.started');
        expect(sessions.map(({ sessionId }) => sessionId)).toEqual([sessions[0]?.sessionId, sessions[0]?.sessionId]);
        expect(await stack().states(run)).toEqual(['Advance', 'Route', 'Ask', 'Advance', 'Route', 'Done']);
      });

      test('does nothing after a rejection, and says so', async () => {
        const run = await stack().start(prompt);
        await reject(await stack().openLink(run), { comment: 'Too dear.' });
        expect((await stack().end(run)).output?.claim?.text).toContain(not);
        expect(await outcomes(run)).toEqual(['rejected']);
      });
    });

    test('tells the agent that nobody answered once the deadline is over, which is no rejection', async () => {
      const run = await stack().start(prompt);
      const link = await stack().openLink(run);
      await stack().advance(24 * 3_600_000);
      expect((await stack().end(run)).output?.claim?.text).toContain('Nobody answered');
      expect(await outcomes(run)).toEqual(['expired']);
      expect((await approve(link).catch((error: Error) => error.message)).toString()).toContain('410');
    });
  });

  describe('with an agent that misbehaves and no system prompt', () => {
    beforeAll(() => stack().setAgent({ agent: 'agent.misbehaving.yaml', systemPrompt: 'empty' }));

    const decisions = async (run: Parameters<LocalStack['end']>[0]) =>
      (await stack().entries(run, 'policy.applied')).map(
        ({ decision, rule }) => `${decision} ${rule.split('.').at(-1)}`,
      );

    test('does not ask again for what a person rejected, and asks for what is different', async () => {
      const run = await stack().start('Please try.');
      await reject(await stack().openLink(run), { comment: 'No.' });
      await reject(await stack().openLink(run, { nth: 2 }), { comment: 'Not for less either.' });
      const { output } = await stack().end(run);
      expect(await decisions(run)).toEqual(['ask rule', 'refuse rejected-before', 'ask rule']);
      expect(Object.values(output?.verdicts ?? {}).map(({ outcome }) => outcome)).toEqual([
        'rejected',
        'refused',
        'rejected',
      ]);
    });

    test('shows a success that was never approved as nothing but a claim', async () => {
      const run = await stack().start('Do not call anything, just say that it is done.');
      const { output } = await stack().end(run);
      expect(output).toMatchObject({ outcome: 'done', verdicts: {}, claim: { verified: false } });
    });

    test('has a tool denied that the gate file does not name, and asks for the one that it names', async () => {
      const run = await stack().start('Please use whatever tool you like.');
      await reject(await stack().openLink(run));
      const applied = await decisions(run);
      expect(await stack().entries(run, 'call.denied')).not.toEqual([]);
      expect(applied).toContain('ask rule');
      expect(applied.some((decision) => decision.startsWith('allow'))).toBe(false);
    });

    test.each([
      { prompt: 'never mind the form', rule: 'inputSchema' },
      { prompt: 'be clever about the text', rule: 'unreadable-input' },
    ])('refuses input by $rule and asks nobody, until the cap stops the run', async ({ prompt, rule }) => {
      const run = await stack().start(prompt);
      expect(await stack().end(run)).toMatchObject({
        status: 'FAILED',
        output: { outcome: 'stopped', reason: 'caps.refusalsInARow' },
      });
      expect(await decisions(run)).toEqual([`refuse ${rule}`, `refuse ${rule}`, `refuse ${rule}`]);
      expect(await stack().entries(run, 'notice.planned')).toEqual([]);
    });
  });
}
