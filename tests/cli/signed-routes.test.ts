import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { writeEndpoints } from '../../bin/serve-local.ts';
import type { RunId } from '../../lib/core/ids.ts';
import type { StartedRun } from '../support/local-runs.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { deskCli, type Told } from './desk-cli.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const account = '123456789012';
const prompt = 'Buy a standing desk for 480 US dollars.';
let stack: LocalStack;
let countersign: (...words: readonly string[]) => Promise<Told>;

/** The example as it stands, with somebody who may start and an approver whom IAM knows. */
function signedGate(): string {
  const text = readFileSync('examples/purchase/gate.yaml', 'utf8');
  const approver = text.replace(
    'mail: morgan@example.com',
    `mail: morgan@example.com\n    iam: arn:aws:iam::${account}:role/morgan`,
  );
  if (approver === text) throw new Error('The example has no morgan any more.');
  return `${approver}\ntopics:\n  ops: {create: true}\nstarters:\n  - principals: ['arn:aws:iam::${account}:user/portal']\n    requesters: [dana]\n`;
}

beforeAll(async () => {
  stack = await startLocalStack({ gate: signedGate(), agent: readFileSync('examples/purchase/agent.yaml', 'utf8') });
  writeEndpoints(stack.directory, { ...stack.endpoints, deskUrl: 'http://127.0.0.1:1' });
  countersign = deskCli(stack.directory);
});
afterAll(() => stack.close());

const startedRun = z.object({ runId: z.string(), executionArn: z.string() });
const start = async (...more: readonly string[]): Promise<StartedRun> => {
  const words = ['run', '--as', 'user/portal', '--prompt', prompt, '--requester', 'dana', '--json', ...more];
  const { code, text, errors } = await countersign(...words);
  expect([code, errors]).toEqual([0, '']);
  const { runId, executionArn } = startedRun.parse(JSON.parse(text));
  return { runId: runId as RunId, executionArn };
};
/** Waits for the notices, and gives the request's id. */
const asked = async (run: StartedRun): Promise<string> => {
  await stack.asked(run);
  const [request] = await stack.entries(run, 'approval.requested');
  return request?.requestId ?? '';
};

test('a run that a starter started is approved by an approver, each as IAM knows them', async () => {
  const run = await start();
  const requestId = await asked(run);
  const [started] = await stack.entries(run, 'run.started');
  expect(started?.requesterAssurance).toBe('iam');
  const { code, text } = await countersign('approve', requestId, '--yes', '--as', 'role/morgan/her-laptop');
  expect([code, text]).toEqual([0, expect.stringContaining('"amount": 480')]);
  expect(await stack.end(run)).toMatchObject({ status: 'SUCCEEDED', output: { outcome: 'done' } });
  const [verdict] = await stack.entries(run, 'verdict.recorded');
  expect(verdict).toMatchObject({ approverId: 'morgan', assurance: 'iam', verdict: 'approve' });
  expect((await countersign('audit', 'verify', run.runId)).code).toBe(0);
});

test('whoever is no approver is refused, and the call stays open', async () => {
  const run = await start();
  const requestId = await asked(run);
  const refused = await countersign('approve', requestId, '--yes', '--as', 'user/portal');
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is no approver of this gate')]);
  const rejected = await countersign('reject', requestId, '--yes', '--as', 'role/morgan', '--comment', 'Too dear.');
  expect(rejected.code).toBe(0);
  expect(Object.values((await stack.end(run)).output?.verdicts ?? {})).toMatchObject([{ outcome: 'rejected' }]);
});

test('a caller whom no starter names, and a requester for whom nobody may ask, start nothing', async () => {
  const words = ['run', '--prompt', prompt, '--requester'];
  const nobody = await countersign(...words, 'dana', '--as', 'user/intern');
  const forOther = await countersign(...words, 'riley', '--as', 'user/portal');
  expect([nobody.code, forOther.code]).toEqual([1, 1]);
  expect(nobody.errors).toContain('below starters');
});

test('the same key starts one run', async () => {
  const run = await start('--key', 'order-7');
  const again = await countersign(
    'run',
    '--as',
    'user/portal',
    '--prompt',
    prompt,
    '--requester',
    'dana',
    '--key',
    'order-7',
  );
  expect([again.code, again.text.split('\n')[0]]).toEqual([0, run.runId]);
  await countersign('stop', '--run', run.runId, '--reason', 'done with it');
});

test('a request is sent again with another link, and a stop cancels it and ends the run', async () => {
  const run = await start();
  const requestId = await asked(run);
  expect((await countersign('resend', requestId)).code).toBe(0);
  await vi.waitFor(async () => expect(await stack.entries(run, 'notice.sent')).toHaveLength(2), { timeout: 20_000 });
  const stopped = await countersign('stop', '--run', run.runId, '--reason', 'Wrong task');
  expect([stopped.code, stopped.errors]).toEqual([0, '']);
  expect(await stack.end(run)).toMatchObject({ output: { outcome: 'stopped' } });
  expect((await stack.entries(run, 'approval.closed')).map(({ outcome }) => outcome)).toEqual(['cancelled']);
  const late = await countersign('approve', requestId, '--yes', '--as', 'role/morgan');
  expect([late.code, late.errors]).toEqual([1, expect.stringContaining('cancelled')]);
});

test('the doctor reads who is subscribed to a topic of the desk', async () => {
  const path = join(stack.directory, 'gate.yaml');
  writeFileSync(path, signedGate());
  const { code, text } = await countersign('doctor', path);
  expect([code, text]).toEqual([1, expect.stringContaining('PROBLEM topic ops: nobody is subscribed')]);
});
