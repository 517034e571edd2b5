import type { NoticeEntry } from './notice-entries.ts';
import { isBegunByPlan } from './notice-state.ts';
import type { NoticeState } from './run.ts';
import type { EntryPlace, RunDraft } from './run-draft.ts';

/** Folds in what became of a notice. */
export function applyNotice(draft: RunDraft, entry: NoticeEntry, { at, refuse }: EntryPlace): void {
  const notice = draft.notices.get(entry.noticeId);
  if (entry.type === 'notice.planned') {
    if (notice !== undefined) throw refuse('the notice was planned before');
    // That a run is over or broken off can be told of one in which nobody was asked.
    const isAboutRun = entry.tells === 'finished' || entry.tells === 'broken-off';
    if (!draft.requests.has(entry.requestId) && !isAboutRun) throw refuse('there is no request for it');
    const begun = isBegunByPlan(entry) ? { attempts: 1, attemptAt: at } : { attempts: 0 };
    draft.notices.set(entry.noticeId, { planned: entry, plannedAt: at, ...begun, doubts: [], failures: [] });
    return;
  }
  if (notice === undefined) throw refuse('the notice was never planned');
  draft.notices.set(entry.noticeId, { ...notice, ...changed(notice, entry, { at, refuse }) });
}

function changed(
  notice: NoticeState,
  entry: Exclude<NoticeEntry, { type: 'notice.planned' }>,
  { at, refuse }: Pick<EntryPlace, 'at' | 'refuse'>,
): Partial<NoticeState> {
  switch (entry.type) {
    case 'notice.started':
      if (entry.attempt !== notice.attempts + 1) throw refuse(`attempt ${notice.attempts} was the one before it`);
      return { attempts: entry.attempt, attemptAt: at };
    case 'notice.doubtful':
      if (entry.attempt !== notice.attempts) throw refuse(`the newest attempt is ${notice.attempts}`);
      return { doubts: [...notice.doubts, entry] };
    // A notice can be sent twice, when two enterings of Ask overlap: each sending has its own link, and both stand here.
    case 'notice.sent':
      return { sent: entry, sentAt: notice.sentAt ?? at };
    case 'notice.failed':
      return { failures: [...notice.failures, entry] };
    case 'notice.returned':
      if (notice.sent?.messageId !== entry.messageId) throw refuse('the notice has another message id');
      return { returned: entry };
  }
}
