import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { alex, pay, payingGate } from '../gate/edit-bench.ts';
import { asking, grantingGate } from '../gate/grant-bench.ts';
import { type DynamoTables, dynamoTables } from '../support/dynamo-tables.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import type { Wire } from '../support/wire.ts';
import { wirePage } from '../support/wire-page.ts';
import { formOf, textOf } from './page-browser.ts';

const directory = mkdtempSync(join(tmpdir(), 'steps-'));
let tables: DynamoTables;
beforeAll(async () => {
  tables = await dynamoTables(directory);
});
afterAll(async () => {
  await tables.close();
  rmSync(directory, { recursive: true, force: true });
});

type Taken = ReturnType<Wire['taken']>;
const stepOf = (taken: Taken, operation: string) => taken.find((one) => one.operation === operation)?.step;
const onStep = (taken: Taken, step: number) => taken.filter((one) => one.step === step).map((one) => one.operation);

/** A page of one open call, and the form of its last step. */
async function atLastStep(of: Partial<Parameters<typeof wirePage>[1]> = {}) {
  const made = await wirePage(tables, { harness: scriptedHarness([calling(buying('c1', 'a chair'))]), ...of });
  onTestFinished(made.close);
  const secret = made.secretOf('morgan@example.com');
  const first = await made.page.get(secret);
  const second = await made.page.post(formOf(first.html, 'approve'));
  made.wire.taken();
  return { ...made, secret, form: formOf(second.html, 'approve') };
}

test('from the click to the callback there are three steps: the reads, the put, the send', async () => {
  const { page, wire, woken, form } = await atLastStep();
  const answer = await page.post(form);
  expect(textOf(answer.html)).toContain('You approved this call');
  const taken = wire.taken();
  expect(onStep(taken, 1).toSorted()).toEqual(['GetItem', 'Query', 'Query', 'Query']);
  expect(onStep(taken, 2)).toEqual(['PutItem']);
  expect(stepOf(taken, 'SendTaskSuccess')).toBe(3);
  expect(woken).toEqual(['the-token']);
  // The newest token once more, behind the put: it is the same one, and nothing more is sent.
  expect(onStep(taken, 4)).toEqual(['Query']);
  expect(taken.filter(({ operation }) => operation === 'SendTaskSuccess')).toHaveLength(1);
});

test('words that come along are put before the entry that speaks of them, which is one step more', async () => {
  const { page, wire, form } = await atLastStep();
  await page.post({ ...form, comment: 'Take the green one.' });
  const taken = wire.taken();
  expect([onStep(taken, 2), onStep(taken, 3)]).toEqual([['PutItem'], ['PutItem']]);
  expect(stepOf(taken, 'SendTaskSuccess')).toBe(4);
});

test.each([
  ['is not there at all', 'nowhere'],
  ['is that of another run', `run-${'0'.repeat(32)}.request-${'0'.repeat(32)}`],
])('a place of a form that %s changes what is read first and nothing else', async (_, place) => {
  const { page, wire, woken, form } = await atLastStep();
  const answer = await page.post({ ...form, place });
  expect(textOf(answer.html)).toContain('You approved this call');
  expect(woken).toEqual(['the-token']);
  expect(stepOf(wire.taken(), 'SendTaskSuccess')).toBeGreaterThan(3);
});

test('a page takes three steps to show: the link, the run, and each sealed text once at the same time', async () => {
  const { page, wire, secret } = await atLastStep();
  expect((await page.get(secret)).status).toBe(200);
  const taken = wire.taken();
  expect(onStep(taken, 1)).toEqual(['GetItem']);
  expect(onStep(taken, 2)).toContain('Query');
  expect(Math.max(...taken.map(({ step }) => step))).toBe(3);
  expect(page.failures).toEqual([]);
});

test('what others wrote is read at the same time as the sealed texts', async () => {
  const gate = payingGate({ anchors: [] });
  const harness = scriptedHarness([calling({ id: 'c1', tool: 'pay', input: pay(500) })]);
  const { page, wire, secret, secretOf } = await atLastStep({ harness, gate });
  const second = await page.post({ ...formOf((await page.get(secretOf(alex))).html, 'approve') });
  await page.post({ ...formOf(second.html, 'approve'), comment: 'Only this once.' });
  wire.taken();
  expect(textOf((await page.get(secret)).html)).toContain('Only this once.');
  expect(Math.max(...wire.taken().map(({ step }) => step))).toBe(3);
});

test('whether a leave was used is read at the same time as the sealed texts', async () => {
  const harness = scriptedHarness([asking('c1'), ending('Done.', 'c1')]);
  const { page, wire, secret, form, goOn } = await atLastStep({ harness, gate: grantingGate() });
  await page.post(form);
  await goOn();
  wire.taken();
  expect(textOf((await page.get(secret)).html)).toContain('Never used: the agent');
  const taken = wire.taken();
  expect(onStep(taken, 3)).toContain('Query');
  expect(Math.max(...taken.map(({ step }) => step))).toBe(3);
});
