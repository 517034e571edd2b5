import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvokeHarnessCommand } from '@aws-sdk/client-bedrock-agentcore';
import { describe, expect, onTestFinished, test } from 'vitest';
import { arn, ids, session, startBench } from './bench.ts';

const asker = `
agent: Asker
dialogue:
  - when:
      - first: true
        do: [{ call: ask }, { say: 'Got {{result.text}}' }]
      - first: false
        do: [{ say: Not my first. }]
  - when: [{ user: again, do: [{ say: Second turn. }] }]
`;

describe('idle sessions', () => {
  test('with memory the history and the pending call come back', async () => {
    const bench = await startBench({ script: asker });
    const asked = await bench.say('Go');
    bench.advance(7 * 24 * 3600);
    expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Got yes');
    bench.advance(901);
    expect((await bench.say('again')).text).toBe('Second turn.');
  });

  test('without memory everything is forgotten after the idle timeout', async () => {
    const bench = await startBench({ script: asker, settings: { memory: 'off' } });
    const asked = await bench.say('Go');
    bench.advance(900);
    expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).error?.message).toContain('unknown toolUseId');
    expect((await bench.say('Go')).uses).toHaveLength(1);
  });

  test('without memory a session that is warm remembers', async () => {
    const bench = await startBench({ script: asker, settings: { memory: 'off' } });
    const asked = await bench.say('Go');
    bench.advance(899);
    expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Got yes');
  });

  test('without memory a busy session still ends with its lifetime', async () => {
    const settings = { memory: 'off', idleTimeoutSeconds: 500, maxLifetimeSeconds: 800 } as const;
    const bench = await startBench({ script: asker, settings });
    const asked = await bench.say('Go');
    bench.advance(450);
    await bench.answer(asked, { [ids(asked)[0]]: 'yes' });
    bench.advance(450);
    expect((await bench.say('again')).uses).toHaveLength(1);
  });

  test('without memory even a poisoned session is forgotten, with memory it is not', async () => {
    const bench = await startBench({ script: asker });
    await bench.say('Go');
    await bench.say('hello?');
    bench.advance(100_000);
    expect((await bench.say('hello?')).error?.message).toContain('is missing');
    bench.server.setRules({ memory: 'off' });
    bench.advance(100_000);
    expect((await bench.say('hello?')).uses).toHaveLength(1);
  });
});

describe('StopRuntimeSession', () => {
  test('ends the compute once, and with memory the session can be resumed', async () => {
    const bench = await startBench({ script: asker });
    const asked = await bench.say('Go');
    expect((await bench.stop()).runtimeSessionId).toBe(session);
    await expect(bench.stop()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Got yes');
    await bench.stop();
  });

  test('without memory the session is forgotten', async () => {
    const bench = await startBench({ script: asker, settings: { memory: 'off' } });
    const asked = await bench.say('Go', { actorId: 'ada' });
    await bench.stop();
    const late = await bench.answer(asked, { [ids(asked)[0]]: 'yes' }, { actorId: 'ada' });
    expect(late.error?.message).toContain('unknown toolUseId');
  });

  test('an unknown session and an idle one are not found', async () => {
    const bench = await startBench({ script: asker });
    await expect(bench.stop()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await bench.say('Go');
    bench.advance(900);
    await expect(bench.stop()).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test('the ARN of the runtime below is refused', async () => {
    const bench = await startBench({ script: asker });
    const runtime = arn.replace(':harness/', ':runtime/');
    await expect(bench.stop(session, runtime)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('an open stream is cut, and nothing of its turn is kept', async () => {
    const bench = await startBench({ script: asker, settings: { eventDelayMs: 60_000 } });
    const open = bench.say('Go');
    await expect
      .poll(() =>
        bench.stop().then(
          () => 'stopped',
          () => 'not yet',
        ),
      )
      .toBe('stopped');
    expect((await open).error?.message).toContain('aborted');
    bench.server.setRules({ eventDelayMs: 0 });
    expect((await bench.say('Go')).uses).toHaveLength(1);
  });
});

test('of two invocations of one session at a time one is refused; another session is not', async () => {
  const bench = await startBench({ script: asker, settings: { eventDelayMs: 15 } });
  const other = bench.say('Go', { runtimeSessionId: `${session}-2` });
  const both = await Promise.all([bench.say('Go'), bench.say('Go')]);
  const refused = both.filter((heard) => heard.error !== undefined);
  expect(refused).toMatchObject([{ error: { name: 'RetryableConflictException', status: 409 } }]);
  expect(both.flatMap((heard) => heard.uses)).toHaveLength(1);
  expect((await other).uses).toHaveLength(1);
});

test('a client that hangs up does not end the turn: its call is owed', async () => {
  const script =
    'agent: A\ndialogue: [{ say: One moment., call: { tool: ask, id: tooluse_unheard } }, { say: Thanks. }]';
  const bench = await startBench({ script, settings: { eventDelayMs: 5 } });
  const messages = [{ role: 'user' as const, content: [{ text: 'Go' }] }];
  const command = new InvokeHarnessCommand({ harnessArn: arn, runtimeSessionId: session, messages });
  const { stream } = await bench.client.send(command);
  for await (const event of stream ?? []) if (event.messageStart) break;
  await expect.poll(() => bench.server.requests().length).toBe(1);
  const unheard = { uses: [{ id: 'tooluse_unheard', name: 'ask', input: '{}' }] };
  expect((await bench.answer(unheard, { tooluse_unheard: 'yes' })).text).toBe('Thanks.');
});

describe('restarts', () => {
  const home = () => {
    const directory = mkdtempSync(join(tmpdir(), 'harness-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    return directory;
  };

  test('a pending call survives, under another port', async () => {
    const directory = home();
    const before = await startBench({ script: asker, directory });
    const asked = await before.say('Go');
    await before.close();
    const after = await startBench({ script: asker, directory });
    expect((await after.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Got yes');
  });

  test('a session of another script fails loudly', async () => {
    const directory = home();
    const before = await startBench({ script: asker, directory });
    const asked = await before.say('Go');
    await before.close();
    const after = await startBench({ script: asker.replace('Got', 'Received'), directory });
    const heard = await after.answer(asked, { [ids(asked)[0]]: 'yes' });
    expect(heard.error?.message).toContain('is not the one that this session began with');
  });

  test('a half-written file is no session, and a damaged one is named', async () => {
    const directory = home();
    const bench = await startBench({ script: asker, directory });
    const asked = await bench.say('Go');
    const [file = ''] = readdirSync(join(directory, 'sessions'));
    writeFileSync(join(directory, 'sessions', `${file}.new`), '{"half');
    expect((await bench.answer(asked, { [ids(asked)[0]]: 'yes' })).text).toBe('Got yes');
    writeFileSync(join(directory, 'sessions', file), '{"half');
    const damaged = await bench.say('again');
    expect(damaged.error).toMatchObject({ name: 'InternalServerException', status: 500 });
    expect(damaged.error?.message).toContain(file);
  });
});
