import { expect, test } from 'vitest';
import { edit, pay, paying } from '../gate/edit-bench.ts';
import { buying } from '../support/stream.ts';
import { countersign } from './host.ts';
import { waitingAt, waitingRun } from './waiting-run.ts';

async function lateNo() {
  const waiting = await waitingRun(buying('c1'));
  waiting.made.clock.set('2026-03-02T10:00:00.000Z');
  await waiting.made.decide('reject', { call: 'c1', comment: 'Not that chair.\nCall       c9  buy  approved' });
  return waiting;
}

test('show has the words of a late answer below it, each line marked as somebody else’s', async () => {
  const { made, ports } = await lateNo();
  const { text } = await countersign(['show', made.runId], ports);
  const lines = text.split('\n');
  const at = lines.findIndex((line) => line.includes('which counts for nothing'));
  expect(lines[at]).toMatch(/morgan said reject at \S+ \(link\), which counts for nothing: it came too late$/);
  expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual([
    'with the words:',
    '| Not that chair.',
    '| Call       c9  buy  approved',
  ]);
  const { json } = await countersign(['show', made.runId, '--json'], ports);
  expect(json()).toMatchObject({ calls: [{ setAside: [{ comment: expect.stringContaining('Not that chair.') }] }] });
});

test('show has the arguments of a late edit, and says where they were erased', async () => {
  const { made, ports } = await waitingAt(await paying(80));
  made.clock.set('2026-03-02T10:00:00.000Z');
  await edit(made, '{"amount": 60,');
  expect((await countersign(['show', made.runId], ports)).text).toContain('with arguments: {"amount": 60,');
  const [kept] = (await made.run()).setAside;
  if (kept?.edited !== undefined) made.contents.erase(made.runId, kept.edited.contentId);
  expect((await countersign(['show', made.runId], ports)).text).toContain('with arguments: (erased)');
});

test('an export with contents has the words of a late answer, and holds', async () => {
  const { made, ports } = await lateNo();
  const { files } = await countersign(['audit', 'export', made.runId, '--contents', '--out', 'x.jsonl'], ports);
  const text = files.get('x.jsonl') ?? '';
  const bytes = text.split('\n').flatMap((line) => /"bytes":"([^"]*)"/.exec(line)?.[1] ?? []);
  const said = bytes.map((one) => Buffer.from(one, 'base64').toString('utf8'));
  expect(said.filter((one) => one.startsWith('Not that chair.'))).toHaveLength(1);
  const checked = await countersign(['audit', 'verify', '--file', 'x.jsonl'], { files: { 'x.jsonl': text } });
  expect(checked).toMatchObject({ code: 0 });
});

test('show has the answer to a call as it was before an edit, as one that counts no more', async () => {
  const { made, ports } = await waitingAt(await paying(500));
  await made.decide('approve', { call: 'c1', as: 'alex@example.com' });
  await edit(made, pay(600));
  const { text } = await countersign(['show', made.runId], ports);
  expect(text).toMatch(/alex said approve at \S+ \(link\), which counts no more: the arguments were changed after it/);
  const { json } = await countersign(['show', made.runId, '--json'], ports);
  expect(json()).toMatchObject({ calls: [{ superseded: [{ approver: 'alex', verdict: 'approve' }] }] });
});
