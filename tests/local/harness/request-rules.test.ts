import { InvokeHarnessCommand } from '@aws-sdk/client-bedrock-agentcore';
import { describe, expect, test } from 'vitest';
import { arn, session, startBench, user } from './bench.ts';

const greeter = `
agent: Greeter
dialogue: [{ say: Hello }]
`;

describe('a request that the service refuses before any stream', () => {
  const path = `/harnesses/invoke?harnessArn=${encodeURIComponent(arn)}`;
  const hello = { messages: [{ role: 'user', content: [{ text: 'Hi' }] }] };
  const content = (block: unknown) => ({ messages: [{ role: 'user', content: [block] }] });
  const toolResult = (value: object) => content({ toolResult: { toolUseId: 'tooluse_1', ...value } });

  const refused: readonly (readonly [title: string, field: string, body: unknown])[] = [
    ['no messages', 'messages', {}],
    ['an empty list of messages', 'messages', { messages: [] }],
    ['an unknown role', 'messages.0.role', { messages: [{ role: 'system', content: [{ text: 'x' }] }] }],
    ['a message without content', 'messages.0.content', { messages: [{ role: 'user', content: [] }] }],
    ['an empty text', 'messages.0.content.0.text', content({ text: '' })],
    [
      'a block with two members',
      'messages.0.content.0',
      content({ text: 'x', toolResult: { toolUseId: 'a', content: [{ text: 'x' }] } }),
    ],
    ['a block with none', 'messages.0.content.0', content({})],
    [
      'an empty text in a result',
      'messages.0.content.0.toolResult.content.0.text',
      toolResult({ content: [{ text: '' }] }),
    ],
    ['a result without blocks', 'messages.0.content.0.toolResult.content', toolResult({ content: [] })],
    [
      'an unknown status',
      'messages.0.content.0.toolResult.status',
      toolResult({ content: [{ text: 'x' }], status: 'denied' }),
    ],
    [
      'a toolUseId outside the pattern',
      'messages.0.content.0.toolResult.toolUseId',
      content({ toolResult: { toolUseId: 'a b', content: [{ text: 'x' }] } }),
    ],
    ['a tool call of the user', 'messages.0.content.0', content({ toolUse: { toolUseId: 'a', name: 'b', input: {} } })],
    [
      'a call without input',
      'messages.0.content.0.toolUse.input',
      { messages: [{ role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'b' } }] }, ...hello.messages] },
    ],
    [
      'an assistant message at the end',
      'messages',
      { messages: [...hello.messages, { role: 'assistant', content: [{ text: 'x' }] }] },
    ],
    ['an empty system prompt block', 'systemPrompt.0.text', { ...hello, systemPrompt: [{ text: '' }] }],
    ['an unknown type of tool', 'tools.0.type', { ...hello, tools: [{ type: 'function', name: 'a' }] }],
    [
      'a model of two kinds',
      'model',
      { ...hello, model: { bedrockModelConfig: { modelId: 'a' }, geminiModelConfig: { modelId: 'b' } } },
    ],
    ['a broken tool pattern', 'allowedTools.0', { ...hello, allowedTools: ['a/b/c'] }],
    ['iterations that are no whole number', 'maxIterations', { ...hello, maxIterations: 1.5 }],
  ];

  test.each(refused)('%s is a ValidationException that names the field %s', async (_, field, body) => {
    const { server } = await startBench({ script: greeter });
    const headers = { 'x-amzn-bedrock-agentcore-runtime-session-id': session };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('x-amzn-errortype')).toBe('ValidationException');
    expect(await answer.json()).toMatchObject({
      reason: 'FieldValidationFailed',
      fieldList: expect.arrayContaining([expect.objectContaining({ name: field })]),
    });
  });

  test('a body that is not JSON cannot be parsed', async () => {
    const { server } = await startBench({ script: greeter });
    const headers = { 'x-amzn-bedrock-agentcore-runtime-session-id': session };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: '{"messages": [' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ reason: 'CannotParse' });
  });

  test.each([
    ['32 characters', 'a'.repeat(32)],
    ['101 characters', 'a'.repeat(101)],
    ['a leading hyphen', `-${'a'.repeat(40)}`],
    ['a colon inside', `${'a'.repeat(40)}:1`],
  ])('a session id with %s is refused', async (_, runtimeSessionId) => {
    const bench = await startBench({ script: greeter });
    const heard = await bench.say('Hi', { runtimeSessionId });
    expect(heard.error).toMatchObject({ name: 'ValidationException', status: 400 });
    expect(heard.error?.message).toContain('runtimeSessionId');
  });

  test.each([33, 100])('a session id of %i characters is taken', async (length) => {
    const bench = await startBench({ script: greeter });
    expect((await bench.say('Hi', { runtimeSessionId: 'a'.repeat(length) })).stops).toEqual(['end_turn']);
  });

  test.each([
    ['a runtime ARN', 'arn:aws:bedrock-agentcore:us-east-1:123456789012:runtime/desk-AbCdEf0123'],
    ['a bare id', 'desk-AbCdEf0123'],
    ['a name with a hyphen', 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/de-sk-AbCdEf0123'],
  ])('%s is no harness ARN', async (_, harnessArn) => {
    const bench = await startBench({ script: greeter });
    expect((await bench.say('Hi', { harnessArn })).error).toMatchObject({ name: 'ValidationException', status: 400 });
  });

  test('a harness that does not exist is not found', async () => {
    const bench = await startBench({ script: greeter });
    const heard = await bench.say('Hi', { harnessArn: arn.replace('desk', 'elsewhere') });
    expect(heard.error).toMatchObject({ name: 'ResourceNotFoundException', status: 404 });
  });

  test('a qualifier outside the pattern is refused', async () => {
    const bench = await startBench({ script: greeter });
    expect((await bench.say('Hi', { qualifier: '1st' })).error?.name).toBe('ValidationException');
  });

  test('an unknown operation is not found', async () => {
    const { server } = await startBench({ script: greeter });
    expect((await fetch(`${server.url}/harnesses/other`, { method: 'POST' })).status).toBe(404);
  });
});

test('the log tells each request with its body and its answer', async () => {
  const { server, client, advance, say } = await startBench({ script: greeter });
  advance(60);
  await say('Hi', { qualifier: 'prod', actorId: 'ada' });
  await say('Hi', { runtimeSessionId: 'short' });
  await client
    .send(new InvokeHarnessCommand({ harnessArn: arn, runtimeSessionId: session, messages: [] }))
    .catch(() => {});
  expect(server.requests()).toMatchObject([
    {
      operation: 'InvokeHarness',
      at: Date.parse('2026-10-01T09:01:00Z'),
      harnessArn: arn,
      sessionId: session,
      qualifier: 'prod',
      body: { actorId: 'ada', messages: [user({ text: 'Hi' })] },
      answer: { status: 200, stopReason: 'end_turn' },
    },
    { sessionId: 'short', answer: { status: 400, error: 'ValidationException' } },
    { answer: { status: 400 } },
  ]);
});

test('history that a client sends again before its new message changes nothing', async () => {
  const bench = await startBench({
    script: `
agent: Echo
dialogue: [{ when: [{ user: { equals: now }, do: [{ say: 'You said {{user.text}}' }] }] }]
`,
  });
  const heard = await bench.invoke([
    user({ text: 'before' }),
    { role: 'assistant', content: [{ text: 'ok' }] },
    user({ text: 'now' }),
  ]);
  expect(heard.text).toBe('You said now');
});
