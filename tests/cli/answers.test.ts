import { describe, expect, test } from 'vitest';
import { execution } from '../support/bench.ts';
import { buying } from '../support/stream.ts';
import { countersign } from './host.ts';
import { waitingRun } from './waiting-run.ts';

describe('what a gate answers', () => {
  test.each([429, 500, 503])('%i is no refusal: it ends with 4 and says that nothing is known', async (status) => {
    const { ports, requestId, made } = await waitingRun(buying('c1'));
    const answer = { status, body: { message: 'Service Unavailable' } };
    for (const words of [
      ['run', '--prompt', 'x', '--requester', 'sam'],
      ['approve', requestId, '--yes'],
      ['resend', requestId],
      ['stop', '--run', made.runId, '--reason', 'x'],
    ]) {
      const { code, errors } = await countersign(words, { ...ports, answer });
      expect([words[0], code]).toEqual([words[0], 4]);
      expect(errors).toContain('is not known');
      expect(errors).not.toContain('Refused');
    }
  });

  test('whoever could not be told of a stop is said, with what to do', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const answer = { status: 202, body: { message: 'It stops.', untold: ['TooManyRequestsException'] } };
    const { code, text, errors } = await countersign(['stop', '--run', made.runId, '--reason', 'x'], {
      ...ports,
      answer,
    });
    expect([code, text]).toEqual([0, 'It stops.']);
    expect(errors).toContain('1 people could not be told');
  });

  test('a key of a run that Step Functions has forgotten is told, and ends with 3', async () => {
    const answer = { status: 200, body: { executionArn: 'arn:gone', repeated: true } };
    const words = ['run', '--prompt', 'x', '--requester', 'sam', '--key', 'k-1'];
    const { code, errors } = await countersign(words, { answer });
    expect([code, errors]).toEqual([3, expect.stringContaining('another --key')]);
  });
});

describe('a verdict', () => {
  test('is not given with --yes at a terminal, before anybody has looked', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const { code, posted, errors } = await countersign(['approve', requestId, '--yes'], { ...ports, typed: 'y' });
    expect([code, posted]).toEqual([2, []]);
    expect(errors).toContain('type y after the arguments were shown');
  });

  test('with --json is one document, so it is to one call', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'), buying('c2'));
    const { code, posted, errors } = await countersign(['approve', requestId, '--json'], { ...ports, typed: 'y' });
    expect([code, posted]).toEqual([2, []]);
    expect(errors).toContain('--call with one of c1, c2');
  });
});

describe('a run that is under way', () => {
  test('is listed however many have been started since, and its request is found', async () => {
    const { ports, made, requestId } = await waitingRun(buying('c1'));
    const executions = async (which: 'running' | 'newest') =>
      which === 'running'
        ? ports.known
        : [{ ...execution, executionArn: 'arn:newer', runId: made.runId, status: 'FAILED', startedAt: '2099-01-01' }];
    const { text } = await countersign(['runs'], { ...ports, executions });
    expect(text.split('\n').map((line) => line.split(/ +/)[1])).toEqual(['dead', 'waiting']);
    const { json } = await countersign(['runs', '--json'], { ...ports, executions });
    expect(json()).toMatchObject({ runs: [{ executionArn: 'arn:newer' }, { executionArn: execution.executionArn }] });
    const recorded = { status: 200, body: { kind: 'recorded' } };
    const { code } = await countersign(['approve', requestId, '--yes'], { ...ports, executions, answer: recorded });
    expect(code).toBe(0);
  });

  test('is shown with the commands that answer it, ready to be copied', async () => {
    const { ports, made, requestId } = await waitingRun(buying('c1'), buying('c2'));
    const { text } = await countersign(['show', made.runId], ports);
    expect(text.match(new RegExp(`countersign approve ${requestId}`, 'g'))).toHaveLength(1);
  });
});

test('an execution that never began a record says why, in place of the run that is not there', async () => {
  const never = {
    executionArn: 'arn:aws:states:us-east-1:123456789012:execution:m:never',
    runId: 'run-never' as Awaited<ReturnType<typeof waitingRun>>['made']['runId'],
    status: 'FAILED',
    startedAt: '2026-03-02T09:00:00.000Z',
    error: 'Countersign.BadStart',
    cause: 'input.prompt: given ""',
  };
  const { code, errors } = await countersign(['show', never.executionArn], { known: [never] });
  expect(code).toBe(3);
  expect(errors).toContain('FAILED. Countersign.BadStart input.prompt: given ""');
  expect((await countersign(['runs'], { known: [never] })).text).toContain(never.executionArn);
  // The list shows it under this id, so whoever copies the id from there gets the same answer.
  const byId = await countersign(['show', never.runId], { known: [never] });
  expect([byId.code, byId.errors]).toEqual([3, errors.replace(never.executionArn, never.runId)]);
});

test('a run that is not there is told as that to whoever may see no executions', async () => {
  const executions = () => Promise.reject(new Error('AccessDeniedException'));
  const { code, errors } = await countersign(['audit', 'show', 'run-of-nobody'], { executions });
  expect([code, errors]).toEqual([3, expect.stringContaining('There is no run run-of-nobody')]);
});

describe('with --json, what could not be done is a document too', () => {
  test.each<[string, readonly string[], number, RegExp]>([
    ['a run that is not there', ['show', 'run-of-nobody'], 3, /^There is no run run-of-nobody/],
    ['a request that is not there', ['approve', 'request-of-nobody', '--yes'], 3, /^There is no request/],
    ['a word that is missing', ['stop', '--run', 'x'], 2, /^error: .*--reason <text>' not specified$/],
    ['neither a run nor all of them', ['stop', '--reason', 'x'], 2, /^error: exactly one of --run and --all/],
    ['a file that is not there', ['audit', 'verify', '--file', 'gone'], 2, /^gone cannot be read/],
    ['no command', [], 2, /^No command was named/],
    ['a run that was not named', ['audit', 'verify'], 2, /^error: exactly one of a run and --file/],
  ])('%s', async (_, words, exitCode, error) => {
    const { code, json, errors } = await countersign([...words, '--json']);
    expect(json()).toEqual({ exitCode, error: expect.stringMatching(error) });
    expect(code).toBe(exitCode);
    // Whoever watches still reads it.
    expect(errors).not.toBe('');
    expect((await countersign(words)).text).toBe('');
  });

  test('a gate that cannot be reached', async () => {
    const executions = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const { code, json } = await countersign(['runs', '--json'], { executions });
    expect([code, json()]).toEqual([4, { exitCode: 4, error: 'connect ECONNREFUSED' }]);
  });
});

test('show says who answered, and how sure the gate is of it', async () => {
  const { ports, made } = await waitingRun(buying('c1'));
  await made.decide('reject', { call: 'c1' });
  const { text } = await countersign(['show', made.runId], ports);
  expect(text).toMatch(/^Call {7}c1 {2}buy {2}rejected, morgan said reject \(link\)/m);
  const { json } = await countersign(['show', made.runId, '--json'], ports);
  expect(json()).toMatchObject({
    calls: [{ verdicts: [{ approver: 'morgan', verdict: 'reject', assurance: 'link' }] }],
  });
});

test('with --json a chain that does not hold stands in the document too', async () => {
  const { ports, made } = await waitingRun(buying('c1'));
  const bytes = made.ledger.stored(made.runId)[0]?.bytes;
  if (bytes !== undefined) bytes[20] = (bytes[20] ?? 0) ^ 1;
  const { code, json } = await countersign(['requests', '--json'], ports);
  expect(code).toBe(1);
  expect(json()).toMatchObject({ requests: [], damaged: [{ runId: made.runId }] });
});
