import { codeLifetimeMs, isCode, mostTries } from '../core/verdict-code.ts';
import { loadRun } from './append.ts';
import { decideVerdict } from './decide-verdict.ts';
import type { Codes, KeptCode } from './ports.ts';
import { openDoor, type VerdictCommand, type VerdictPorts, whoOf } from './record-verdict.ts';
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
  const run = await loadRun(ports, link.runId);
  const request = run === undefined ? undefined : await viewRequest(ports, run, link);
  const call = request?.calls.find(({ toolUseId }) => toolUseId === verdict.toolUseId);
  if (request === undefined || call === undefined) return { kind: 'unknown-link' };
  const triesLeft = tried === undefined ? 0 : mostTries - tried;
  return { kind: 'code-refused', why: triesLeft === 0 ? 'over' : 'wrong', triesLeft, request, call };
}

async function tryOf({ codes, clock }: CodePorts, { codeId, issuedAt }: KeptCode): Promise<number | undefined> {
  if (clock() - Date.parse(issuedAt) >= codeLifetimeMs) return undefined;
  return codes.claimTry(codeId, mostTries);
}
