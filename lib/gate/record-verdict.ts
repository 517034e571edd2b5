import type { Sealed } from '../core/entries.ts';
import type { RequestId, RunId } from '../core/ids.ts';
import { everAsked } from '../core/quorum.ts';
import { askedOf } from '../core/run.ts';
import type { Visitor } from '../core/view-entries.ts';
import { loadRun } from './append.ts';
import { findApprovalLink } from './approval-link.ts';
import { contentsReadOnce } from './contents-read-once.ts';
import { type DecidePorts, decideVerdict } from './decide-verdict.ts';
import type { Verdict } from './judge-verdict.ts';
import { earliestRefusal, type LinkPorts } from './open-link.ts';
import type { ApprovalLink, Operational } from './ports.ts';
import { recordView } from './record-view.ts';
import { viewRequest } from './view-request.ts';
import type { VerdictAnswer } from './views.ts';

export interface VerdictPorts extends LinkPorts, Omit<DecidePorts, 'operational' | 'tokenBefore'> {
  readonly operational: Pick<Operational, 'findLink' | 'newestTaskToken'>;
}

/** Where a form says that its call is. */
export interface ExpectedPlace {
  readonly runId: RunId;
  readonly requestId: RequestId;
  readonly input?: Pick<Sealed, 'contentId' | 'commitment'>;
}

/** One verdict as an approver sent it with a link. */
export interface VerdictCommand extends Verdict {
  readonly linkSecret: string;
  /** What to read at the same time as the link. It is never believed: where the link says otherwise, the link is followed. */
  readonly expected?: ExpectedPlace;
  readonly visitor?: Visitor;
}

/**
 * The page's door: whoever has the link answers in the name that it was made for. From here to the callback it takes three
 * steps, one after the other: what there is to read, the put, the send. `ports.ledger` remembers what it has loaded.
 */
export async function recordVerdict(ports: VerdictPorts, command: VerdictCommand): Promise<VerdictAnswer> {
  const door = await openDoor(ports, command);
  if (door.kind === 'answer') return door.answer;
  const { linkHash } = door.link;
  return decideVerdict(door.ports, { ...whoOf(door.link), by: { kind: 'link', linkHash } }, door.verdict);
}

/** Whom a link was made for, whatever they know besides it. */
export function whoOf({ runId, requestId, approverId }: ApprovalLink) {
  return { runId, requestId, approverId } as const;
}

export type Door =
  | { readonly kind: 'answer'; readonly answer: Extract<VerdictAnswer, { readonly kind: `unknown-${string}` }> }
  | {
      readonly kind: 'open';
      readonly link: ApprovalLink;
      readonly verdict: Verdict;
      readonly ports: VerdictPorts & Pick<DecidePorts, 'tokenBefore'>;
    };

/** Reads all that a verdict with a link needs, at once, and says who may give one. */
export async function openDoor(given: VerdictPorts, command: VerdictCommand): Promise<Door> {
  const ports = { ...given, contents: contentsReadOnce(given.contents) };
  const { linkSecret, expected, visitor, ...verdict } = command;
  const answerAt = earliestRefusal(ports);
  const ahead = expected === undefined ? undefined : readAhead(ports, expected);
  const found = await findApprovalLink(ports, linkSecret);
  // Before whatever was read ahead is waited for: how long that takes would say something about the place.
  if (found.kind !== 'known') {
    if (found.kind === 'wrong-secret' && visitor !== undefined) await recordView(ports, found, visitor);
    await answerAt();
    return unknownDoor;
  }
  const { link } = found;
  const tokenBefore = await readBefore(ahead, link);
  const run = await loadRun(ports, link.runId);
  const { requestId, approverId } = link;
  const asked = run === undefined ? undefined : askedOf(run, { requestId, toolUseId: verdict.toolUseId });
  if (run === undefined) return unknownDoor;
  if (asked === undefined || !everAsked(asked).includes(approverId)) {
    const request = await viewRequest(ports, run, link);
    return request === undefined ? unknownDoor : { kind: 'answer', answer: { kind: 'unknown-call', request } };
  }
  return { kind: 'open', link, verdict, ports: { ...ports, ...(tokenBefore === undefined ? {} : { tokenBefore }) } };
}

const unknownDoor: Door = { kind: 'answer', answer: { kind: 'unknown-link' } };

interface ReadAhead {
  readonly place: ExpectedPlace;
  readonly chain: Promise<unknown>;
  readonly token: Promise<string | undefined>;
  readonly input: Promise<unknown>;
}

// Whoever has no link gets an answer without these, so a failure of theirs must not be one that nobody handles.
function readAhead({ ledger, operational, contents }: VerdictPorts, place: ExpectedPlace): ReadAhead {
  const { input } = place;
  return {
    place,
    input:
      input === undefined ? Promise.resolve() : contents.get(place.runId, { ...input, size: 0 }).catch(() => undefined),
    chain: ledger.load(place.runId).catch(() => undefined),
    token: operational.newestTaskToken(place.runId, place.requestId).catch(() => undefined),
  };
}

async function readBefore(ahead: ReadAhead | undefined, link: ApprovalLink): Promise<string | undefined> {
  if (ahead === undefined || ahead.place.runId !== link.runId) return undefined;
  const [token] = await Promise.all([ahead.token, ahead.chain, ahead.input]);
  return ahead.place.requestId === link.requestId ? token : undefined;
}
