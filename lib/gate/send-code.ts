import type { VerdictKind } from '../core/approval-entries.ts';
import { noticeIdOf, type ToolUseId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { decidersOf } from '../core/quorum.ts';
import { askedOf } from '../core/run.ts';
import { codeFrom, codeLifetimeMs, codeMac, codesSent, mostCodesAnHour } from '../core/verdict-code.ts';
import { decideAndAppend, loadRun } from './append.ts';
import { findApprovalLink } from './approval-link.ts';
import type { ApprovalLink, Codes, Message } from './ports.ts';
import type { VerdictCommand, VerdictPorts } from './record-verdict.ts';
import { type NoticePorts, sendNotice } from './send-notice.ts';
import type { RequestView } from './views.ts';

/** A code as it goes to the approver's mailbox. */
export interface CodeLetter {
  /** Six digits. */
  readonly code: string;
  readonly request: RequestView;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  /** ISO instant. */
  readonly validUntil: string;
}

export interface SendCodePorts extends VerdictPorts, NoticePorts {
  readonly codes: Codes;
  readonly codeLetter: (letter: CodeLetter) => Message | Promise<Message>;
}

/** `sent`: to the approver's mailbox; `too-many`: five went there within an hour; `not-sent`: the mail was not taken. */
export type CodeSent =
  | { readonly kind: 'sent'; readonly validUntil: string }
  | { readonly kind: 'too-many' | 'not-sent' | 'needless' };

/**
 * Sends a code for exactly this answer, where the call demands one. Planned in the ledger first, by whose condition nobody gets
 * a sixth within an hour; what is kept to compare it with is put before the mail leaves.
 */
export async function sendCode(ports: SendCodePorts, command: VerdictCommand): Promise<CodeSent> {
  const found = await findApprovalLink(ports, command.linkSecret);
  if (found.kind !== 'known') return { kind: 'needless' };
  const { link } = found;
  const planned = await planCode(ports, link, command);
  if (typeof planned === 'string') return { kind: planned };
  const { linkSecret, toolUseId, verdict, digest, comment, edited } = command;
  const code = codeFrom(ports.randomness.bytes(8));
  const now = ports.clock();
  const validUntil = new Date(now + codeLifetimeMs).toISOString();
  const { noticeId: codeId } = planned;
  const mac = codeMac(code, { linkSecret, toolUseId, verdict, digest, comment, edited });
  await ports.codes.put({ codeId, linkHash: link.linkHash, issuedAt: new Date(now).toISOString(), mac });
  const write = async (request: RequestView) => {
    const letter = await ports.codeLetter({ code, request, toolUseId, verdict, validUntil });
    return { mail: letter, topic: letter };
  };
  await sendNotice(ports, { id: link.runId }, { planned, write, plan: 'ours' });
  const run = await loadRun(ports, link.runId);
  return run?.notices.get(codeId)?.sent === undefined ? { kind: 'not-sent' } : { kind: 'sent', validUntil };
}

async function planCode(
  ports: SendCodePorts,
  { runId, requestId, approverId }: ApprovalLink,
  { toolUseId, digest }: VerdictCommand,
): Promise<NoticePlanned | 'needless' | 'too-many'> {
  let plan: NoticePlanned | 'needless' | 'too-many' = 'needless';
  await decideAndAppend(ports, runId, (run, now) => {
    plan = 'needless';
    const asked = run === undefined ? undefined : askedOf(run, { requestId, toolUseId });
    if (run === undefined || asked?.requested === undefined || run.finished !== undefined) return undefined;
    const { requested, closed } = asked;
    const isOpen = closed === undefined && now < Date.parse(requested.deadline) && requested.digest === digest;
    if (!isOpen || requested.assurance !== 'code' || !decidersOf(asked).includes(approverId)) return undefined;
    const { inAll, inHour } = codesSent(run, { requestId, approverId, now });
    if (inHour >= mostCodesAnHour) {
      plan = 'too-many';
      return undefined;
    }
    const noticeId = noticeIdOf(requestId, { kind: `code/${inAll + 1}`, recipient: approverId });
    plan = { type: 'notice.planned', noticeId, requestId, kind: 'code', channel: 'mail', approverId };
    return [plan];
  });
  return plan;
}
