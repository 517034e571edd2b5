import { describe, expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { asksPerTurn, type JudgedCall, judge } from '../../lib/core/policy.ts';
import { turnedDownBefore } from '../../lib/core/repeated-calls.ts';
import { gateFile } from '../support/gate-files.ts';
import { asked, closed, runOf, runStarted, verdict } from '../support/history.ts';

const gate = gateFile({ caps: { approvals: 100 } });
const nobody = { inTurn: 0, inRun: 0 };

const call = (tool: string, input: JudgedCall['input'], fingerprint = 'new'): JudgedCall => ({
  tool,
  input,
  fingerprint,
});
const ok = (value: object): JudgedCall['input'] => ({ kind: 'ok', value: JSON.parse(JSON.stringify(value)) });
const judgeNew = (judged: JudgedCall, asked = nobody, history: readonly Entry[] = [runStarted()]) =>
  judge(gate, {
    call: judged,
    around: {
      prompt: '',
      words: [],
      requesters: [],
      requesterAssurance: 'claimed',
      labels: {},
      asked,
      earlier: [],
      identical: 0,
      turnedDown: turnedDownBefore(runOf(...history), judged.fingerprint),
    },
  });

describe('the policy', () => {
  test.each<[string, JudgedCall, object]>([
    ['asks where the file says ask', call('buy', ok({ item: 'pen' })), { decision: 'ask', rule: 'tools.buy.rule' }],
    ['allows where the file says allow', call('look', ok({})), { decision: 'allow', rule: 'tools.look.rule' }],
    ['refuses where the file says refuse', call('wipe', ok({})), { decision: 'refuse', rule: 'tools.wipe.rule' }],
    ['refuses a tool without a name in the file', call('x', ok({})), { decision: 'refuse', rule: 'gate.unnamed-tool' }],
    ['refuses an inherited name', call('toString', ok({})), { decision: 'refuse', rule: 'gate.unnamed-tool' }],
    ['refuses __proto__', call('__proto__', ok({})), { decision: 'refuse', rule: 'gate.unnamed-tool' }],
    [
      'refuses what cannot be read, also where the tool is allowed',
      call('look', { kind: 'refused' }),
      { decision: 'refuse', rule: 'gate.unreadable-input' },
    ],
    [
      'refuses what does not fit the schema',
      call('buy', ok({ item: 3 })),
      { decision: 'refuse', rule: 'tools.buy.inputSchema' },
    ],
    ['refuses members that the schema does not know', call('buy', ok({ item: 'a', by: 'b' })), { decision: 'refuse' }],
    ['refuses an input that is no object', call('buy', { kind: 'ok', value: [] }), { decision: 'refuse' }],
  ])('%s', (_, judged, expected) => {
    expect(judgeNew(judged)).toMatchObject(expected);
  });

  test('refuses what a person rejected before, and asks again about what was approved or expired', () => {
    const fingerprint = runOf(...asked).calls[0]?.policy?.fingerprint ?? '';
    const again = call('buy', ok({ item: 'pen' }), fingerprint);
    const rejected = [...asked, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected')];
    const approved = [...asked, verdict('c1'), closed('c1', 'approved')];
    expect(judgeNew(again, nobody, rejected)).toMatchObject({ decision: 'refuse', rule: 'gate.rejected-before' });
    expect(judgeNew(again, nobody, approved).decision).toBe('ask');
    expect(judgeNew(call('buy', ok({ item: 'pen' })), nobody, rejected).decision).toBe('ask');
  });

  test('asks about no more calls than a turn and a run may have, and none of the caps lifts a refusal', () => {
    const pen = call('buy', ok({ item: 'pen' }));
    expect(judgeNew(pen, { inTurn: asksPerTurn - 1, inRun: 99 }).decision).toBe('ask');
    expect(judgeNew(pen, { inTurn: asksPerTurn, inRun: 50 })).toMatchObject({
      decision: 'refuse',
      rule: 'gate.too-many-at-once',
    });
    expect(judgeNew(pen, { inTurn: 0, inRun: 100 })).toMatchObject({ decision: 'refuse', rule: 'caps.approvals' });
    expect(judgeNew(call('look', ok({})), { inTurn: 99, inRun: 999 }).decision).toBe('allow');
  });
});
