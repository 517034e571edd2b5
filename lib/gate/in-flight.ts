import type { JsonObject } from '../core/canonical-json.ts';
import { underWayUntil } from '../core/next-attempt.ts';
import { isAsking, isDue } from '../core/notice-state.ts';
import type { Run } from '../core/run.ts';

/** What was begun in a run and has not ended: marked before the stop, so it may have been done, or be done yet. */
export function inFlight(run: Run): readonly JsonObject[] {
  const last = run.turns.at(-1);
  const turns =
    last === undefined || last.end !== undefined
      ? []
      : [{ runId: run.id, what: 'turn', turn: last.started.turn, until: last.started.mayRunUntil }];
  const actions = run.calls.flatMap((call) => {
    const until = underWayUntil(call);
    return until === undefined ? [] : [{ runId: run.id, what: 'action', tool: call.name, call: call.toolUseId, until }];
  });
  const notices = [...run.notices.values()]
    .filter((notice) => isAsking(notice.planned.kind) && isDue(notice))
    .map(({ planned }) => ({ runId: run.id, what: 'notice', approver: planned.approverId }));
  return [...turns, ...actions, ...notices];
}
