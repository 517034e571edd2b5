import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import { problemWords } from '../../lib/core/problem-words.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { callFactsOf } from '../../lib/gate/report-facts.ts';
import { runStory } from '../../lib/gate/run-story.ts';
import { openText } from '../../lib/gate/seal.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import type { Bench } from '../support/bench.ts';
import { resultsIn } from '../support/scripted-harness.ts';
import { alex, edit, type Paying, pay, paying } from './edit-bench.ts';

const invoked = ({ executors }: Paying) => executors.invoked.map(({ payload }) => payload);
const told = ({ harness }: Bench) => resultsIn(harness.requests[1])[0];

describe('an edit', () => {
  test('of the one who is asked approves what it made, and that runs', async () => {
    const made = await paying(80);
    const before = await made.digestOf('c1');
    expect(await edit(made, pay(60), { comment: 'Less.' })).toMatchObject({ kind: 'recorded', verdict: 'edit' });
    await made.drive();
    const [call] = (await made.run()).calls;
    expect(call?.closed).toMatchObject({ outcome: 'approved-with-edits' });
    expect(call?.requested?.digest).not.toBe(before);
    expect(invoked(made)).toMatchObject([
      {
        input: pay(60),
        outcome: 'approved-with-edits',
        digest: call?.requested?.digest,
        edits: [{ by: 'morgan', from: before }],
        approvedBy: [{ id: 'morgan', assurance: 'link' }],
      },
    ]);
    expect(JSON.parse(String(invoked(made)[0]?.['receipt']))).toMatchObject({
      outcome: 'approved-with-edits',
      digest: call?.requested?.digest,
      editedFrom: before,
    });
  });

  test('is told to the model with who made it and each change, beside its own call as it made it', async () => {
    const made = await paying(80);
    await edit(made, pay(60, 'Lund Ltd'));
    await made.drive();
    expect(told(made)).toMatchObject({
      status: 'success',
      said: {
        outcome: 'approved-with-edits',
        message: expect.stringContaining('changed the arguments'),
        edits: {
          by: ['morgan'],
          changes: [
            { at: '/amount', before: 80, after: 60 },
            { at: '/to', before: 'Ystad Ltd', after: 'Lund Ltd' },
          ],
        },
      },
    });
    expect(JSON.stringify(made.harness.requests[1]?.messages)).toContain('"input":{"amount":80,"to":"Ystad Ltd"}');
  });

  test('into what the rules let pass asks nobody else, also where two were needed before', async () => {
    const made = await paying(500);
    await edit(made, pay(5));
    await made.drive();
    expect((await made.run()).calls[0]).toMatchObject({
      policy: { decision: 'allow', rule: 'tools.pay.rules[0]' },
      requested: { approvers: ['morgan'] },
      closed: { outcome: 'approved-with-edits' },
    });
    expect(invoked(made)).toMatchObject([{ input: pay(5) }]);
  });

  test('into what needs two waits for the other, who is asked about the new call until the old deadline', async () => {
    const made = await paying(80);
    const deadline = (await made.run()).calls[0]?.requested?.deadline;
    await edit(made, pay(700));
    expect(made.woken.size).toBe(1);
    await made.drive();
    expect(made.executors.invoked).toEqual([]);
    const [call] = (await made.run()).calls;
    expect(call?.requested).toMatchObject({ approvers: ['morgan', 'alex'], quorum: 2, deadline });
    expect(call?.closed).toBeUndefined();
    expect(await made.decide('approve', { call: 'c1', as: alex })).toMatchObject({ kind: 'recorded' });
    await made.drive();
    expect(invoked(made)).toMatchObject([{ input: pay(700), approvedBy: [{ id: 'morgan' }, { id: 'alex' }] }]);
  });

  test('makes approvals of the call before count no more, and verdicts on it are refused as superseded', async () => {
    const made = await paying(500);
    const before = await made.digestOf('c1');
    await made.decide('approve', { call: 'c1', as: alex });
    await edit(made, pay(600));
    expect((await made.run()).calls[0]).toMatchObject({
      verdicts: [{ verdict: 'edit' }],
      superseded: [{ approverId: 'alex' }],
    });
    const linkSecret = made.secretOf(alex);
    const stale = { linkSecret, toolUseId: 'c1' as ToolUseId, verdict: 'approve' as const, digest: before };
    expect(await recordVerdict(made.ports, { ...stale, comment: undefined })).toMatchObject({ kind: 'superseded' });
    expect((await made.run()).calls[0]?.closed).toBeUndefined();
  });

  test('of what somebody else edited has one winner of two at once; the other looks at it again', async () => {
    const made = await paying(500);
    const digest = await made.digestOf('c1');
    const answers = await Promise.all([edit(made, pay(600), { digest }), edit(made, pay(700), { digest, as: alex })]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['recorded', 'superseded']);
    expect((await made.run()).calls[0]?.edits).toHaveLength(1);
  });

  test('sent twice by a double click is one edit; a second thought of the same person is another one', async () => {
    const made = await paying(500);
    const digest = await made.digestOf('c1');
    await edit(made, pay(600), { digest });
    const before = made.ledger.stored(made.runId).length;
    expect(await edit(made, pay(600), { digest })).toMatchObject({ kind: 'repeated' });
    expect(made.ledger.stored(made.runId)).toHaveLength(before);
    expect(await edit(made, pay(650))).toMatchObject({ kind: 'recorded' });
    expect((await made.run()).calls[0]?.edits).toHaveLength(2);
  });

  test('that is answered with a no of the other is not carried out', async () => {
    const made = await paying(500);
    await edit(made, pay(600));
    await made.decide('reject', { call: 'c1', as: alex });
    await made.drive();
    expect(made.executors.invoked).toEqual([]);
    expect(told(made)).toMatchObject({ status: 'error', said: { outcome: 'rejected' } });
  });
});

describe('an edit stays in the record', () => {
  test('with who made it, what of, each change and the verdicts that count no more, in report and story', async () => {
    const made = await paying(500);
    const from = await made.digestOf('c1');
    await made.decide('approve', { call: 'c1', as: alex });
    await edit(made, pay(600));
    const to = await made.digestOf('c1');
    const [call] = (await reportOf(made.ports, await made.run())).calls;
    expect(call).toMatchObject({
      original: { arguments: { value: pay(500) }, digest: from },
      arguments: { value: pay(600) },
      edits: [{ by: 'morgan', from, to, changes: [{ at: '/amount', before: 500, after: 600 }] }],
      superseded: [{ approver: 'alex', verdict: 'approve' }],
      verdicts: [{ approver: 'morgan', verdict: 'edit' }],
    });
    const facts = call === undefined ? [] : callFactsOf(call).map(({ label, said }) => `${label}: ${said?.text ?? ''}`);
    expect(facts).toContain('Changed: /amount 500 -> 600');
    expect(facts).toContain('Counts no more: ');
    const lines = await runStory(await made.commits(), async (sealed) => {
      const opened = await openText(made.ports, made.runId, sealed);
      return opened.kind === 'text' ? opened.text : undefined;
    });
    const told = lines.find(({ title }) => title === 'morgan changed the arguments of pay');
    expect(told?.detail).toContainEqual({ label: 'Changes', text: '/amount 500 -> 600', sealed: true });
    expect(await verifyRun(made.ports, made.runId)).toMatchObject({ findings: [] });
  });

  test('and says so where what it was of was erased', async () => {
    const made = await paying(500);
    await edit(made, pay(600));
    const before = (await made.run()).calls[0]?.original?.input;
    if (before !== undefined) made.contents.erase(made.runId, before.contentId);
    const [call] = (await reportOf(made.ports, await made.run())).calls;
    expect(call).toMatchObject({
      original: { arguments: { kind: 'erased' } },
      edits: [{ by: 'morgan', changes: null }],
    });
  });
});

describe('an edit is refused, says why and changes nothing', () => {
  test.each<[string, JsonObject | string, string]>([
    ['it is no JSON', '{"to": "Ystad Ltd", "amount": 06}', '/amount'],
    ['it names a member twice', '{"to": "Ystad Ltd", "amount": 1, "amount": 2}', 'appears twice'],
    ['it is empty', ' ', 'given nothing'],
    ['it does not fit the schema', { to: 'Ystad Ltd', amount: 'much' }, 'At /amount'],
    ['an argument is not in the words of the person who asked', pay(80, 'Malmö Ltd'), '/to is not in the words'],
    ['a rule refuses it', pay(1100), 'Nobody pays that much here.'],
    ['a sum would be too much', pay(1300), 'would come to 1300'],
    ['it is what it was', '{"amount":80.0,"to":"Ystad Ltd"}', 'Nothing was changed'],
  ])('where %s', async (_, edited, why) => {
    const made = await paying(80);
    const before = made.ledger.stored(made.runId).length;
    const answer = await edit(made, edited);
    expect(answer).toMatchObject({ kind: 'edit-refused', verdict: 'edit' });
    expect(answer.kind === 'edit-refused' ? answer.problems.map(problemWords).join('\n') : '').toContain(why);
    expect(made.ledger.stored(made.runId)).toHaveLength(before);
    expect(await made.decide('approve', { call: 'c1' })).toMatchObject({ kind: 'recorded' });
  });

  test('a sum counts the other calls and not what the call was before', async () => {
    const made = await paying(500, 600);
    expect(await edit(made, pay(550))).toMatchObject({ kind: 'recorded' });
    expect(await edit(made, pay(700), { call: 'c2' })).toMatchObject({ kind: 'edit-refused' });
    expect(await edit(made, pay(650), { call: 'c2' })).toMatchObject({ kind: 'recorded' });
  });

  test('of two at once that come to too much together, one is refused', async () => {
    const made = await paying(500, 500);
    const answers = await Promise.all([edit(made, pay(650)), edit(made, pay(650), { call: 'c2', as: alex })]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['edit-refused', 'recorded']);
  });

  test('after the deadline it is kept as too late', async () => {
    const made = await paying(80);
    const digest = await made.digestOf('c1');
    made.clock.set('2026-03-02T10:00:00.000Z');
    expect(await edit(made, pay(60), { digest })).toMatchObject({ kind: 'too-late' });
    expect((await made.run()).setAside).toMatchObject([{ verdict: 'edit', why: 'too-late' }]);
  });
});
