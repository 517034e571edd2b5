import { shortForm } from '../core/hashes.ts';
import type { NoticeEntry, NoticeKind, NoticePlanned } from '../core/notice-entries.ts';
import type { Telling, ToldDetail } from './story-tellings.ts';

/** Puts what became of a notice into words. @param planned the plan of that notice, which alone says whom it goes to */
export function tellNotice(entry: NoticeEntry, planned: NoticePlanned | undefined): Telling {
  const notice = planned === undefined ? 'A notice' : messageTo(planned);
  switch (entry.type) {
    case 'notice.planned':
      return {
        kind: 'notice',
        title: `${messageTo(entry)} was planned: ${kindWords[entry.kind]}`,
        detail: [
          { label: 'Notice', text: entry.noticeId },
          ...(entry.stageAt === undefined
            ? []
            : [{ label: entry.tells === undefined ? 'Due' : 'Closed', text: entry.stageAt }]),
          ...(entry.tells === undefined ? [] : [{ label: 'Tells', text: entry.tells }]),
          ...(entry.attempt === undefined ? [] : [{ label: 'Sent again', text: `time ${entry.attempt}` }]),
          ...(entry.by === undefined
            ? []
            : [{ label: 'Who had it sent', text: entry.by, member: 'arn', claim: 'iam' as const }]),
        ],
      };
    case 'notice.started':
      return {
        kind: 'notice',
        title: entry.attempt === 1 ? `${notice} is being sent` : `${notice} is tried again`,
        detail: noticeDetail(entry),
      };
    case 'notice.doubtful':
      return {
        kind: 'trouble',
        title: `${notice}: nobody knows whether it was sent`,
        detail: noticeDetail(entry),
      };
    case 'notice.sent':
      return {
        kind: 'notice',
        title: `${notice} was sent${planned === undefined ? '' : `: ${kindWords[planned.kind]}`}`,
        detail: [
          { label: 'Notice', text: entry.noticeId },
          { label: 'Message id', text: entry.messageId },
          // Whoever looked or answered with it is recorded by this hash.
          ...(entry.linkHash === undefined ? [] : [{ label: 'Hash of the link', text: shortForm(entry.linkHash) }]),
        ],
      };
    case 'notice.failed':
      return {
        kind: 'trouble',
        title: `${notice} could not be sent`,
        detail: [
          { label: 'Notice', text: entry.noticeId },
          { label: 'Error', text: entry.error },
          { label: 'Next', text: entry.again === 'given-up' ? 'given up' : 'will be tried again' },
        ],
      };
    case 'notice.returned':
      return {
        kind: 'trouble',
        title: `${notice} came back: ${returnedWords[entry.because]}`,
        detail: [
          { label: 'Notice', text: entry.noticeId },
          { label: 'Message id', text: entry.messageId },
          { label: 'Lasts', text: entry.lasts === 'for-good' ? 'for good' : 'for now' },
          { label: 'The mail service says', text: entry.returnedAt },
        ],
      };
  }
}

function messageTo({ channel, approverId }: NoticePlanned): string {
  return `${channel === 'mail' ? 'A mail' : 'A topic message'} to ${approverId}`;
}

function noticeDetail({ noticeId, attempt }: { readonly noticeId: string; readonly attempt: number }) {
  return [
    { label: 'Notice', text: noticeId },
    { label: 'Attempt', text: String(attempt) },
  ] satisfies readonly ToldDetail[];
}

const kindWords: Readonly<Record<NoticeKind, string>> = {
  request: 'it asks',
  reminder: 'it reminds',
  escalation: 'it asks more people',
  changed: 'it asks about a call that a person edited',
  information: 'it tells, and asks nothing',
  code: 'it brings a code',
  outcome: 'it tells what came of it',
  cancelled: 'nothing is left to answer',
  requester: 'it tells the person who asked',
};

const returnedWords = {
  bounce: 'it could not be delivered',
  complaint: 'its reader marked it as unwanted',
  reject: 'the mail service refused it',
} as const;
