import { describe, expect, test } from 'vitest';
import { bench, execution } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, buying, hooked, resultEvents } from '../support/stream.ts';
import { countersign } from './host.ts';
import { waitingRun } from './waiting-run.ts';

const started = { answer: { status: 201, body: { executionArn: execution.executionArn } } };
const asked = ['run', '--prompt', 'Buy a chair.', '--requester', 'sam'];

describe('countersign run', () => {
  test('starts through the signed route with what was given and nothing else', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const words = [...asked, '--actor', 'crew-7', '--label', 'team=office', '--label', 'cost=a=b', '--key', 'k-1'];
    const { code, text, posted, claimed } = await countersign(words, { ...ports, ...started });
    expect([code, text]).toEqual([0, `${made.runId}\n${execution.executionArn}`]);
    expect(posted).toEqual([
      {
        path: '/runs',
        body: {
          prompt: 'Buy a chair.',
          requester: 'sam',
          actor: 'crew-7',
          labels: { team: 'office', cost: 'a=b' },
          idempotencyKey: 'k-1',
        },
      },
    ]);
    expect(claimed).toEqual([]);
  });

  test('a run that the answer names is told without a look at its execution, which the starter may have no right to', async () => {
    const answer = { status: 201, body: { executionArn: 'arn:new', runId: 'run-7' } };
    const execution = () => Promise.reject(new Error('AccessDenied'));
    const { code, json, errors } = await countersign([...asked, '--json'], { answer, execution });
    expect([code, json(), errors]).toEqual([0, { runId: 'run-7', executionArn: 'arn:new' }, '']);
  });

  test('a key that has started a run before is said, and leads to that run', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const { code, text, errors } = await countersign([...asked, '--key', 'k-1'], { ...ports, ...started });
    expect([code, text.split('\n')[0]]).toEqual([0, made.runId]);
    expect(errors).toContain('started a run before');
  });

  test('with --claimed the execution is started by its bare input', async () => {
    const { ports } = await waitingRun(buying('c1'));
    const { code, posted, claimed } = await countersign([...asked, '--claimed'], ports);
    expect([code, posted, claimed]).toEqual([0, [], [{ prompt: 'Buy a chair.', requester: 'sam' }]]);
  });

  test('the prompt can come from a file', async () => {
    const { ports } = await waitingRun(buying('c1'));
    const words = ['run', '--prompt-file', 'task.txt', '--requester', 'sam'];
    const { posted } = await countersign(words, { ...ports, ...started, files: { 'task.txt': 'Buy a lamp.\n' } });
    expect(posted).toMatchObject([{ body: { prompt: 'Buy a lamp.' } }]);
  });

  test('a starter whom the gate file does not name is told so, and ends with 1', async () => {
    const { ports } = await waitingRun(buying('c1'));
    const answer = { status: 403, body: { message: 'No starter allows this.' } };
    const { code, errors } = await countersign(asked, { ...ports, answer });
    expect([code, errors]).toEqual([1, 'Refused (403): No starter allows this.']);
  });

  test('credentials that may not call the route are told what is needed', async () => {
    const { ports } = await waitingRun(buying('c1'));
    const { errors } = await countersign(asked, { ...ports, answer: { status: 403, body: { message: 'Forbidden' } } });
    expect(errors).toContain('execute-api:Invoke');
  });

  test('--wait tells what is recorded once each, and ends when the run has ended', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
      if (pauses === 1) await made.decide('approve', { call: 'c1' });
      await made.drive();
    };
    const { code, text } = await countersign([...asked, '--wait'], { ...ports, ...started, pause });
    expect(code).toBe(0);
    expect(pauses).toBeGreaterThan(0);
    expect(text.match(/The run started/g)).toHaveLength(1);
    expect(text).toContain('The run ended: done');
  });

  test('--wait ends with 1 when the execution is dead and the run is not finished', async () => {
    const { ports } = await waitingRun(buying('c1'));
    const known = ports.known.map((one) => ({
      ...one,
      status: 'FAILED',
      error: 'Countersign.BadStart',
      cause: 'no prompt',
    }));
    const { code, errors } = await countersign([...asked, '--wait'], { ...ports, ...started, known });
    expect(code).toBe(1);
    expect(errors).toContain('FAILED before the run did: Countersign.BadStart no prompt');
  });

  test.each([
    ['no prompt', ['run', '--requester', 'sam'], '--prompt'],
    ['two prompts', [...asked, '--prompt-file', 'x'], '--prompt'],
    ['no requester', ['run', '--prompt', 'x'], '--requester'],
    ['a label without a value', [...asked, '--label', 'team'], 'NAME=VALUE'],
    ['a key beside --claimed', [...asked, '--claimed', '--key', 'k'], '--key'],
    ['a prompt file that is not there', ['run', '--prompt-file', 'gone.txt', '--requester', 'sam'], 'gone.txt'],
    ['a stack and a desk', [...asked, '--stack', 's', '--local', 'l'], '--stack and --local'],
    ['somebody else in an account', [...asked, '--stack', 's', '--as', 'user/dana'], '--as is for the desk'],
    ['a region without a stack', [...asked, '--region', 'eu-west-1'], '--stack NAME'],
    ['the region of a desk', [...asked, '--local', 'l', '--region', 'eu-west-1'], '--stack NAME'],
    ['nobody in particular', [...asked, '--as', 'dana'], 'user/NAME'],
  ])('%s is refused before anything is connected', async (_, argv, named) => {
    const { code, errors, targets } = await countersign(argv);
    expect([code, targets]).toEqual([2, []]);
    expect(errors).toContain(named);
  });

  test.each([
    [[], { kind: 'local', folder: '.local', as: { kind: 'user', name: 'local' } }],
    [
      ['--local', 'x', '--as', 'role/portal'],
      { kind: 'local', folder: 'x', as: { kind: 'role', name: 'portal', session: 'desk' } },
    ],
    [['--stack', 's', '--region', 'eu-west-1'], { kind: 'stack', name: 's', region: 'eu-west-1' }],
  ])('%j leads to %j, before the command or behind it', async (words, target) => {
    expect((await countersign(['runs', ...words])).targets).toEqual([target]);
    expect((await countersign([...words, 'runs'])).targets).toEqual([target]);
  });
});

describe('lists', () => {
  test('runs says where each stands and whom it waits for', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const { code, text } = await countersign(['runs'], ports);
    expect(code).toBe(0);
    expect(text).toMatch(new RegExp(`^${made.runId} {2}waiting .*sam \\(claimed\\) {2}waits for buy until `));
  });

  test('a chain that does not hold is told and hides no other run', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const bytes = made.ledger.stored(made.runId)[0]?.bytes;
    if (bytes !== undefined) bytes[20] = (bytes[20] ?? 0) ^ 1;
    const other = { ...ports.known[0], executionArn: 'arn:other', runId: 'run-other' as typeof made.runId };
    const known = [...ports.known, { status: 'RUNNING', startedAt: '2026-03-02T09:00:00.000Z', ...other }];
    const { code, text } = await countersign(['runs'], { ...ports, known });
    expect(code).toBe(1);
    expect(text.split('\n')).toHaveLength(2);
    expect(text).toContain('DOES NOT HOLD');
    expect(text).toContain('unrecorded');
    expect((await countersign(['requests', '--open'], { ...ports, known })).code).toBe(1);
  });

  test('requests --open lists what waits, and nothing when everything is decided', async () => {
    const { ports, made, requestId } = await waitingRun(buying('c1'), buying('c2'));
    await made.decide('approve', { call: 'c1' });
    const open = await countersign(['requests', '--open', '--json'], ports);
    expect(open.json()).toMatchObject({ requests: [{ requestId, toolUseId: 'c2', state: 'open', asked: ['morgan'] }] });
    await made.decide('reject', { call: 'c2' });
    expect((await countersign(['requests', '--open'], ports)).text).toBe('Nothing waits for an answer.');
    const all = await countersign(['requests', '--json'], ports);
    expect(all.json()).toMatchObject({ requests: [{ state: 'approved' }, { state: 'rejected' }] });
  });

  test('show tells one run, by its id or by its execution', async () => {
    const { ports, made, requestId } = await waitingRun(buying('c1'));
    for (const name of [made.runId, execution.executionArn]) {
      const { code, text } = await countersign(['show', name], ports);
      expect(code).toBe(0);
      for (const word of [made.runId, 'waiting', 'Buy a chair.', 'c1', requestId, 'morgan'])
        expect(text).toContain(word);
    }
    expect((await countersign(['show', 'run-of-nobody'], ports)).code).toBe(3);
  });

  test('show tells who was reached and who was not, and a run whose execution is dead', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const { text } = await countersign(['show', made.runId], ports);
    expect(text).toMatch(/^Notice {5}request by mail to morgan: sent \(\S+\)$/m);
    expect(text).toMatch(/^Session {4}session-[0-9a-f]{64}$/m);
    const known = ports.known.map((one) => ({ ...one, status: 'ABORTED' }));
    expect((await countersign(['runs'], { ...ports, known })).text).toContain(`${made.runId}  dead`);
  });
});

describe('show tells of a tool of the session', () => {
  test.each([
    ['denied by the guard', hooked('deny', 'own'), 'error'],
    ['run by the harness (success)', hooked('allow', 'own'), 'success'],
    ["run without the guard's leave (success)", hooked('allow', 'another'), 'success'],
  ] as const)('that it was %s', async (state, hook, status) => {
    const turn = [
      ...assistant({ calls: [{ id: 'own', tool: 'shell' }] }, 'tool_use'),
      hook,
      ...resultEvents([{ id: 'own', status }]),
      ...assistant({ text: 'Done.' }, 'end_turn'),
    ];
    const made = bench({ harness: scriptedHarness([turn]) });
    await made.drive();
    const { ledger, contents, runId } = made;
    const { text } = await countersign(['show', runId], { ledger, contents });
    expect(text).toContain(`own  shell  ${state}`);
  });
});

describe('operating', () => {
  test('stop names the run and the reason', async () => {
    const { ports, made } = await waitingRun(buying('c1'));
    const { code, posted } = await countersign(
      ['stop', '--run', execution.executionArn, '--reason', 'Wrong task'],
      ports,
    );
    expect([code, posted]).toEqual([0, [{ path: '/runs/stop', body: { runId: made.runId, reason: 'Wrong task' } }]]);
    expect((await countersign(['stop', '--run', made.runId], ports)).code).toBe(2);
  });

  test('resend asks again only while something is open', async () => {
    const { ports, made, requestId } = await waitingRun(buying('c1'));
    const { code, posted } = await countersign(['resend', requestId], ports);
    expect([code, posted]).toEqual([0, [{ path: '/requests/resend', body: { runId: made.runId, requestId } }]]);
    await made.decide('approve', { call: 'c1' });
    const late = await countersign(['resend', requestId], ports);
    expect([late.code, late.posted]).toEqual([1, []]);
  });

  test('a service that cannot be reached ends with 4', async () => {
    const executions = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const { code, errors } = await countersign(['runs'], { executions });
    expect([code, errors]).toEqual([4, 'connect ECONNREFUSED']);
  });
});
