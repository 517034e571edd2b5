import type { ApprovalClosed } from '../core/approval-entries.ts';
import type { Entry } from '../core/entries.ts';
import { noticeIdOf, type RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { isDue, isOfOpenRequest, takesNoMail } from '../core/notice-state.ts';
import { decidersOf } from '../core/quorum.ts';
import { openAsked, type Run } from '../core/run.ts';
import { informedOf } from '../core/schedule.ts';
import { loadRun } from './append.ts';
import type { Message } from './ports.ts';
import { type NoticePorts, sendNotice } from './send-notice.ts';
import type { RequestView } from './views.ts';

/** Telling whoever was asked, or told, that there is nothing left to answer. */
export interface CancelPorts extends NoticePorts {
  readonly render: {
    readonly cancelledMail: (request: RequestView) => Message;
    readonly cancelledTopic: (request: RequestView) => Message;
  };
}

/** Closes everything that people could still answer, and plans one notice for each of those who were asked about it or told. */
export function cancelOpen(run: Run): readonly Entry[] {
  const open = openAsked(run);
  const closings = open.flatMap((call): readonly ApprovalClosed[] =>
    call.requestId === undefined
      ? []
      : [
          {
            type: 'approval.closed',
            requestId: call.requestId,
            toolUseId: call.toolUseId,
            outcome: 'cancelled',
            verdicts: [],
          },
        ],
  );
  const cancelled = new Set(closings.map((closing) => closing.requestId));
  const asked = [...run.notices.values()].filter(
    ({ planned, sent }) =>
      isOfOpenRequest(planned.kind) &&
      cancelled.has(planned.requestId) &&
      sent !== undefined &&
      !takesNoMail(run, planned) &&
      open.some(
        (call) =>
          call.requestId === planned.requestId &&
          [...decidersOf(call), ...informedOf(call)].includes(planned.approverId),
      ),
  );
  const notices = asked.map(({ planned }): NoticePlanned => {
    const { requestId, channel, approverId } = planned;
    const noticeId = noticeIdOf(requestId, { kind: 'cancelled', recipient: approverId });
    return { type: 'notice.planned', noticeId, requestId, kind: 'cancelled', channel, approverId };
  });
  // Whoever was asked twice is told once.
  const once = new Map(notices.map((notice) => [notice.noticeId, notice]));
  return [...closings, ...[...once.values()].filter((notice) => !run.notices.has(notice.noticeId))];
}

/** Sends the notices of `cancelOpen` that were not sent yet. @returns the names of the errors that a repeat may mend */
export async function tellCancelled(ports: CancelPorts, runId: RunId): Promise<readonly string[]> {
  const run = await loadRun(ports, runId);
  if (run === undefined) return [];
  const errors: string[] = [];
  for (const notice of run.notices.values()) {
    if (notice.planned.kind !== 'cancelled' || !isDue(notice)) continue;
    const error = await sendNotice(ports, run, {
      planned: notice.planned,
      write: async (request) => ({
        mail: ports.render.cancelledMail(request),
        topic: ports.render.cancelledTopic(request),
      }),
    });
    if (error !== undefined) errors.push(error);
  }
  return errors;
}
