import { describe, expect, test } from 'vitest';
import { assistant, fourRules, ids, result, session, startBench, user } from './bench.ts';

const asker = `
agent: Asker
dialogue:
  - { say: I need a yes., call: { tool: ask, input: { question: May I? } } }
  - when:
      - result: approved
        do: [{ say: 'Done. {{result.text}}' }]
      - result: rejected
        do: [{ say: Then not. }]
  - when: [{ user: again, do: [{ say: Still here. }] }]
`;

const foreign = { uses: [{ id: 'tooluse_foreign', name: 'ask', input: '{}' }] };

describe.each(fourRules)('with resume $resume and hand-off $handOff', (settings) => {
  test('the call and its result resume the session, and the stream begins with the result', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    expect(asked.stops).toEqual(['tool_use']);
    expect(asked.uses).toMatchObject([{ name: 'ask', input: '{"question":"May I?"}' }]);
    const [id] = ids(asked);
    const done = await bench.answer(asked, { [id]: 'approved by Ada' });
    expect(done.events[0]).toEqual({ messageStart: { role: 'user' } });
    expect(done.results).toEqual([{ id, status: 'success', text: 'approved by Ada' }]);
    expect(done.stops).toEqual(['tool_result', 'end_turn']);
    expect(done.text).toBe('Done. approved by Ada');
    expect((await bench.say('again')).text).toBe('Still here.');
  });

  test("a user's text while a call is owed poisons the session for good", async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    const message = `Inline function result is missing toolUseId '${id}'`;
    const poisoned = await bench.say('approve');
    expect(poisoned.error).toMatchObject({ name: 'RuntimeClientError', message });
    expect(bench.server.requests().at(-1)?.answer).toMatchObject({ status: 200, error: 'runtimeClientError' });
    bench.advance(3600);
    expect((await bench.answer(asked, { [id]: 'approved' })).error?.message).toBe(message);
    expect((await bench.say('hello?')).error?.message).toBe(message);
  });

  test('a result that was consumed cannot be delivered again, and does no harm', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    await bench.answer(asked, { [id]: 'approved' });
    const replayed = await bench.answer(asked, { [id]: 'rejected' });
    expect(replayed.error).toMatchObject({ name: 'RuntimeClientError' });
    expect(replayed.error?.message).toContain('already consumed');
    expect((await bench.say('again')).text).toBe('Still here.');
  });

  test('an unknown result is refused and the owed one is still taken', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    const wrong = await bench.invoke([assistant(foreign), user(result('tooluse_foreign', 'approved'))]);
    expect(wrong.error?.message).toMatch(/unknown toolUseId|not one of this session/);
    expect((await bench.answer(asked, { [id]: 'rejected' })).text).toBe('Then not.');
  });

  test('a result in a session that owes nothing is refused', async () => {
    const bench = await startBench({ script: asker, settings });
    const wrong = await bench.answer(foreign, { tooluse_foreign: 'approved' });
    expect(wrong.error).toMatchObject({ name: 'RuntimeClientError' });
    expect((await bench.say('Go')).stops).toEqual(['tool_use']);
  });

  test('two results for one call in one message are refused', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    const twice = await bench.invoke([assistant(asked), user(result(id, 'approved'), result(id, 'rejected'))]);
    const name = settings.resume === 'kept' ? 'RuntimeClientError' : 'ValidationException';
    expect(twice.error).toMatchObject({ name });
    expect(twice.error?.message).toMatch(/twice|duplicate/);
    expect((await bench.answer(asked, { [id]: 'approved' })).text).toContain('Done');
  });

  test('a json block in a result is refused', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    const json = { toolResult: { toolUseId: id, content: [{ json: { decision: 'approved' } }] } };
    const refused = await bench.invoke([assistant(asked), user(json)]);
    expect(refused.error).toMatchObject({ name: 'RuntimeClientError' });
    expect(refused.error?.message).toContain('unsupported content type json');
    expect((await bench.answer(asked, { [id]: 'approved' })).text).toContain('Done');
  });

  test('text beside the results is refused', async () => {
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    const [id] = ids(asked);
    const both = await bench.invoke([assistant(asked), user(result(id, 'approved'), { text: 'and hurry' })]);
    expect(both.error?.message).toContain('tool results only');
    expect((await bench.answer(asked, { [id]: 'approved' })).text).toContain('Done');
  });

  test('the owed tool must be among the tools of the invocation that answers it', async () => {
    const bench = await startBench({ script: asker, settings });
    const tool = (name: string) => {
      const inlineFunction = { description: name, inputSchema: {} };
      return { tools: [{ type: 'inline_function' as const, name, config: { inlineFunction } }] };
    };
    const asked = await bench.say('Go', tool('ask'));
    const [id] = ids(asked);
    const other = await bench.answer(asked, { [id]: 'approved' }, tool('other'));
    expect(other.error?.message).toContain("'ask' is not among the tools");
    expect((await bench.answer(asked, { [id]: 'approved' }, tool('ask'))).text).toContain('Done');
  });
});

test('kept: results alone resume, and a resent copy is ignored whatever it says', async () => {
  const first = await startBench({ script: asker });
  const [id] = ids(await first.say('Go'));
  expect((await first.invoke([user(result(id, 'approved'))])).text).toContain('Done');
  const second = { runtimeSessionId: `${session}-2` };
  const [other] = ids(await first.say('Go', second));
  const copied = await first.invoke([assistant(foreign), user(result(other, 'approved'))], second);
  expect(copied.text).toContain('Done');
});

test('resend: results alone are more results than calls', async () => {
  const bench = await startBench({ script: asker, settings: { resume: 'resend' } });
  const asked = await bench.say('Go');
  const [id] = ids(asked);
  const alone = await bench.invoke([user(result(id, 'approved'))]);
  expect(alone.error).toMatchObject({ name: 'ValidationException' });
  expect(alone.error?.message).toContain('more toolResult blocks (1) than toolUse blocks (0)');
  expect((await bench.answer(asked, { [id]: 'approved' })).text).toContain('Done');
});

test('resend: a call that is resent twice is a duplicate', async () => {
  const bench = await startBench({ script: asker, settings: { resume: 'resend' } });
  const asked = await bench.say('Go');
  const [id] = ids(asked);
  const twice = await bench.answer({ uses: [...asked.uses, ...asked.uses] }, { [id]: 'approved' });
  expect(twice.error?.message).toBe(`The messages contain duplicate ids: ${id}`);
  expect((await bench.answer(asked, { [id]: 'approved' })).text).toContain('Done');
});

test('a session belongs to its actor: another one finds nothing that is owed', async () => {
  const bench = await startBench({ script: asker });
  const asked = await bench.say('Go', { actorId: 'ada' });
  const [id] = ids(asked);
  expect((await bench.answer(asked, { [id]: 'approved' })).error?.message).toContain('unknown toolUseId');
  expect((await bench.answer(asked, { [id]: 'approved' }, { actorId: 'ada' })).text).toContain('Done');
});

test('the same session and script give the same ids, another session gives others', async () => {
  const first = await startBench({ script: asker });
  const second = await startBench({ script: asker });
  const [a] = ids(await first.say('Go'));
  expect(ids(await second.say('Go'))[0]).toBe(a);
  expect(ids(await second.say('Go', { runtimeSessionId: `${session}-2` }))[0]).not.toBe(a);
  expect(a).toMatch(/^tooluse_[A-Za-z0-9_-]{22}$/);
});
