import { describe, expect, test } from 'vitest';
import { assistant, ids, result, startBench, user } from './bench.ts';

const failing = (fail: string) => `
agent: Unlucky
dialogue:
  - { say: One moment., call: { tool: ask, id: tooluse_first }, fail: ${fail} }
  - when:
      - user: Go
        do:
          - { say: Again., call: { tool: ask, id: tooluse_second } }
          - { say: Answered after all. }
      - result: approved
        do: [{ say: Answered. }]
`;

describe('failures before the stream', () => {
  test.each([
    [429, 'ThrottlingException'],
    [500, 'InternalServerException'],
    [503, 'ServiceUnavailableException'],
    [402, 'ServiceQuotaExceededException'],
    [424, 'RuntimeClientError'],
    [403, 'AccessDeniedException'],
  ])('HTTP %i %s is thrown by the call, and the same message may be sent again', async (status, error) => {
    const bench = await startBench({
      script: `
agent: Throttled
dialogue:
  - fail: { kind: http, status: ${status}, error: ${error}, message: not now, times: 2 }
  - { say: Hello }
`,
    });
    const first = await bench.say('Go');
    expect(first.error).toMatchObject({ name: error, status, message: 'not now' });
    expect(first.events).toEqual([]);
    expect((await bench.say('Go')).error?.status).toBe(status);
    expect((await bench.say('Go')).text).toBe('Hello');
  });

  test('a resume that is refused before the stream consumes no result', async () => {
    const bench = await startBench({
      script: `
agent: Throttled at the resume
dialogue:
  - call: ask
  - when:
      - result: approved
        do:
          - fail: { kind: http, status: 429, error: ThrottlingException }
          - say: 'Now: {{result.text}}'
`,
    });
    const asked = await bench.say('Go');
    const answer = { [ids(asked)[0]]: 'approved' };
    expect((await bench.answer(asked, answer)).error?.name).toBe('ThrottlingException');
    const done = await bench.answer(asked, answer);
    expect(done.results).toHaveLength(1);
    expect(done.text).toBe('Now: approved');
  });
});

describe('failures inside the stream', () => {
  test.each([
    ['runtimeClientError', 'RuntimeClientError'],
    ['validationException', 'ValidationException'],
    ['internalServerException', 'InternalServerException'],
  ])('an exception frame %s is a typed error of the iterator', async (error, name) => {
    const bench = await startBench({ script: failing(`{ kind: exception, error: ${error}, message: broken }`) });
    const heard = await bench.say('Go');
    expect(heard.error).toMatchObject({ name, message: 'broken' });
    expect(heard.text).toBe('One moment.');
    expect(heard.uses).toHaveLength(1);
    expect(heard.stops).toEqual([]);
    expect(bench.server.requests().at(-1)?.answer).toEqual({ status: 200, error, message: 'broken' });
  });

  test('an error frame is a plain error with the name of its code', async () => {
    const bench = await startBench({ script: failing('{ kind: error, error: SomethingElse, message: broken }') });
    expect((await bench.say('Go')).error).toMatchObject({ name: 'SomethingElse', message: 'broken' });
  });

  test('the rules choose how refusals are framed', async () => {
    const bench = await startBench({ script: failing('{ kind: end }'), settings: { inStreamErrors: 'error' } });
    await bench.say('Go');
    const poisoned = await bench.say('and now?');
    expect(poisoned.error?.name).toBe('runtimeClientError');
    expect(poisoned.error?.message).toContain('is missing toolUseId');
  });

  test('an exception undoes the turn: nothing is owed, and the message may come again', async () => {
    const bench = await startBench({ script: failing('{ kind: exception, error: internalServerException }') });
    await bench.say('Go');
    const again = await bench.say('Go');
    expect(again.uses).toMatchObject([{ id: 'tooluse_second' }]);
    expect((await bench.answer(again, { tooluse_second: 'whatever' })).text).toBe('Answered after all.');
  });

  test.each([
    ['cut', 'aborted'],
    ['truncated', 'Truncated event message received'],
    ['corrupt', 'checksum'],
  ])('a stream that is %s fails, but what the harness did stays', async (kind, message) => {
    const bench = await startBench({ script: failing(`{ kind: ${kind} }`) });
    const heard = await bench.say('Go');
    expect(heard.error?.message).toContain(message);
    expect(heard.text).toBe('One moment.');
    expect(heard.stops).toEqual([]);
    expect((await bench.answer(heard, { tooluse_first: 'approved' })).text).toBe('Answered.');
  });

  test('a clean end without messageStop raises nothing', async () => {
    const bench = await startBench({ script: failing('{ kind: end }') });
    const heard = await bench.say('Go');
    expect(heard.error).toBeUndefined();
    expect(heard.stops).toEqual([]);
    expect(heard.uses).toHaveLength(1);
  });

  test('a call that nobody heard is owed all the same', async () => {
    const bench = await startBench({ script: failing('{ kind: cut, afterEvents: 2 }') });
    const heard = await bench.say('Go');
    expect(heard.events).toHaveLength(2);
    expect(heard.uses).toEqual([]);
    const poisoned = await bench.say('Go');
    expect(poisoned.error?.message).toBe("Inline function result is missing toolUseId 'tooluse_first'");
  });

  test('a cut may also lose the turn', async () => {
    const bench = await startBench({ script: failing('{ kind: cut, keep: nothing }') });
    await bench.say('Go');
    expect((await bench.say('Go')).uses).toMatchObject([{ id: 'tooluse_second' }]);
  });

  test('an exception may also come after the turn was kept', async () => {
    const bench = await startBench({ script: failing('{ kind: exception, error: runtimeClientError, keep: turn }') });
    expect((await bench.say('Go')).error?.name).toBe('RuntimeClientError');
    expect((await bench.invoke([user(result('tooluse_first', 'approved'))])).text).toBe('Answered.');
  });

  test('a resume that breaks with an exception owes the same result again', async () => {
    const bench = await startBench({
      script: `
agent: Breaks late
dialogue:
  - call: ask
  - { say: I heard, fail: { kind: exception, error: internalServerException } }
  - say: 'Twice: {{result.text}}'
`,
    });
    const asked = await bench.say('Go');
    const answer = [assistant(asked), user(result(ids(asked)[0], 'approved'))];
    expect(await bench.invoke(answer)).toMatchObject({
      results: [{ text: 'approved' }],
      error: { name: 'InternalServerException' },
    });
    expect((await bench.invoke(answer)).text).toBe('Twice: approved');
  });
});
