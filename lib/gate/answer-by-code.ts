import type { ToolUseId } from '../core/ids.ts';
import { codeLifetimeMs, isCode, mostTries } from '../core/verdict-code.ts';
import { loadRun } from './append.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { ApprovalLink, Codes, KeptCode } from './ports.ts';
import { openDoor, type VerdictCommand, type VerdictPorts, whoOf } from './record-verdict.ts';
import { recordCodeTry } from './record-view.ts';
import { viewRequest } from './view-request.ts';
import type { CallView, RequestView, VerdictAnswer } from './views.ts';

export interface CodePorts extends VerdictPorts {
  readonly codes: Codes;
}

/** What came of an answer with a code: that of a verdict, or that the code is none for it. */
export type CodeAnswer =
  | VerdictAnswer
  | {
      readonly kind: 'code-refused';
      /** `over`: too old, used up, or there never was one: another code is needed. */
      readonly why: 'wrong' | 'over';
      readonly triesLeft: number;
      readonly request: RequestView;
      readonly call: CallView;
    };

/**
 * The page's door for calls that demand a code: the newest one that was sent for this link, and for exactly this verdict,
 * these words and this digest. A try is taken before it is compared, so that many at once are no more than five.
 */
export async function answerByCode(
  given: CodePorts,
  { code, ...command }: VerdictCommand & { readonly code: string },
): Promise<CodeAnswer> {
  const door = await openDoor(given, command);
  if (door.kind === 'answer') return door.answer;
  const { link, verdict, ports } = door;
  const kept = await given.codes.newest(link.linkHash);
  const tried = kept === undefined ? undefined : await tryOf(given, kept);
  const binding = { linkSecret: command.linkSecret, ...verdict };
  if (kept !== undefined && tried !== undefined && isCode(code, { mac: kept.mac, binding })) {
    return decideVerdict(ports, { ...whoOf(link), by: { kind: 'code', linkHash: link.linkHash } }, verdict);
  }
  const triesLeft = tried === undefined ? 0 : mostTries - tried;
  const { visitor } = command;
  const { toolUseId } = verdict;
  const why = tried === undefined ? 'over' : 'wrong';
  const recording =
    visitor === undefined
      ? undefined
      : recordCodeTry(ports, link, { toolUseId, verdict: verdict.verdict, why, triesLeft, ...visitor });
  const refused = await refusedTo(ports, link, { toolUseId, triesLeft });
  // It took no longer than what was read meanwhile, or than a look takes.
  await recording;
  return refused;
}

async function refusedTo(
  ports: VerdictPorts,
  link: ApprovalLink,
  { toolUseId, triesLeft }: { readonly toolUseId: ToolUseId; readonly triesLeft: number },
): Promise<CodeAnswer> {
  const run = await loadRun(ports, link.runId);
  const request = run === undefined ? undefined : await viewRequest(ports, run, link);
  const call = request?.calls.find((one) => one.toolUseId === toolUseId);
  if (request === undefined || call === undefined) return { kind: 'unknown-link' };
  return { kind: 'code-refused', why: triesLeft === 0 ? 'over' : 'wrong', triesLeft, request, call };
}

async function tryOf({ codes, clock }: CodePorts, { codeId, issuedAt }: KeptCode): Promise<number | undefined> {
  if (clock() - Date.parse(issuedAt) >= codeLifetimeMs) return undefined;
  return codes.claimTry(codeId, mostTries);
}
