import { describe, expect, test } from 'vitest';
import type { ApprovalEscalated, ApprovalRequested, RequestedCall } from '../../lib/core/approval-entries.ts';
import { dueNotices } from '../../lib/core/due-notices.ts';
import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, NoticeId, RequestId, ToolUseId } from '../../lib/core/ids.ts';
import { nextStep } from '../../lib/core/next-step.ts';
import type { Run } from '../../lib/core/run.ts';
import {
  type At,
  asked,
  closed,
  judged,
  recorded,
  requested,
  runOf,
  runStarted,
  startedAt,
  turnFinished,
  turnStarted,
  verdict,
} from '../support/history.ts';

const [morgan, alex, chief, clerk] = ['morgan', 'alex', 'chief', 'clerk'].map((id) => id as ApproverId) as [
  ApproverId,
  ApproverId,
  ApproverId,
  ApproverId,
];
const requestId = 'request-1' as RequestId;
const minute = 60_000;
const minuteAt = (minutes: number) => new Date(startedAt + minutes * minute).toISOString();
const at = (minutes: number, ...entries: readonly Entry[]): At => ({ at: minuteAt(minutes), entries });

const scheduled: Partial<RequestedCall> = {
  deadline: minuteAt(600),
  schedule: [
    { kind: 'reminder', at: minuteAt(60) },
    { kind: 'escalation', at: minuteAt(120), to: [chief] },
    { kind: 'reminder', at: minuteAt(180) },
  ],
};

/** Calls that people are asked about; what differs from the ordinary request is said for each. */
function asking(...calls: readonly Partial<RequestedCall>[]): readonly (Entry | At)[] {
  const ids = calls.map((_, index) => `c${index + 1}`);
  const request = requested(1, ...ids);
  const changed: ApprovalRequested = {
    ...request,
    calls: request.calls.map((call, index) => ({ ...call, ...calls[index] })),
  };
  return [
    runStarted(),
    turnStarted(1),
    ...ids.map((id) => recorded(1, id)),
    turnFinished(1, 'tool_use', { handed: ids }),
    ...ids.map((id) => judged(id, 'ask')),
    changed,
  ];
}

/** Plans what is due at that minute, and sends it half a minute later. */
function goOn(
  history: readonly (Entry | At)[],
  minutes: number,
  lost: readonly ApproverId[] = [],
): readonly (Entry | At)[] {
  const due = dueNotices(runOf(...history), { requestId, now: startedAt + minutes * minute });
  if (due.length === 0) return history;
  const ends = due.flatMap((entry): readonly Entry[] => {
    if (entry.type !== 'notice.planned') return [];
    const { noticeId, approverId } = entry;
    if (!lost.includes(approverId)) return [{ type: 'notice.sent', noticeId, messageId: noticeId }];
    return [{ type: 'notice.failed', noticeId, error: 'MessageRejected', again: 'given-up' }];
  });
  return [...history, at(minutes, ...due), at(minutes + 0.5, ...ends)];
}

const said = (history: readonly (Entry | At)[], minutes: number) =>
  dueNotices(runOf(...history), { requestId, now: startedAt + minutes * minute }).map((entry) =>
    entry.type === 'notice.planned' ? `${entry.kind} to ${entry.approverId}` : entry.type,
  );

const rules = {
  caps: { turns: 5, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 3 },
  inDoubt: 'fail',
} as const;
const wakeAt = (run: Run, minutes: number) => {
  const step = nextStep(run, rules, startedAt + minutes * minute);
  return step.kind === 'wait' ? step.wakeAt : step.kind;
};

describe('a schedule', () => {
  test('asks first, then reminds, asks more people, reminds all of them, and each once', () => {
    const first = goOn(asking(scheduled), 1);
    expect(said(asking(scheduled), 1)).toEqual(['request to morgan', 'request to alex']);
    expect(said(first, 59.9)).toEqual([]);
    expect(said(first, 60)).toEqual(['reminder to morgan', 'reminder to alex']);
    const reminded = goOn(first, 60);
    expect(said(reminded, 61)).toEqual([]);
    expect(said(reminded, 120)).toEqual(['approval.escalated', 'escalation to chief']);
    const more = goOn(reminded, 120);
    expect(said(more, 121)).toEqual([]);
    expect(said(more, 180)).toEqual(['reminder to morgan', 'reminder to alex', 'reminder to chief']);
    expect(said(goOn(more, 180), 599)).toEqual([]);
  });

  test('wakes the run at each stage that is still to come and at the deadline last, never in the past', () => {
    const run = runOf(...asking(scheduled));
    const wakes = [1, 59, 60, 119.9, 120, 180, 599].map((minutes) => wakeAt(run, minutes));
    expect(wakes).toEqual([60, 60, 120, 120, 180, 600, 600].map(minuteAt));
    expect(wakeAt(run, 600)).toBe('expire');
  });

  test('does not wake the run for an escalation that was brought forward', () => {
    const escalation: Entry = {
      type: 'approval.escalated',
      requestId,
      toolUseId: 'c1' as ToolUseId,
      to: [chief],
      because: 'unreachable',
    };
    expect(wakeAt(runOf(...asking(scheduled), at(2, escalation)), 60)).toBe(minuteAt(180));
  });

  test('of reminders that passed unnoticed sends the last one only', () => {
    const history = goOn(asking(scheduled), 1);
    expect(said(history, 400)).toEqual([
      'approval.escalated',
      'reminder to morgan',
      'reminder to alex',
      'escalation to chief',
    ]);
    // Whoever was asked only now is not reminded of what was before.
    expect(said(goOn(history, 400), 401)).toEqual([]);
  });

  test('says nothing more to whoever has answered, and nothing to anybody once it is decided', () => {
    const two = { ...scheduled, quorum: 2 };
    const answered = [...goOn(asking(two), 1), at(30, verdict('c1'))];
    expect(said(answered, 60)).toEqual(['reminder to alex']);
    const closed: Entry = {
      type: 'approval.closed',
      requestId,
      toolUseId: 'c1' as ToolUseId,
      outcome: 'approved',
      verdicts: [verdict('c1').verdictId],
    };
    expect(said([...goOn(asking(scheduled), 1), at(30, verdict('c1'), closed)], 60)).toEqual([]);
    expect(said(goOn(asking(scheduled), 1), 600)).toEqual([]);
  });

  test('of several calls is one: one notice for each person at one instant, and each call escalates by itself', () => {
    const other = { ...scheduled, approvers: [alex] };
    const late = { ...scheduled, schedule: [{ kind: 'reminder' as const, at: minuteAt(90) }] };
    const history = goOn(asking(scheduled, other, late), 1);
    expect(said(asking(scheduled, other, late), 1)).toEqual(['request to morgan', 'request to alex']);
    expect(said(history, 60)).toEqual(['reminder to morgan', 'reminder to alex']);
    const reminded = goOn(history, 60);
    expect(said(reminded, 90)).toEqual(['reminder to morgan', 'reminder to alex']);
    expect(said(goOn(reminded, 90), 120)).toEqual(['approval.escalated', 'approval.escalated', 'escalation to chief']);
  });
});

describe('whom notices go to', () => {
  const notified = { ...scheduled, notify: [alex, clerk] };

  test('people who may not decide are told once, and people who may but are not to be notified get nothing', () => {
    expect(said(asking(notified), 1)).toEqual(['request to alex', 'information to clerk']);
    const history = goOn(asking(notified), 1);
    expect(said(history, 60)).toEqual(['reminder to alex']);
    expect(said(goOn(history, 60), 120)).toEqual(['approval.escalated', 'escalation to chief']);
  });

  test('whoever may decide one call of a turn and is told of another gets one notice, which asks', () => {
    expect(said(asking(notified, { ...scheduled, approvers: [clerk] }), 1)).toEqual([
      'request to alex',
      'request to clerk',
    ]);
  });

  test('an address that takes no mail is not reminded', () => {
    const history = goOn(asking(scheduled), 1);
    const [first] = [...runOf(...history).notices.keys()];
    const returned: Entry = {
      type: 'notice.returned',
      noticeId: first as NoticeId,
      messageId: first ?? '',
      because: 'bounce',
      lasts: 'for-good',
      returnedAt: minuteAt(2),
    };
    expect(said([...history, at(2, returned)], 60)).toEqual(['reminder to alex']);
    expect(said([...history, at(2, { ...returned, lasts: 'for-now' })], 60)).toEqual([
      'reminder to morgan',
      'reminder to alex',
    ]);
  });
});

describe('an escalation', () => {
  test('comes before its time when too few of those who are asked can be reached', () => {
    const oneLost = goOn(asking(scheduled), 1, [morgan]);
    expect(said(oneLost, 2)).toEqual([]);
    const bothLost = goOn(asking(scheduled), 1, [morgan, alex]);
    expect(said(bothLost, 2)).toEqual(['approval.escalated', 'escalation to chief']);
    expect(dueNotices(runOf(...bothLost), { requestId, now: startedAt + 2 * minute })[0]).toMatchObject({
      because: 'unreachable',
    });
    const brought = goOn(bothLost, 2);
    expect(said(brought, 59)).toEqual([]);
    expect(said(brought, 130)).toEqual(['reminder to chief']);
  });

  test('counts against the quorum, and whoever has answered as reached', () => {
    const two = { ...scheduled, quorum: 2 };
    expect(said(goOn(asking(two), 1, [morgan]), 2)).toEqual(['approval.escalated', 'escalation to chief']);
    expect(said([...goOn(asking(two), 1, [morgan]), at(2, verdict('c1'))], 3)).toEqual([]);
  });

  test.each<[string, Partial<ApprovalEscalated>, number, string]>([
    ['to somebody whom its schedule does not name', { to: [clerk] }, 120, 'asks nobody else'],
    ['to more people than its schedule names', { to: [chief, clerk] }, 120, 'asks nobody else'],
    ['by its instant, before that', {}, 119, 'it was due at'],
    ['of a call that was decided', {}, 121, 'is closed'],
  ])('is not believed %s', (_, changes, minutes, why) => {
    const escalated: Entry = {
      type: 'approval.escalated',
      requestId,
      toolUseId: 'c1' as ToolUseId,
      to: [chief],
      because: 'schedule',
      ...changes,
    };
    const decided = minutes > 120 ? [at(1, verdict('c1'), closed('c1', 'approved'))] : [];
    const history = [...asking(scheduled), ...decided];
    expect(() => runOf(...history, at(minutes, escalated))).toThrow(why);
    expect(runOf(...asking(scheduled), at(120, { ...escalated, to: [chief] })).calls[0]?.escalated).toEqual([chief]);
  });

  test('that the rules do not know comes in no case', () => {
    expect(said(goOn([...asked], 1, [morgan, alex]), 2)).toEqual([]);
  });
});
