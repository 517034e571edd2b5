import { expect, test } from 'vitest';
import { reportOf } from '../../lib/gate/report.ts';
import { callFactsOf } from '../../lib/gate/report-facts.ts';
import { runStory } from '../../lib/gate/run-story.ts';
import { openText } from '../../lib/gate/seal.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import type { Bench } from '../support/bench.ts';
import { edit, pay, paying } from './edit-bench.ts';

/** What report and story say of the only call, each text with the words that it holds. */
async function toldOf(made: Bench) {
  const [call] = (await reportOf(made.ports, await made.run())).calls;
  const facts = (call === undefined ? [] : callFactsOf(call)).map(({ label, said }) => `${label}: ${said?.text ?? ''}`);
  const lines = await runStory(await made.commits(), async (sealed) => {
    const opened = await openText(made.ports, made.runId, sealed);
    return opened.kind === 'text' ? opened.text : undefined;
  });
  const [line] = lines.filter(({ title }) => title.endsWith('counts for nothing'));
  return { facts, story: line?.detail.map(({ label, text, claim }) => `${label}: ${text} (${claim})`) ?? [] };
}

async function late(comment?: string) {
  const made = await paying(80);
  made.clock.set('2026-03-02T10:00:00.000Z');
  const answer = await made.decide('reject', { call: 'c1', ...(comment === undefined ? {} : { comment }) });
  expect(answer).toMatchObject({ kind: 'too-late' });
  return made;
}

test('the reason of a late no is kept with it, told in report and story, and held against its commitment', async () => {
  const made = await late('Never to Ystad.');
  expect((await made.run()).setAside).toMatchObject([{ why: 'too-late', assurance: 'link', comment: { size: 15 } }]);
  expect(JSON.stringify(await made.commits())).not.toContain('Never to Ystad.');
  const { facts, story } = await toldOf(made);
  expect(facts).toContain('Counts for nothing: Never to Ystad.');
  expect(story).toContain('Comment: Never to Ystad. (link)');
  expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
});

test('and once it is erased, all of them say that', async () => {
  const made = await late('Never to Ystad.');
  const before = (await verifyRun(made.ports, made.runId)).contents;
  const [kept] = (await made.run()).setAside;
  if (kept?.comment !== undefined) made.contents.erase(made.runId, kept.comment.contentId);
  const { facts, story } = await toldOf(made);
  expect(facts).toContain('Counts for nothing: (erased)');
  expect(story).toContain('Comment: (erased) (link)');
  const { findings, contents } = await verifyRun(made.ports, made.runId);
  expect({ findings, contents }).toEqual({
    findings: [],
    contents: { present: before.present - 1, erased: before.erased + 1 },
  });
});

test('an answer without words is kept without any', async () => {
  const [kept] = (await (await late()).run()).setAside;
  expect(Object.keys(kept ?? {})).not.toContain('comment');
});

test.each([
  ['that could be read', JSON.stringify(pay(60))],
  ['that the strict reader refuses', '{"amount": 60, "amount": 6000}'],
])('the arguments of a late edit %s are kept as they were sent', async (_, text) => {
  const made = await paying(80);
  made.clock.set('2026-03-02T10:00:00.000Z');
  expect(await edit(made, text, { comment: 'Less.' })).toMatchObject({ kind: 'too-late' });
  const { facts, story } = await toldOf(made);
  expect(facts.slice(-2)).toEqual(['Counts for nothing: Less.', `Never applied: ${text}`]);
  expect(story.slice(-2)).toEqual(['Comment: Less. (link)', `Arguments sent, never applied: ${text} (link)`]);
  expect((await made.run()).calls[0]?.edits).toBeUndefined();
  expect((await verifyRun(made.ports, made.runId)).findings).toEqual([]);
});

test('a late edit larger than any that is read is not kept, and is not said to be', async () => {
  const made = await paying(80);
  made.clock.set('2026-03-02T10:00:00.000Z');
  const text = `"${'x'.repeat(262_143)}"`;
  expect(await edit(made, text)).toMatchObject({ kind: 'edit-refused', problems: [{ kind: 'edit.unreadable' }] });
  expect((await made.run()).setAside).toEqual([]);
  expect(made.contents.everything()).not.toContain('xxxx');
});

test('whoever sends it a hundred times leaves one entry and one text', async () => {
  const made = await late('Never to Ystad.');
  const before = [made.ledger.stored(made.runId).length, made.contents.everything()];
  for (let click = 0; click < 100; click += 1) {
    await made.decide('reject', { call: 'c1', comment: `Never to Ystad, ${click}.` });
  }
  expect([made.ledger.stored(made.runId).length, made.contents.everything()]).toEqual(before);
});
