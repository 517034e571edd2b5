import type { CallEdited, VerdictKind } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import { askedDigestOf } from '../core/digest.ts';
import type { Entry, Sealed } from '../core/entries.ts';
import { CountersignError } from '../core/errors.ts';
import { applyEdit } from '../core/fold-edit.ts';
import type { RequestId, RunId, VerdictId } from '../core/ids.ts';
import { closingBy, isVeto } from '../core/quorum.ts';
import {
  askedIn,
  askedOf,
  type CallState,
  isDecided,
  isQuestion,
  needsAction,
  needsGrant,
  type QuestionState,
  type Run,
} from '../core/run.ts';
import { decideAndAppend, type LedgerPorts, loadRun } from './append.ts';
import { type Answerer, assuranceOf, type Given, type Judged, judgeVerdict, type Verdict } from './judge-verdict.ts';
import { keepAside } from './keep-aside.ts';
import type { Callback, Operational } from './ports.ts';
import { openText, sealJson, sealText } from './seal.ts';
import { stillOffered } from './still-offered.ts';
import { type ViewPorts, viewRequest } from './view-request.ts';
import type { VerdictAnswer } from './views.ts';
import { wakeRun } from './wake-run.ts';

export interface DecidePorts extends ViewPorts, LedgerPorts {
  readonly operational: Pick<Operational, 'newestTaskToken'>;
  readonly callback: Callback;
  /** The newest task token as it was read before anything was recorded, where a door did. */
  readonly tokenBefore?: string;
  /** Told when a verdict is recorded and the run could not be woken: it goes on at its deadline at the latest. */
  readonly wakeFailed?: (failure: {
    readonly runId: RunId;
    readonly requestId: RequestId;
    readonly error: unknown;
  }) => void;
}

/**
 * Records a verdict, or says why it counts for nothing. The one that decides wins by one conditional put; then the run is
 * woken. Every door for verdicts leads here, and what a door knows of the answerer is recorded with it.
 */
export async function decideVerdict(ports: DecidePorts, who: Answerer, verdict: Verdict): Promise<VerdictAnswer> {
  let comment: Sealed | undefined;
  let caller: Sealed | undefined;
  let input: Sealed | undefined;
  let sent: Sealed | undefined;
  const seal = async (value: Json) => {
    input ??= await sealJson(ports, who.runId, value);
    return input;
  };
  let found: Judged = { kind: 'unknown' };
  await decideAndAppend(ports, who.runId, async (run, now) => {
    const call =
      run === undefined ? undefined : askedOf(run, { requestId: who.requestId, toolUseId: verdict.toolUseId });
    if (run === undefined || call === undefined) return undefined;
    found = judgeVerdict(run, call, { who, verdict, now });
    let edited: CallEdited | undefined;
    if (verdict.verdict === 'edit') {
      const editor = { ...who, assurance: assuranceOf(who) };
      const attempt = { call, who: editor, found, text: verdict.edited ?? '', seal };
      // With policy and schemas: few verdicts are edits, and none of the others waits for what only those need.
      const { decideEdit } = await import('./decide-edit.ts');
      ({ found, entry: edited } = await decideEdit(ports, run, attempt));
    }
    if (found.kind !== 'recorded' && found.why === undefined) return undefined;
    const offers = found.kind === 'recorded' ? await offersNow(ports, run, call) : [];
    if (found.kind === 'recorded' && !offers.includes(verdict.verdict)) found = { kind: 'not-offered' };
    if (found.kind === 'not-offered') return undefined;
    if (who.by.kind === 'iam') caller ??= await sealJson(ports, run.id, who.by.principal);
    if (verdict.comment !== undefined && verdict.comment !== '') {
      comment ??= await sealText(ports, run.id, verdict.comment);
    }
    if (found.why !== undefined) {
      if (verdict.verdict === 'edit') sent ??= await sealText(ports, run.id, verdict.edited ?? '');
      return [keepAside({ who, verdict, why: found.why, sealed: { ...doorOf(who, caller), comment, edited: sent } })];
    }
    const verdictId = ports.randomness.id() as VerdictId;
    return verdictEntries(run, call, { who, verdict, caller, comment, verdictId, edited, offers, now });
  });
  // Nothing of the answer is waited for before the run is woken, and whatever becomes of the answer, the run is.
  const waking = wakeIfDecided(ports, who, { found, verdict });
  try {
    return await answerTo(ports, who, { verdict, found });
  } finally {
    await waking;
  }
}

/**
 * What can be said to a call or question: what was offered may have been used up since, and what nobody can see any more can be
 * turned down and not approved.
 * @throws CountersignError 'tampered' when what is stored is not what was asked about
 */
async function offersNow(
  ports: DecidePorts,
  run: Run,
  call: CallState | QuestionState,
): Promise<readonly VerdictKind[]> {
  const [offers, stored] = await Promise.all([
    stillOffered(ports, run, call),
    openText(ports, run.id, isQuestion(call) ? call.raised.input : call.input),
  ]);
  return stored.kind === 'text' ? offers : offers.filter(isVeto);
}

function doorOf({ by }: Answerer, caller: Sealed | undefined) {
  if (by.kind !== 'iam') return { linkHash: by.linkHash };
  return caller === undefined ? {} : { caller };
}

interface Recording extends Given {
  readonly caller: Sealed | undefined;
  readonly comment: Sealed | undefined;
  readonly verdictId: VerdictId;
  readonly edited: CallEdited | undefined;
  readonly offers: readonly VerdictKind[];
  readonly now: number;
}

function verdictEntries(run: Run, call: CallState | QuestionState, recording: Recording): readonly Entry[] {
  const { who, verdict, caller, comment, verdictId, edited, offers, now } = recording;
  const digest = askedDigestOf(run, call);
  if (digest === undefined || digest !== call.requested?.digest) {
    throw new CountersignError(
      'tampered',
      `The call ${call.toolUseId} of ${run.id} is not the one that was asked about: its digest differs.`,
    );
  }
  const { requestId, approverId } = who;
  const { toolUseId } = verdict;
  const after = edited === undefined || isQuestion(call) ? call : editedCall(call, edited, now);
  const closing = closingBy(after, { given: { verdictId, approverId, verdict: verdict.verdict }, offers });
  return [
    ...(edited === undefined ? [] : [edited]),
    {
      type: 'verdict.recorded',
      verdictId,
      requestId,
      toolUseId,
      approverId,
      assurance: assuranceOf(who),
      verdict: verdict.verdict,
      digest: after.requested?.digest ?? digest,
      ...doorOf(who, caller),
      ...(comment === undefined ? {} : { comment }),
    },
    ...(closing === undefined ? [] : [{ type: 'approval.closed' as const, requestId, toolUseId, ...closing }]),
  ];
}

function editedCall(call: CallState, entry: CallEdited, now: number): CallState {
  const refuse = (why: string) =>
    new CountersignError('conflict', `The edit of ${call.toolUseId} cannot be recorded: ${why}.`);
  return { ...call, ...applyEdit(call, entry, { at: new Date(now).toISOString(), refuse }) };
}

/**
 * Also after a repeated click: the first one may have been recorded and its wake-up lost. The verdict stands whatever becomes
 * of the wake-up, so a failure of it is nothing that the approver could do anything about.
 */
async function wakeIfDecided(
  ports: DecidePorts,
  { runId, requestId }: Answerer,
  { found, verdict }: { readonly found: Judged; readonly verdict: Verdict },
): Promise<void> {
  // Whoever else is needed for what an edit made has to hear of it, though nothing is decided.
  const isToTell = verdict.verdict === 'edit' && (found.kind === 'recorded' || found.kind === 'repeated');
  try {
    const run = await loadRun(ports, runId);
    const asked = run === undefined || run.finished !== undefined ? [] : askedIn(run, requestId);
    if (isToTell || isWorthWaking(asked)) await wakeRun(ports, { runId, requestId, tokenBefore: ports.tokenBefore });
  } catch (error) {
    ports.wakeFailed?.({ runId, requestId, error });
  }
}

function isWorthWaking(asked: readonly (CallState | QuestionState)[]): boolean {
  const calls = asked.flatMap((one) => (isQuestion(one) ? [] : [one]));
  if (calls.length === 0) return asked.some(({ closed }) => closed !== undefined);
  const isWaiting = calls.some((call) => !call.delivered);
  // What is to be carried out does not wait for its siblings; the agent is told of all of them at once.
  return isWaiting && (calls.some((call) => needsAction(call) || needsGrant(call)) || calls.every(isDecided));
}

async function answerTo(
  ports: DecidePorts,
  who: Answerer,
  { verdict, found }: { readonly verdict: Verdict; readonly found: Judged },
): Promise<VerdictAnswer> {
  const run = await loadRun(ports, who.runId);
  const request = run === undefined ? undefined : await viewRequest(ports, run, who);
  const call = request?.calls.find(({ toolUseId }) => toolUseId === verdict.toolUseId);
  if (request === undefined) return { kind: 'unknown-link' };
  if (call === undefined || found.kind === 'unknown') return { kind: 'unknown-call', request };
  const said = { request, call, verdict: verdict.verdict };
  return found.kind === 'edit-refused'
    ? { kind: found.kind, ...said, problems: found.problems }
    : { kind: found.kind, ...said };
}
