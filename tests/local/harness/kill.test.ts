import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BedrockAgentCoreClient, InvokeHarnessCommand } from '@aws-sdk/client-bedrock-agentcore';
import { expect, onTestFinished, test } from 'vitest';
import { arn, ids, session, startBench, user } from './bench.ts';

const plain = 'agent: Asker\ndialogue: [{ say: I need a yes., call: ask }, { say: Thanks. }]';
const looking =
  'agent: Looker\ntools: { look: { text: seen } }\ndialogue: [{ call: look }, { say: And now., call: ask }, { say: Thanks. }]';

/** Starts a harness of its own process and reads its stream until `until` was heard, then kills it without warning. */
async function killedAfter(until: 'contentBlockStart' | 'messageStop', script: string) {
  const directory = mkdtempSync(join(tmpdir(), 'harness-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'agent.yaml');
  writeFileSync(file, script);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), directory, file, arn, '20']);
  const [line] = await once(child.stdout, 'data');
  const credentials = { accessKeyId: 'desk', secretAccessKey: 'desk' };
  const endpoint = String(line).trim();
  const client = new BedrockAgentCoreClient({ region: 'us-east-1', endpoint, credentials, maxAttempts: 1 });
  const messages = [user({ text: 'Go' })];
  const { stream } = await client.send(
    new InvokeHarnessCommand({ harnessArn: arn, runtimeSessionId: session, messages }),
  );
  for await (const event of stream ?? []) if (event[until] !== undefined) break;
  child.kill('SIGKILL');
  await once(child, 'exit');
  client.destroy();
  return startBench({ script, directory });
}

test('killed in the middle of a turn, a session is as it was before', async () => {
  const bench = await killedAfter('contentBlockStart', plain);
  const asked = await bench.say('Go');
  expect(asked.stops).toEqual(['tool_use']);
  expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Thanks.');
});

test('killed between two messages of one turn, a session is as it was before', async () => {
  const bench = await killedAfter('messageStop', looking);
  expect((await bench.say('Go')).stops).toEqual(['tool_use', 'tool_result', 'tool_use']);
});

test('killed after the client heard of the hand-off, a session still owes the call', async () => {
  const bench = await killedAfter('messageStop', plain);
  expect((await bench.say('Go')).error?.message).toMatch(/^Inline function result is missing toolUseId 'tooluse_/);
});
