import type { Sealed } from './entries.ts';
import type { ApproverId, NoticeId, RequestId } from './ids.ts';

/**
 * What a notice says: `request`, `reminder` and `escalation` ask, `changed` asks about a call that a person edited; the others have
 * nothing to answer. `information` goes to people who may not decide, `requester` to the person who asked for the run.
 */
export type NoticeKind =
  | 'request'
  | 'reminder'
  | 'escalation'
  | 'changed'
  | 'information'
  | 'code'
  | 'outcome'
  | 'cancelled'
  | 'requester';

/**
 * That somebody is to be written to. Where whoever plans also sends (`isBegunByPlan`), it is the mark of the first attempt: from
 * here on that function may be sending it.
 */
export interface NoticePlanned {
  readonly type: 'notice.planned';
  readonly noticeId: NoticeId;
  /** Of `finished` and `broken-off`, which are about no request: `runNewsIdOf` the run. */
  readonly requestId: RequestId;
  readonly kind: NoticeKind;
  readonly channel: 'mail' | 'topic';
  /** A person's id, `topic:<id>`, or `requester:<id>`. */
  readonly approverId: ApproverId;
  /** From 2 on where somebody had it sent again. */
  readonly attempt?: number;
  /** Who had it sent again: `{arn, sessionName?}` of the signed request. */
  readonly by?: Sealed;
  /**
   * An ISO instant. Of reminders and escalations: what the schedule has for it. Of `expired`: when the calls it is about were
   * closed; of `broken-off`: when the execution died.
   */
  readonly stageAt?: string;
  /** Of `requester`: what the person who asked hears. */
  readonly tells?: 'waiting' | 'expired' | 'broken-off' | 'finished';
}

/**
 * An attempt at a notice begins: the first where whoever planned it does not send it, or another after one that failed or that
 * nobody knows the end of.
 */
export interface NoticeStarted {
  readonly type: 'notice.started';
  readonly noticeId: NoticeId;
  /** Counted from 1. */
  readonly attempt: number;
}

/**
 * Whoever sent a notice is gone and did not say what became of it, or the service's answer was lost: it may have been sent, and is
 * sent once more. After a second doubt it is given up.
 */
export interface NoticeDoubtful {
  readonly type: 'notice.doubtful';
  readonly noticeId: NoticeId;
  /** The attempt that is in doubt. */
  readonly attempt: number;
}

export interface NoticeSent {
  readonly type: 'notice.sent';
  readonly noticeId: NoticeId;
  /** Absent where a notice has no link, since there is nothing to answer. */
  readonly linkHash?: string;
  /** The id that SES or SNS gave. */
  readonly messageId: string;
}

export interface NoticeFailed {
  readonly type: 'notice.failed';
  readonly noticeId: NoticeId;
  readonly error: string;
  readonly again: 'will-be-tried-again' | 'given-up';
}

/** What the mail service said later about a notice that it had taken. */
export interface NoticeReturned {
  readonly type: 'notice.returned';
  readonly noticeId: NoticeId;
  readonly messageId: string;
  readonly because: 'bounce' | 'complaint' | 'reject';
  /** `for-good`: the address takes no mail, or its owner wants none from us. */
  readonly lasts: 'for-good' | 'for-now';
  /** ISO instant, as the mail service says it. */
  readonly returnedAt: string;
}

export type NoticeEntry = NoticePlanned | NoticeStarted | NoticeDoubtful | NoticeSent | NoticeFailed | NoticeReturned;
