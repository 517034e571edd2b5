import type { Json } from '../core/canonical-json.ts';
import type { Sealed } from '../core/entries.ts';
import { noticeIdOf, type RequestId, type RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { readResendInput } from '../core/operate-input.ts';
import type { Principal } from '../core/principal.ts';
import { decidersOf } from '../core/quorum.ts';
import { openAsked, type Run } from '../core/run.ts';
import { canStillAnswer } from '../core/schedule.ts';
import { decideAndAppend, type LedgerPorts } from './append.ts';
import type { Callback, Contents, Operational } from './ports.ts';
import { sealJson } from './seal.ts';
import { refusal, type SignedAnswer } from './signed-request.ts';
import { wakeRun } from './wake-run.ts';

export interface ResendPorts extends LedgerPorts {
  readonly operational: Pick<Operational, 'newestTaskToken'>;
  readonly callback: Callback;
  readonly contents: Contents;
}

// Whoever did not answer ten mails will not answer the eleventh, and each of them is a link that answers in their name.
const mostAttempts = 10;

/**
 * `POST /requests/resend`. Plans one more notice for everybody who still can answer, each with a link of its own, and wakes
 * the run: whoever comes to wait again sends them.
 */
export async function resendNotices(ports: ResendPorts, caller: Principal, body: Json): Promise<SignedAnswer> {
  const input = readResendInput(body);
  const runId = input.runId as RunId;
  const requestId = input.requestId as RequestId;
  let planned: readonly NoticePlanned[] = [];
  let found: 'unknown' | 'closed' | 'open' = 'unknown';
  let canAnswer: readonly string[] = [];
  let by: Sealed | undefined;
  await decideAndAppend(ports, runId, async (run) => {
    found = run === undefined || !run.requests.has(requestId) ? 'unknown' : 'closed';
    planned = [];
    if (run === undefined || found === 'unknown' || run.finished !== undefined) return undefined;
    const asked = approversOf(run, requestId);
    canAnswer = asked;
    if (asked.length > 0) found = 'open';
    const due = asked
      .filter((id) => input.approver === undefined || id === input.approver)
      .flatMap((approverId) => nextNotice(run, { requestId, approverId }));
    if (due.length > 0) by ??= await sealJson(ports, runId, caller);
    planned = due.map((notice) => (by === undefined ? notice : { ...notice, by }));
    return planned;
  });
  if (found === 'unknown') return refusal(404, `There is no request ${requestId} in ${runId}.`);
  if (found === 'closed') return refusal(409, 'Nobody can answer this request any more, so nobody is asked again.');
  if (input.approver !== undefined && !canAnswer.includes(input.approver)) {
    return refusal(404, `${input.approver} is asked about nothing that is open. Allowed: ${canAnswer.join(', ')}.`);
  }
  if (planned.length === 0) {
    const who = input.approver ?? 'Everybody';
    return refusal(409, `${who} was asked ${mostAttempts} times. Allowed: another way to reach them, or a stop.`);
  }
  await wakeRun(ports, { runId, requestId });
  const notices = planned.map(({ approverId, attempt = 1 }) => ({ approver: approverId, attempt }));
  const names = notices.map(({ approver }) => approver).join(', ');
  return {
    status: 202,
    body: { runId, requestId, notices, message: `As soon as the run is awake, ${names} will be sent a new notice.` },
  };
}

function approversOf(run: Run, requestId: RequestId) {
  const open = openAsked(run).filter((call) => call.requestId === requestId);
  return [...new Set(open.flatMap((call) => decidersOf(call).filter((id) => canStillAnswer(call, id))))];
}

function nextNotice(
  run: Run,
  { requestId, approverId }: Pick<NoticePlanned, 'requestId' | 'approverId'>,
): readonly NoticePlanned[] {
  const before = [...run.notices.values()]
    .filter(({ planned }) => planned.requestId === requestId && planned.approverId === approverId)
    .filter(({ planned }) => planned.kind === 'request');
  const attempt = Math.max(1, ...before.map(({ planned }) => planned.attempt ?? 1)) + 1;
  if (attempt > mostAttempts) return [];
  const noticeId = noticeIdOf(requestId, { kind: `request/${attempt}`, recipient: approverId });
  const channel = approverId.startsWith('topic:') ? 'topic' : 'mail';
  return [{ type: 'notice.planned', noticeId, requestId, kind: 'request', channel, approverId, attempt }];
}
