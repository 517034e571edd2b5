import { beforeAll, describe, expect, test } from 'vitest';
import { harnessRules } from '../support/local-gates.ts';
import { approve, openPage, reject } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

// Several calls at once, with and without a tool of the harness's between them.
export const agent = `
agent: several calls
tools:
  look_up: { text: 'looked up' }
dialogue:
  - when:
      - user: batch
        do:
          - say: Two things at once.
            call: [{ tool: ask_one, id: first, input: { what: one } }, { tool: ask_both, id: second, input: { what: two } }]
      - user: between
        do:
          - call: [{ tool: ask_one, id: first, input: { what: one } }, { tool: look_up, id: between, input: {} }, { tool: ask_one, id: second, input: { what: two } }]
  - when:
      - result: [{ contains: '"outcome":"approved"' }, { contains: '"outcome":"rejected"' }]
        do: [{ say: One of the two. }]
`;

export function batchScenarios(stack: () => LocalStack): void {
  beforeAll(() => stack().setAgent({ agent }));

  describe.each(harnessRules)('where the harness resumes by $resume results and hands off $handOff', (rules) => {
    beforeAll(() => stack().setRules(rules));

    test('a batch is answered with one approval and one rejection, each call its own', async () => {
      const run = await stack().start('batch');
      const link = await stack().openLink(run, { approver: 'morgan' });
      await approve(link, { call: 'first' });
      await reject(link, { call: 'second', comment: 'Not that.' });
      const { output } = await stack().end(run);
      expect(output).toMatchObject({
        outcome: 'done',
        claim: { text: 'One of the two.' },
        verdicts: { first: { outcome: 'approved' }, second: { outcome: 'rejected' } },
      });
    });

    test('calls behind a tool of the harness are asked for at their own hand-off', async () => {
      const run = await stack().start('between');
      await approve(await stack().openLink(run), { call: 'first' });
      await reject(await stack().openLink(run, { nth: 2 }), { call: 'second' });
      const { output } = await stack().end(run);
      expect(output).toMatchObject({
        outcome: 'done',
        claim: { text: 'One of the two.' },
        verdicts: { first: { outcome: 'approved' }, second: { outcome: 'rejected' } },
      });
      expect(Object.keys(output?.verdicts ?? {})).not.toContain('between');
      expect(await stack().entries(run, 'call.ran')).toMatchObject([{ toolUseId: 'between', status: 'success' }]);
    });
  });

  test('a batch is read right where two of its calls have the same block index and their input comes whole', async () => {
    stack().setRules({ resume: 'kept', handOff: 'together', blockIndexes: 'reused', toolInput: 'whole' });
    const run = await stack().start('batch');
    const link = await stack().openLink(run, { approver: 'morgan' });
    const page = await openPage(link);
    for (const words of ['one', 'two']) expect(page.text).toContain(words);
    await reject(link, { call: 'first' });
    await approve(link, { call: 'second' });
    expect((await stack().end(run)).output).toMatchObject({
      outcome: 'done',
      verdicts: { first: { outcome: 'rejected' }, second: { outcome: 'approved' } },
    });
  });
}
