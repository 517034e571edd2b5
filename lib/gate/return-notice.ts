import { dueNotices } from '../core/due-notices.ts';
import { NoticesUnsent } from '../core/errors.ts';
import type { NoticeReturned } from '../core/notice-entries.ts';
import type { NoticeState } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts, loadRun } from './append.ts';
import type { Callback, Operational } from './ports.ts';
import { wakeRun } from './wake-run.ts';

export interface ReturnPorts extends LedgerPorts {
  readonly operational: Pick<Operational, 'findMail' | 'newestTaskToken'>;
  readonly callback: Callback;
}

/** What the mail service says of a mail that it had taken, by its own id for it. */
export type ReturnedMail = Pick<NoticeReturned, 'messageId' | 'because' | 'lasts' | 'returnedAt'>;

/**
 * Records once that a notice came back, and wakes the run where that brings something forward: an escalation, when nobody who was
 * asked can be reached. Mail that is not this gate's changes nothing. Called once per event and again by its retries.
 * @throws NoticesUnsent while the sending is not in the record yet, for the event to come again
 */
export async function returnNotice(ports: ReturnPorts, returned: ReturnedMail): Promise<'recorded' | 'nothing-to-do'> {
  const found = await ports.operational.findMail(returned.messageId);
  if (found === undefined) return 'nothing-to-do';
  const { runId, noticeId } = found;
  let notice: NoticeState | undefined;
  const commit = await decideAndAppend(ports, runId, (run) => {
    notice = run?.notices.get(noticeId);
    if (notice?.sent?.messageId !== returned.messageId || isKnown(notice, returned)) return undefined;
    return [{ type: 'notice.returned', noticeId, ...returned }];
  });
  if (notice !== undefined && notice.sent === undefined)
    throw new NoticesUnsent(`The mail ${returned.messageId} came back before its sending was recorded in ${runId}.`);
  await wakeIfDue(ports, { runId, notice });
  return commit === undefined ? 'nothing-to-do' : 'recorded';
}

// Events come more than once and in any order: what is for good is not taken back by a delay that is told later.
function isKnown({ returned: before }: NoticeState, { lasts }: ReturnedMail): boolean {
  return before !== undefined && (before.lasts === 'for-good' || lasts === before.lasts);
}

interface Awaited {
  readonly runId: Parameters<typeof wakeRun>[1]['runId'];
  readonly notice: NoticeState | undefined;
}

// Also for an event that was recorded before: whoever recorded it may have died before the wake-up.
async function wakeIfDue(ports: ReturnPorts, { runId, notice }: Awaited): Promise<void> {
  const run = notice === undefined ? undefined : await loadRun(ports, runId);
  if (run === undefined || notice === undefined) return;
  const { requestId } = notice.planned;
  if (dueNotices(run, { requestId, now: ports.clock() }).length > 0) await wakeRun(ports, { runId, requestId });
}
