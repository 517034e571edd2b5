import { describe, expect, test } from 'vitest';
import type { ApprovalRequested } from '../../lib/core/approval-entries.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, VerdictId } from '../../lib/core/ids.ts';
import { asked, closed, requested, runOf, verdict } from '../support/history.ts';

const people = ['morgan', 'alex', 'sam'] as ApproverId[];

function twoOfThree(): readonly Entry[] {
  const request: ApprovalRequested = requested(1, 'c1');
  const calls = request.calls.map((call) => ({ ...call, approvers: people, quorum: 2 }));
  return [...asked.slice(0, -1), { ...request, calls }];
}

const by = (id: string, kind: 'approve' | 'reject' = 'approve') =>
  verdict('c1', { approverId: id as ApproverId, verdictId: `by-${id}-${kind}` as VerdictId, verdict: kind });

describe('two of three', () => {
  test('approve together', () => {
    const history = [
      ...twoOfThree(),
      by('alex'),
      by('sam'),
      closed('c1', 'approved', ['by-alex-approve', 'by-sam-approve']),
    ];
    expect(runOf(...history).calls[0]?.closed).toMatchObject({ outcome: 'approved' });
  });

  test('let one of them take an approval back', () => {
    const history = [...twoOfThree(), by('alex'), by('alex', 'reject'), closed('c1', 'rejected', ['by-alex-reject'])];
    expect(runOf(...history).calls[0]?.closed).toMatchObject({ outcome: 'rejected' });
  });

  test.each<[string, readonly Entry[], RegExp]>([
    ['by one alone', [by('alex'), closed('c1', 'approved', ['by-alex-approve'])], /1 of 2 people/],
    ['by nobody', [closed('c1', 'approved', [])], /no verdict approves/],
    [
      'by one who is counted twice',
      [by('alex'), closed('c1', 'approved', ['by-alex-approve', 'by-alex-approve'])],
      /never recorded/,
    ],
    [
      'over a veto that is not counted',
      [by('alex'), by('sam'), by('morgan', 'reject'), closed('c1', 'approved', ['by-alex-approve', 'by-sam-approve'])],
      /no verdict approves/,
    ],
    ['of one who says yes after a no', [by('alex', 'reject'), by('alex')], /given a verdict before/],
  ])('never approve %s', (_, entries, why) => {
    expect(() => runOf(...twoOfThree(), ...entries)).toThrow(why);
  });
});
