import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VerdictKind, VerdictRecorded } from '../../lib/core/approval-entries.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, VerdictId } from '../../lib/core/ids.ts';
import { closingBy, isApproving, isVeto, mayFollowOwn, peopleIn } from '../../lib/core/quorum.ts';
import type { CallState } from '../../lib/core/run.ts';
import { asked, closed, requested, runOf, verdict } from '../support/history.ts';

const people = ['morgan', 'alex', 'kim', 'sam'] as ApproverId[];

interface Rule {
  readonly approvers: readonly ApproverId[];
  readonly quorum: number;
  readonly no?: 'majority';
}

type Said = { readonly by: number; readonly kind: VerdictKind };

const rules = fc
  .record({ count: fc.integer({ min: 1, max: 4 }), quorum: fc.integer({ min: 1, max: 4 }), veto: fc.boolean() })
  .map(
    ({ count, quorum, veto }): Rule => ({
      approvers: people.slice(0, count),
      quorum: Math.min(quorum, count),
      ...(veto ? {} : { no: 'majority' }),
    }),
  );

const sayings = fc.array(
  fc.record({ by: fc.nat(3), kind: fc.constantFrom<VerdictKind>('approve', 'approve', 'reject', 'revise') }),
  { maxLength: 10 },
);

/** What the gate records of these verdicts, one after the other. @throws when the fold does not believe it */
function recordOf(rule: Rule, said: readonly Said[]): CallState {
  const request = requested(1, 'c1');
  const offers: readonly VerdictKind[] = ['approve', 'reject', 'revise'];
  const calls = request.calls.map((call) => ({ ...call, ...rule, offers }));
  const entries: Entry[] = [...asked.slice(0, -1), { ...request, calls }];
  for (const [index, { by, kind }] of said.entries()) {
    const call = callIn(entries);
    const approverId = rule.approvers[by % rule.approvers.length] ?? ('nobody' as ApproverId);
    const own = call.verdicts.findLast((one) => one.approverId === approverId)?.verdict;
    if (call.closed !== undefined || (own !== undefined && (own === kind || !mayFollowOwn(own, kind)))) continue;
    const given = { verdictId: `v${index}` as VerdictId, approverId, verdict: kind };
    const closing = closingBy(call, { given, offers });
    entries.push(
      verdict('c1', given),
      ...(closing === undefined ? [] : [closed('c1', closing.outcome, closing.verdicts)]),
    );
  }
  return callIn(entries);
}

function callIn(entries: readonly Entry[]): CallState {
  const [call] = runOf(...entries).calls;
  if (call === undefined) throw new Error('There is no call.');
  return call;
}

const ids = (verdicts: readonly VerdictRecorded[]) => new Set(verdicts.map(({ approverId }) => approverId));

test('whatever people say in whatever order, the fold believes what it came to, and it came to that by enough of them', () => {
  fc.assert(
    fc.property(rules, sayings, (rule, said) => {
      const call = recordOf(rule, said);
      const noes = ids(call.verdicts.filter(({ verdict: kind }) => isVeto(kind)));
      const counted = call.verdicts.filter(({ verdictId }) => call.closed?.verdicts.includes(verdictId));
      const yesses = call.verdicts.filter((one) => isApproving(one.verdict) && !noes.has(one.approverId));
      const left = rule.approvers.length - noes.size;
      switch (call.closed?.outcome) {
        case 'approved':
          expect(peopleIn(counted)).toBeGreaterThanOrEqual(rule.quorum);
          expect(counted.every((one) => isApproving(one.verdict) && !noes.has(one.approverId))).toBe(true);
          if (rule.no === undefined) expect(noes.size).toBe(0);
          break;
        case 'rejected':
        case 'sent-back':
          expect(counted.length).toBeGreaterThan(0);
          expect(counted.every((one) => isVeto(one.verdict))).toBe(true);
          if (rule.no === 'majority') expect(left).toBeLessThan(rule.quorum);
          break;
        default:
          expect(peopleIn(yesses)).toBeLessThan(rule.quorum);
          if (rule.no === 'majority') expect(left).toBeGreaterThanOrEqual(rule.quorum);
          else expect(noes.size).toBe(0);
      }
    }),
    { numRuns: 300 },
  );
});

test('a record that rejects while enough others could still say yes is not believed, where one no does not decide', () => {
  const request = requested(1, 'c1');
  const calls = request.calls.map((call) => ({ ...call, approvers: people, quorum: 2, no: 'majority' as const }));
  const history = [...asked.slice(0, -1), { ...request, calls }];
  expect(() => runOf(...history, verdict('c1', { verdict: 'reject' }), closed('c1', 'rejected'))).toThrow(
    /enough people are left/,
  );
});
