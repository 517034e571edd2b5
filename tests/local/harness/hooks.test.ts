import { describe, expect, test } from 'vitest';
import { arn, assistant, fourRules, ids, result, session, user } from './bench.ts';
import { denying, outline, startHooked } from './hooks-bench.ts';

const pick = (
  { uses }: { readonly uses: readonly { readonly id: string; readonly name: string; readonly input: string }[] },
  ...wanted: string[]
) => ({
  uses: uses.filter(({ id }) => wanted.includes(id)),
});

const script = (calls: string) =>
  `
agent: A
tools: { look: { text: seen }, broken: { text: no such place, status: error } }
dialogue:
  - { say: Let me see., call: [${calls}] }
  - when:
      - result: { status: error, contains: not here }
        do: [{ say: 'Then not: {{result.text}}' }]
      - result: { contains: '' }
        do: [{ say: 'Done: {{result.text}}' }]
  - when: [{ user: go on, do: [{ say: 'Gone on: {{result.text}}' }] }]
`.replace("{ contains: '' }", "{ matches: '.' }");

describe.each(fourRules)('with hooks on every event, $resume and $handOff', (settings) => {
  test('a call of the harness and one of the client bring each hook once, in the order of the stream', async () => {
    const bench = await startHooked({ script: script('look, ask'), settings });
    const asked = await bench.say('Go');
    expect(outline(asked)).toEqual([
      'before_invocation allow',
      'assistant:',
      'call look',
      'call ask',
      'stop tool_use',
      'metadata',
      'before_tool_call allow',
      'after_tool_call allow',
      'user:',
      'result success',
      'stop tool_result',
      'before_tool_call allow',
      'assistant:',
      'stop tool_use',
      'after_invocation allow',
    ]);
    const [, ask] = ids(asked);
    const done = await bench.answer(pick(asked, ask), { [ask]: 'approved' });
    expect(outline(done)).toEqual([
      'before_invocation allow',
      'after_tool_call allow',
      'user:',
      'result success',
      'stop tool_result',
      'assistant:',
      'stop end_turn',
      'metadata',
      'after_invocation allow',
    ]);
    expect(done.text).toBe('Done: approved');
  });

  test('every hook of an adjacent pair is asked once, whenever the calls are handed off', async () => {
    const bench = await startHooked({ script: script('ask, pay'), settings });
    const asked = await bench.say('Go');
    const [ask, pay] = ids(asked);
    const both = { [ask]: 'approved 1', [pay]: 'approved 2' };
    const half = await bench.answer(asked, both);
    if (settings.handOff === 'one-at-a-time') await bench.answer(pick(asked, pay), { [pay]: 'approved 2' });
    else expect(half.text).toBe('Done: approved 1');
    const askedAbout = (event: string) =>
      bench.invocations
        .filter(({ payload }) => payload.event === event)
        .map(({ payload }) => payload.context.toolUseId);
    expect(askedAbout('before_tool_call')).toEqual([ask, pay]);
    expect(askedAbout('after_tool_call')).toEqual([ask, pay]);
  });

  test('an inline call that is denied is answered with the reason and not handed off', async () => {
    const bench = await startHooked({ script: script('ask'), settings, decide: denying('before_tool_call') });
    const heard = await bench.say('Go');
    const [ask] = ids(heard);
    expect(heard.stops).toEqual(['tool_use', 'tool_result', 'end_turn']);
    expect(heard.results).toMatchObject([{ id: ask, status: 'error' }]);
    expect(heard.text).toContain(`Then not: The call was not run: before_tool_call denied it. ${ask}: not here`);
    expect(bench.events()).not.toContain('after_tool_call');
    const late = await bench.invoke([assistant(heard), user(result(ask, 'approved'))]);
    expect(late.error?.message).toContain(`'${ask}' was already consumed`);
    expect((await bench.say('go on')).text).toContain('Gone on');
  });

  test.each(['ask', 'pay'])(
    'of two adjacent inline calls only the one that was allowed is owed: without %s',
    async (denied) => {
      const bench = await startHooked({
        script: script('ask, pay'),
        settings,
        decide: denying('before_tool_call', denied),
      });
      const asked = await bench.say('Go');
      const owed = asked.uses.find(({ name }) => name !== denied)?.id ?? '';
      // One at a time, a call behind the pending one has not come to its hooks yet.
      const seen = settings.handOff === 'together' || denied === 'ask' ? ['error'] : [];
      expect(asked.results.map(({ status }) => status)).toEqual(seen);
      expect(asked.stops.at(-1)).toBe('tool_use');
      const done = await bench.answer(pick(asked, owed), { [owed]: 'approved' });
      expect(done.error).toBeUndefined();
      expect(done.stops.at(-1)).toBe('end_turn');
      expect(done.text).toMatch(/^Then not: /);
    },
  );

  test("a call of the harness's own that is denied is skipped, and the call behind it goes its way", async () => {
    const bench = await startHooked({
      script: script('look, ask'),
      settings,
      decide: denying('before_tool_call', 'look'),
    });
    const asked = await bench.say('Go');
    const [look, ask] = ids(asked);
    expect(asked.results).toMatchObject([{ id: look, status: 'error' }]);
    expect(asked.stops).toEqual(['tool_use', 'tool_result', 'tool_use']);
    expect((await bench.answer(pick(asked, ask), { [ask]: 'approved' })).stops.at(-1)).toBe('end_turn');
  });

  test('a result that is denied is kept and stops the invocation, and nothing is owed after it', async () => {
    const bench = await startHooked({
      script: script('ask, look, pay'),
      settings,
      decide: denying('after_tool_call', 'ask'),
    });
    const asked = await bench.say('Go');
    const [ask, look, pay] = ids(asked);
    const stopped = await bench.answer(pick(asked, ask), { [ask]: 'approved' });
    expect(stopped.results.map(({ id, status }) => [id, status])).toEqual([
      [ask, 'success'],
      [look, 'error'],
      [pay, 'error'],
    ]);
    expect(stopped.stops).toEqual(['tool_result', 'hook_stopped']);
    expect(bench.events().at(-1)).toBe('after_invocation');
    expect((await bench.say('go on')).error).toBeUndefined();
  });

  test('one denied result of two stops the invocation, whichever it is', async () => {
    for (const denied of ['ask', 'pay']) {
      const decide = denying('after_tool_call', denied);
      const bench = await startHooked({ script: script('ask, pay'), settings, decide });
      const asked = await bench.say('Go');
      const [ask, pay] = ids(asked);
      const half = await bench.answer(asked, { [ask]: 'approved 1', [pay]: 'approved 2' });
      const more = denied === 'pay' && settings.handOff === 'one-at-a-time';
      const done = more ? await bench.answer(pick(asked, pay), { [pay]: 'approved 2' }) : half;
      expect(done.stops.at(-1)).toBe('hook_stopped');
    }
  });

  test("a denied result of the harness's own is kept, and the inline call behind it is nobody's", async () => {
    const decide = denying('after_tool_call', 'look');
    const bench = await startHooked({ script: script('look, ask'), settings, decide });
    const stopped = await bench.say('Go');
    expect(stopped.results).toMatchObject([
      { status: 'success', text: 'seen' },
      { status: 'error', text: expect.stringContaining('after_tool_call stopped the invocation before it') },
    ]);
    expect(stopped.stops).toEqual(['tool_use', 'tool_result', 'hook_stopped']);
    expect((await bench.say('go on')).error).toBeUndefined();
  });

  test('an invocation that is denied begins nothing and uses nothing up', async () => {
    let closed = false;
    const decide = ({ event }: { event: string }) => ({
      decision: closed && event === 'before_invocation' ? 'deny' : 'allow',
    });
    const bench = await startHooked({ script: script('ask'), settings, decide });
    const asked = await bench.say('Go');
    closed = true;
    const answer = { [ids(asked)[0]]: 'approved' };
    const denied = await bench.answer(asked, answer);
    expect(outline(denied)).toEqual(['before_invocation deny', 'assistant:', 'stop hook_stopped']);
    closed = false;
    expect((await bench.answer(asked, answer)).text).toBe('Done: approved');
  });
});

test('a payload names hook, harness, session and what the event is about', async () => {
  const bench = await startHooked({
    script: script('{ tool: ask, input: { a: 1 } }, { tool: broken, rawInput: "[1" }'),
  });
  const asked = await bench.say('Go');
  const [ask, broken] = ids(asked);
  await bench.answer(pick(asked, ask), { [ask]: 'approved' });
  const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(bench.invocations[0]?.payload).toEqual({
    hookEventId: uuid,
    name: 'before_invocation',
    event: 'before_invocation',
    harnessArn: arn,
    sessionId: session,
    context: { messages: [{ role: 'user', content: [{ text: 'Go' }] }] },
  });
  const contexts = bench.invocations.slice(1).map(({ payload }) => ({ event: payload.event, ...payload.context }));
  const inline = { toolName: 'ask', toolType: 'inline_function', toolUseId: ask, toolInput: { a: 1 } };
  const own = { toolName: 'broken', toolUseId: broken, toolInput: '[1' };
  const usage = { inputTokens: expect.any(Number), outputTokens: expect.any(Number) };
  expect(contexts).toEqual([
    { event: 'before_tool_call', ...inline },
    { event: 'after_invocation', stopReason: 'tool_use', usage },
    { event: 'before_invocation', messages: [{ role: 'assistant', content: expect.anything() }, expect.anything()] },
    { event: 'after_tool_call', ...inline, toolResult: { status: 'success', content: [{ text: 'approved' }] } },
    { event: 'before_tool_call', ...own },
    {
      event: 'after_tool_call',
      ...own,
      toolResult: { status: 'error', content: [{ text: 'no such place' }] },
      error: 'no such place',
    },
    { event: 'after_invocation', stopReason: 'end_turn', usage },
  ]);
  expect(new Set(bench.invocations.map(({ payload }) => payload.hookEventId)).size).toBe(8);
});

test('a result that the client reports as an error is no error of the harness', async () => {
  const bench = await startHooked({ script: script('ask') });
  const [ask] = ids(await bench.say('Go'));
  const failed = { toolResult: { toolUseId: ask, content: [{ text: 'not here' }], status: 'error' as const } };
  expect((await bench.invoke([user(failed)])).text).toContain('Then not');
  const context = bench.invocations.find(({ payload }) => payload.event === 'after_tool_call')?.payload.context;
  expect(context).toMatchObject({ toolResult: { status: 'error' } });
  expect(context).not.toHaveProperty('error');
});

test('a call that was let through is not asked about again when the rule of handing off changes', async () => {
  const bench = await startHooked({ script: script('ask, pay'), settings: { handOff: 'together' } });
  const asked = await bench.say('Go');
  bench.server.setRules({ handOff: 'one-at-a-time' });
  const [ask] = ids(asked);
  expect((await bench.answer(asked, { [ask]: 'approved' })).stops.at(-1)).toBe('tool_use');
  expect(bench.events().filter((event) => event === 'before_tool_call')).toHaveLength(2);
});

test('a call that the agent does not have comes to the hooks as well', async () => {
  const bench = await startHooked({ script: script('nothing'), harness: { tools: ['ask'] } });
  expect((await bench.say('Go')).results).toMatchObject([{ status: 'error', text: 'Unknown tool: nothing' }]);
  expect(bench.events()).toContain('before_tool_call');
});

test('a denial after the end only reports', async () => {
  const bench = await startHooked({ script: script('look'), decide: denying('after_invocation') });
  const heard = await bench.say('Go');
  expect(heard.text).toContain('Done: seen');
  expect(outline(heard).slice(-3)).toEqual(['stop end_turn', 'metadata', 'after_invocation deny']);
});

test('an invocation that fails in the stream is over for the hooks without any stop', async () => {
  const bench = await startHooked({ script: 'agent: A\ndialogue: [{ when: [{ user: never, do: [{ say: x }] }] }]' });
  const heard = await bench.say('Go');
  expect(outline(heard)).toEqual(['before_invocation allow', 'after_invocation allow']);
  expect(heard.error?.name).toBe('InternalServerException');
  expect(bench.invocations.at(-1)?.payload.context).toMatchObject({ error: 'internalServerException' });
});

test('a stream that is cut brings the hooks all the same, though nobody hears of them', async () => {
  const bench = await startHooked({ script: 'agent: A\ndialogue: [{ call: ask, fail: { kind: cut } }, { say: Hm }]' });
  expect(outline(await bench.say('Go'))).toEqual(['before_invocation allow', 'assistant:', 'call ask']);
  expect(bench.events()).toEqual(['before_invocation', 'before_tool_call', 'after_invocation']);
});

test('a refusal before the stream comes before any hook', async () => {
  const refusing =
    'agent: A\ndialogue: [{ fail: { kind: http, status: 429, error: ThrottlingException } }, { say: Hi }]';
  const bench = await startHooked({ script: refusing });
  expect((await bench.say('Go')).error?.name).toBe('ThrottlingException');
  expect(bench.invocations).toEqual([]);
  expect((await bench.say('Go')).text).toBe('Hi');
});
