import { describe, expect, test } from 'vitest';
import type { RunReport } from '../../lib/gate/report.ts';
import { reportOf } from '../../lib/gate/report.ts';
import { callFactsOf, endWords } from '../../lib/gate/report-facts.ts';
import { type Bench, bench } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';
import { answered, asking, done, look } from './acting-bench.ts';

const reported = async (made: Bench): Promise<RunReport> => reportOf(made.ports, await made.run());
const callIn = ({ calls: [call] }: RunReport) => {
  if (call === undefined) throw new Error('The report has no call.');
  return call;
};
const factsIn = (report: RunReport) =>
  callFactsOf(callIn(report)).map(({ label, text, said }) => `${label}: ${text} ${said?.by ?? ''}`);

const checkedBy = { executor: { verifier: { lambda: look } } };
const saw = (status: 'verified' | 'refuted') =>
  answered({ status, reason: 'The shelf says so.', terminal: true, evidence: { shelf: 3 } });

describe('the report of a run', () => {
  test('has what was asked, decided by whom and by which rule, done and verified, and the tokens', async () => {
    const made = await asking([done], { ...checkedBy, verdict: saw('verified') });
    await made.end();
    const report = await reported(made);
    expect(report).toMatchObject({
      runId: made.runId,
      asked: { requester: 'sam', assurance: 'claimed', prompt: 'Buy a chair.' },
      turns: 2,
      end: { outcome: 'done', reason: 'end_turn' },
      claim: { text: 'I have done it.', verified: false },
    });
    expect(report.tokens).toEqual((await made.run()).usage);
    expect(callIn(report)).toMatchObject({
      tool: 'buy',
      policy: { decision: 'ask', rule: 'tools.buy.rule' },
      asked: { approvers: ['morgan'], quorum: 1 },
      verdicts: [{ approver: 'morgan', verdict: 'approve', assurance: 'link' }],
      outcome: 'approved',
      action: { status: 'done', attempts: 1, answer: { status: 'done', result: { bought: true } } },
      verification: { status: 'verified', reason: 'The shelf says so.', evidence: { shelf: 3 } },
    });
    expect(factsIn(report)).toEqual([
      expect.stringMatching(/^Asked for: .* agent$/),
      expect.stringMatching(/^Rules: people are asked by tools\.buy\.rule/),
      expect.stringMatching(/^Who was asked: morgan; until /),
      expect.stringMatching(/^Verdict: morgan: approve, .*assurance: link/),
      expect.stringMatching(/^Outcome: approved by people/),
      expect.stringMatching(/^Done: the executor says that it did it.* executor$/),
      expect.stringMatching(/^Verified: yes: .* verifier$/),
      expect.stringMatching(/^Evidence: .* verifier$/),
      expect.stringMatching(/^Told to the agent: in turn 2, .*Z, as success gate$/),
    ]);
  });

  test('says refuted where the agent says done, and neither is made from the other', async () => {
    const made = await asking([done], { ...checkedBy, verdict: saw('refuted') });
    await made.end();
    const report = await reported(made);
    expect(report.claim).toEqual({ text: 'I have done it.', verified: false });
    expect(report.end).toMatchObject({ outcome: 'failed', reason: 'action.refuted' });
    expect(endWords(report)).toContain('a verifier saw that the last action is not done');
    expect(factsIn(report).join('\n')).toContain('Verified: REFUTED');
  });

  test('with no verifier it says that nobody has looked, and what ended as nobody knows is unknown', async () => {
    const made = await asking([done]);
    await made.end();
    expect(factsIn(await reported(made)).join('\n')).toContain('Verified: no: nobody else has looked');
    const lost = await asking([{ kind: 'unanswered', error: 'TimeoutError' }]);
    await lost.end();
    const report = await reported(lost);
    expect(callIn(report).action).toMatchObject({ status: 'unknown', why: 'unanswered' });
    expect(factsIn(report).join('\n')).toContain('Done: UNKNOWN');
    expect(endWords(report)).toContain('nobody knows');
  });

  test('a verifier that cannot say leaves it unverified, with why', async () => {
    const made = await asking([done], { ...checkedBy, verdict: { kind: 'unanswered', error: 'TimeoutError' } });
    await made.end();
    const report = await reported(made);
    expect(callIn(report).verification).toMatchObject({ status: 'unverified', error: 'TimeoutError' });
    expect(factsIn(report).join('\n')).toContain('no: the verifier could not say (TimeoutError)');
  });

  test('of a run that waits it says so, and has no claim', async () => {
    const report = await reported(await asking([done]));
    expect([report.end, report.claim, callIn(report).outcome]).toEqual([null, null, 'open']);
    expect(callIn(report).action).toBeNull();
    expect(endWords(report)).toBe('It is still under way.');
  });

  test('a comment is its approver’s, and what was erased is said to be', async () => {
    const harness = scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]);
    const made = bench({ harness });
    await made.drive();
    await made.decide('reject', { call: 'c1', comment: 'Too dear.' });
    await made.drive();
    expect(callIn(await reported(made))).toMatchObject({ outcome: 'rejected', verdicts: [{ comment: 'Too dear.' }] });
    const run = await made.run();
    for (const sealed of [
      run.started.start,
      run.finished?.claim,
      run.calls[0]?.input,
      run.calls[0]?.verdicts[0]?.comment,
    ])
      if (sealed !== undefined) made.contents.erase(made.runId, sealed.contentId);
    const report = await reported(made);
    expect(report).toMatchObject({ asked: { requester: null, prompt: null }, claim: { text: null, verified: false } });
    expect(callIn(report)).toMatchObject({ arguments: { kind: 'erased' }, verdicts: [{ comment: null }] });
  });
});
