import { describe, expect, test } from 'vitest';
import { assistant, fourRules, type Heard, ids, result, startBench, user } from './bench.ts';

const two = `
agent: Two at once
dialogue:
  - call: [{ tool: book, input: { n: 1 } }, { tool: pay, input: { n: 2 } }]
  - when:
      - result: [{ tool: book, contains: approved }, { tool: pay, contains: approved }]
        do: [{ say: 'Both: {{results.book.text}}, {{results.pay.text}}' }]
      - result: { tool: pay, contains: rejected }
        do: [{ say: Only booked. }]
`;

/** book and pay are the client's, look is the harness's. */
const mixed = (calls: string) => `
agent: Mixed
tools: { look: { text: seen } }
dialogue:
  - call: [${calls}]
  - say: All is done.
`;

const pick = (heard: Heard, ...wanted: readonly string[]) => ({
  uses: heard.uses.filter((use) => wanted.includes(use.id)),
});

describe.each(['kept', 'resend'] as const)('adjacent inline calls, resume %s', (resume) => {
  test('together: all results in one message resume, in any order', async () => {
    const bench = await startBench({ script: two, settings: { resume, handOff: 'together' } });
    const asked = await bench.say('Go');
    const [book, pay] = ids(asked);
    const done = await bench.answer(asked, { [pay]: 'approved 2', [book]: 'approved 1' });
    expect(done.results.map(({ id }) => id)).toEqual([book, pay]);
    expect(done.text).toBe('Both: approved 1, approved 2');
  });

  test('one at a time: the first result is taken, the other has to be sent again', async () => {
    const bench = await startBench({ script: two, settings: { resume, handOff: 'one-at-a-time' } });
    const asked = await bench.say('Go');
    const [book, pay] = ids(asked);
    const half = await bench.answer(asked, { [book]: 'approved 1', [pay]: 'approved but dropped' });
    expect(half.results).toMatchObject([{ id: book }]);
    expect(half.uses).toEqual([]);
    expect(half.stops).toEqual(['tool_result', 'tool_use']);
    const done = await bench.answer(pick(asked, pay), { [pay]: 'approved 2' });
    expect(done.results).toMatchObject([{ id: pay, text: 'approved 2' }]);
    expect(done.text).toBe('Both: approved 1, approved 2');
  });

  test('one at a time: answering only the first call is enough', async () => {
    const bench = await startBench({ script: two, settings: { resume, handOff: 'one-at-a-time' } });
    const asked = await bench.say('Go');
    const [book, pay] = ids(asked);
    expect((await bench.answer(pick(asked, book), { [book]: 'approved' })).stops.at(-1)).toBe('tool_use');
    expect((await bench.answer(pick(asked, pay), { [pay]: 'rejected' })).text).toBe('Only booked.');
  });

  test('one at a time: only the second result leaves the first one missing', async () => {
    const bench = await startBench({ script: two, settings: { resume, handOff: 'one-at-a-time' } });
    const asked = await bench.say('Go');
    const [book, pay] = ids(asked);
    const wrong = await bench.answer(pick(asked, pay), { [pay]: 'approved' });
    expect(wrong.error?.message).toBe(`Inline function result is missing toolUseId '${book}'`);
  });
});

test('together, kept: one answer for two calls poisons the session', async () => {
  const bench = await startBench({ script: two });
  const asked = await bench.say('Go');
  const [book, pay] = ids(asked);
  const message = `Inline function result is missing toolUseId '${pay}'`;
  expect((await bench.invoke([user(result(book, 'approved'))])).error?.message).toBe(message);
  expect((await bench.answer(asked, { [book]: 'approved', [pay]: 'approved' })).error?.message).toBe(message);
});

test('together, kept: results spread over two messages leave one missing', async () => {
  const bench = await startBench({ script: two });
  const [book, pay] = ids(await bench.say('Go'));
  const spread = await bench.invoke([user(result(book, 'approved')), user(result(pay, 'approved'))]);
  expect(spread.error?.message).toBe(`Inline function result is missing toolUseId '${book}'`);
});

test('together, resend: fewer results than calls are refused', async () => {
  const bench = await startBench({ script: two, settings: { resume: 'resend' } });
  const asked = await bench.say('Go');
  const [book, pay] = ids(asked);
  const wrong = await bench.answer(asked, { [book]: 'approved' });
  expect(wrong.error?.name).toBe('ValidationException');
  expect(wrong.error?.message).toContain('fewer toolResult blocks (1) than toolUse blocks (2)');
  expect((await bench.answer(asked, { [book]: 'approved', [pay]: 'approved' })).text).toContain('Both');
});

test('one at a time, kept: a result that was consumed is refused beside the one that is owed', async () => {
  const bench = await startBench({ script: two, settings: { handOff: 'one-at-a-time' } });
  const asked = await bench.say('Go');
  const [book, pay] = ids(asked);
  await bench.answer(asked, { [book]: 'approved', [pay]: 'approved' });
  const again = await bench.answer(asked, { [book]: 'approved', [pay]: 'approved' });
  expect(again.error?.message).toContain(`'${book}' was already consumed`);
  expect((await bench.invoke([user(result(pay, 'approved'))])).text).toContain('Both');
});

test('one at a time, resend: the whole partial turn may come again', async () => {
  const bench = await startBench({ script: two, settings: { resume: 'resend', handOff: 'one-at-a-time' } });
  const asked = await bench.say('Go');
  const [book, pay] = ids(asked);
  const all = { [book]: 'approved', [pay]: 'approved' };
  await bench.answer(asked, all);
  const done = await bench.answer(asked, all);
  expect(done.results).toMatchObject([{ id: pay }]);
  expect(done.text).toContain('Both');
});

describe.each(fourRules)("the harness's own calls between inline ones, $resume and $handOff", (settings) => {
  test('a tool before the inline call runs before the hand-off', async () => {
    const bench = await startBench({ script: mixed('look, book'), settings });
    const asked = await bench.say('Go');
    const [look, book] = ids(asked);
    expect(asked.results).toEqual([{ id: look, status: 'success', text: 'seen' }]);
    expect(asked.stops).toEqual(['tool_use', 'tool_result', 'tool_use']);
    const done = await bench.answer(pick(asked, book), { [book]: 'approved' });
    expect(done.results).toMatchObject([{ id: book }]);
    expect(done.text).toBe('All is done.');
  });

  test('a tool after the inline call runs once that is answered', async () => {
    const bench = await startBench({ script: mixed('book, look'), settings });
    const asked = await bench.say('Go');
    const [book, look] = ids(asked);
    expect(asked.results).toEqual([]);
    expect(asked.stops).toEqual(['tool_use']);
    const done = await bench.answer(pick(asked, book), { [book]: 'approved' });
    expect(done.results).toMatchObject([{ id: book }, { id: look, text: 'seen' }]);
    expect(done.stops).toEqual(['tool_result', 'tool_result', 'end_turn']);
  });

  test('a tool between two inline calls splits the hand-off, and the second call is not streamed again', async () => {
    const bench = await startBench({ script: mixed('book, look, pay'), settings });
    const asked = await bench.say('Go');
    const [book, look, pay] = ids(asked);
    expect(asked.uses.map((use) => use.name)).toEqual(['book', 'look', 'pay']);
    expect(asked.stops).toEqual(['tool_use']);
    const half = await bench.answer(pick(asked, book), { [book]: 'approved' });
    expect(half.uses).toEqual([]);
    expect(half.results).toMatchObject([{ id: book }, { id: look }]);
    expect(half.stops).toEqual(['tool_result', 'tool_result', 'tool_use']);
    const done = await bench.answer(pick(asked, pay), { [pay]: 'approved' });
    expect(done.results).toMatchObject([{ id: pay }]);
    expect(done.stops).toEqual(['tool_result', 'end_turn']);
  });

  test('an answer before its hand-off is refused', async () => {
    const bench = await startBench({ script: mixed('book, look, pay'), settings });
    const asked = await bench.say('Go');
    const [book, , pay] = ids(asked);
    const early = await bench.invoke([
      assistant(pick(asked, book, pay)),
      user(result(book, 'approved'), result(pay, 'approved')),
    ]);
    expect(early.error?.message).toContain('came before its hand-off');
    expect((await bench.answer(pick(asked, book), { [book]: 'approved' })).stops.at(-1)).toBe('tool_use');
  });

  test("a result for the harness's own call is refused", async () => {
    const bench = await startBench({ script: mixed('book, look'), settings });
    const asked = await bench.say('Go');
    const [book, look] = ids(asked);
    const wrong = await bench.answer(asked, { [book]: 'approved', [look]: 'mine' });
    expect(wrong.error?.message).toContain(`'${look}'`);
  });
});
