import type { Json } from '../core/canonical-json.ts';
import type { GateFile } from '../core/gate-file.ts';
import type { ApproverId, RequestId, RunId, ToolUseId } from '../core/ids.ts';
import { readVerdictInput } from '../core/operate-input.ts';
import { type Principal, principalOf } from '../core/principal.ts';
import { problemWords } from '../core/problem-words.ts';
import { everAsked, isVeto, verdictsOn } from '../core/quorum.ts';
import { askedOf } from '../core/run.ts';
import { loadRun } from './append.ts';
import { type DecidePorts, decideVerdict } from './decide-verdict.ts';
import { refusal, type SignedAnswer } from './signed-request.ts';
import { stillOffered } from './still-offered.ts';
import type { CallView, VerdictAnswer } from './views.ts';

/** The signed door: `POST /verdicts`. Whoever signed answers as the approver whose `iam` that is, and as nobody else. */
export async function verdictByCaller(ports: DecidePorts, principal: Principal, body: Json): Promise<SignedAnswer> {
  const input = readVerdictInput(body);
  const runId = input.runId as RunId;
  const requestId = input.requestId as RequestId;
  const toolUseId = input.toolUseId as ToolUseId;
  const approverId = approverOf(ports.gate, principal);
  if (approverId === undefined) {
    return refusal(
      403,
      `${principal.arn} is no approver of this gate. Allowed: the roles and users that approvers.*.iam name.`,
    );
  }
  const run = await loadRun(ports, runId);
  const call = run === undefined ? undefined : askedOf(run, { requestId, toolUseId });
  // The same words for what is not there and for what is somebody else's business.
  if (call?.requested === undefined || !everAsked(call).includes(approverId)) {
    return refusal(
      404,
      `Nothing of this kind waits for ${approverId}. Allowed: a call of a request that asked ${approverId}.`,
    );
  }
  // An edit that was sent twice has the digest of before, and is still the same one.
  if (call.requested.digest !== input.digest && input.verdict !== 'edit') {
    return refusal(409, 'What was shown is not what would run: the call has another digest. Look at it again first.', {
      kind: 'digest-differs',
    });
  }
  const offers =
    call.closed === undefined && run !== undefined ? await stillOffered(ports, run, call) : verdictsOn(call);
  if (!offers.includes(input.verdict)) {
    return refusal(400, `verdict: given ${input.verdict}; allowed here: ${offers.join(', ')}`);
  }
  const who = { runId, requestId, approverId, by: { kind: 'iam', principal } } as const;
  const { verdict, comment, digest, edited } = input;
  return told(await decideVerdict(ports, who, { toolUseId, verdict, comment, digest, edited }), approverId);
}

function approverOf(gate: GateFile, principal: Principal): ApproverId | undefined {
  const found = Object.entries(gate.approvers).find(
    ([, { iam, iamSession }]) =>
      iam !== undefined &&
      principalOf(iam)?.arn === principal.arn &&
      // Where a role is shared, the session tells its people apart; everybody else of the role is none of them.
      (iamSession === undefined || iamSession === principal.sessionName),
  );
  return found === undefined ? undefined : (found[0] as ApproverId);
}

function told(answer: VerdictAnswer, approverId: ApproverId): SignedAnswer {
  switch (answer.kind) {
    case 'unknown-link':
    case 'unknown-call':
      return refusal(404, `Nothing of this kind waits for ${approverId}.`);
    case 'recorded':
    case 'repeated':
      return { status: 200, body: { ...factsOf(answer), message: messageOf(answer) } };
    case 'decided-already':
      return refusal(409, `This was decided before. ${kept}`, factsOf(answer));
    case 'answered-already':
      return refusal(409, `${approverId} has answered before, and that stands. ${kept}`, factsOf(answer));
    case 'too-late':
      return refusal(410, `This can no longer be answered. ${kept}`, factsOf(answer));
    case 'not-sure-enough':
      return refusal(403, 'A signed request is needed for this call.', factsOf(answer));
    case 'superseded':
      return refusal(409, 'The call was edited meanwhile. Look at it again first.', factsOf(answer));
    case 'words-needed':
      return refusal(400, `comment: given nothing; a verdict ${answer.verdict} needs words.`, factsOf(answer));
    case 'not-offered':
      return refusal(409, `verdict: ${answer.verdict} is not offered on this call.`, factsOf(answer));
    case 'edit-refused':
      return refusal(
        400,
        ['The edited call is refused.', ...answer.problems.map(problemWords)].join('\n'),
        factsOf(answer),
      );
  }
}

const kept = 'The verdict was kept as evidence, with all that was sent with it; of several like it, the first.';

// Whoever approves as the first of two must not take the call for approved.
function messageOf({ call, verdict }: Extract<VerdictAnswer, { readonly kind: 'recorded' | 'repeated' }>): string {
  const recorded = `The verdict is recorded: ${verdict}.`;
  if (call.standing.kind !== 'open') return recorded;
  // A no where one does not decide.
  if (call.quorum < 2) return `${recorded} It does not decide alone: others may still answer.`;
  return `${recorded} ${approvedIn(call)} of ${call.quorum} so far: others are still waited for.`;
}

function approvedIn({ answers }: CallView): number {
  return new Set(answers.flatMap(({ id, verdict }) => (isVeto(verdict) ? [] : [id]))).size;
}

function factsOf({ kind, call, verdict }: Extract<VerdictAnswer, { readonly call: unknown }>) {
  const { standing } = call;
  const outcome = standing.kind === 'open' ? {} : { outcome: standing.outcome, by: standing.by.map(({ id }) => id) };
  const far = call.quorum < 2 ? {} : { quorum: call.quorum, approved: approvedIn(call) };
  return { kind, toolUseId: call.toolUseId, tool: call.tool, digest: call.digest, verdict, ...far, ...outcome };
}
