import type { ApprovalRequested, VerdictKind } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import { changesBetween } from '../core/changes.ts';
import { type GateFile, policyVersion, toolOf } from '../core/gate-file.ts';
import type { ApproverId, RequestId } from '../core/ids.ts';
import { decidersOf, everAsked, mayFollowOwn, quorumOf, verdictsOn } from '../core/quorum.ts';
import { type Asked, askedIn, type CallState, guardOf, isQuestion, type QuestionState, type Run } from '../core/run.ts';
import { informedOf } from '../core/schedule.ts';
import { subjectInputOf, subjectNameOf } from '../core/wrapped-call.ts';
import type { LedgerPorts } from './append.ts';
import { approverOf, type People, peopleAsked } from './approvers-asked.ts';
import { contentsReadOnce } from './contents-read-once.ts';
import { gateOfCall } from './gate-of-version.ts';
import { commentsOf, openInput } from './opened-call.ts';
import type { Clock, Contents } from './ports.ts';
import { sealedCauses } from './ruled-detail.ts';
import { openText } from './seal.ts';
import { shownValues } from './shown-values.ts';
import { openStart } from './start-content.ts';
import { stillOffered } from './still-offered.ts';
import { askedInWords, requesterViews, scheduleViews } from './view-asked.ts';
import { besideViews, didViews, turnedDownViews } from './view-beside.ts';
import { cameToOf } from './view-came-to.ts';
import { questionFacts } from './view-question.ts';
import type { AnswerView, CallStanding, CallView, EditedView, RequestView } from './views.ts';

export interface ViewPorts extends Pick<LedgerPorts, 'ledger'> {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly clock: Clock;
}

/**
 * All that one person may see of a request: what they may decide, or what they are only told of. `undefined` when the run has no
 * such request, or it has nothing to do with them.
 */
export async function viewRequest(
  given: ViewPorts,
  run: Run,
  who: { readonly requestId: RequestId; readonly approverId: ApproverId },
): Promise<RequestView | undefined> {
  const request = run.requests.get(who.requestId);
  const all = askedIn(run, who.requestId);
  const deciding = all.filter((asked) => everAsked(asked).includes(who.approverId));
  const calls = deciding.length > 0 ? deciding : all.filter((asked) => informedOf(asked).includes(who.approverId));
  if (request === undefined || calls.length === 0) return undefined;
  // Everything sealed is read at once, and each of it once.
  const ports = { ...given, contents: contentsReadOnce(given.contents) };
  // The calls of one request may have been streamed a turn before their hand-off, behind a tool that the harness ran.
  const [first] = calls;
  const words = first === undefined || isQuestion(first) ? undefined : wordsBefore(run, first.turn);
  const asked = async () => {
    const people = await peopleAsked(ports, run, request);
    const views = calls.map((call) => viewCall(ports, run, { call, people, approverId: who.approverId }));
    return { people, calls: await Promise.all(views) };
  };
  const [start, { people, calls: viewed }, agentWords, beside, did, turnedDown] = await Promise.all([
    openStart(ports, run),
    asked(),
    words === undefined ? undefined : openText(ports, run.id, words),
    besideViews(ports, run, calls.filter(isCall)),
    didViews(ports, run),
    turnedDownViews(ports, run, who.requestId),
  ]);
  return {
    runId: run.id,
    requestId: who.requestId,
    gate: run.started.gate,
    stage: run.started.stage,
    ...(ports.gate.mail === undefined ? {} : { sender: ports.gate.mail.from }),
    guard: guardOf(run),
    approver: approverOf(people, who.approverId),
    policy: request.policyVersion === policyVersion(ports.gate) ? { kind: 'current' } : replacedPolicy(run, request),
    requester: {
      name: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.requester },
      assurance: run.started.requesterAssurance,
    },
    prompt: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.prompt },
    ...(agentWords === undefined ? {} : { agentWords }),
    calls: viewed,
    beside,
    did,
    turnedDown: turnedDown.map((one) => ({
      ...one,
      by: one.by.map((person) => ({ ...person, name: approverOf(people, person.id).name })),
    })),
    now: new Date(ports.clock()).toISOString(),
  };
}

function wordsBefore(run: Run, turn: number) {
  const end = run.turns.find(({ end }) => end?.type === 'turn.finished' && end.turn === turn)?.end;
  return end?.type === 'turn.finished' ? end.words : undefined;
}

/** The instant from which a run knew the gate file that asks: when it first judged by it. */
function replacedPolicy(run: Run, request: ApprovalRequested): RequestView['policy'] {
  const call = run.calls.find(({ policy }) => policy?.policyVersion === request.policyVersion);
  const question = run.questions.find(({ raised }) => raised.policyVersion === request.policyVersion);
  return { kind: 'replaced', usedAt: call?.judgedAt ?? question?.raised.at ?? run.startedAt };
}

interface OnCall {
  readonly call: CallState | QuestionState;
  readonly people: People;
}

async function viewCall(
  ports: ViewPorts,
  run: Run,
  { call, people, approverId }: OnCall & { readonly approverId: ApproverId },
): Promise<CallView> {
  const answers = answersOf(call, people);
  const yours = answers.find(({ id }) => id === approverId)?.verdict;
  const [facts, standing, offers, asked] = await Promise.all([
    isQuestion(call) ? questionFacts(ports, run, call) : callFacts(ports, run, { call, people }),
    standingOf(ports, run, { call, people }),
    stillOffered(ports, run, call),
    askedInWords(ports, run, { asked: call, people }),
  ]);
  return {
    ...facts,
    keptAs: isQuestion(call) ? call.raised.input : call.input,
    digest: call.requested?.digest ?? '',
    deadline: call.requested?.deadline ?? '',
    standing,
    quorum: quorumOf(call.requested),
    no: call.requested?.no ?? 'one',
    offers: standing.kind === 'open' && decidersOf(call).includes(approverId) ? openOffers(offers, yours) : [],
    ...(verdictsOn(call).includes('answer') ? { wants: 'words' as const } : {}),
    schedule: standing.kind === 'open' ? scheduleViews(call, people, ports.clock()) : [],
    asked,
    requesters: requesterViews(call, people),
    answers,
    ...(yours === undefined ? {} : { yours }),
    answerBy: call.requested?.assurance ?? 'link',
  };
}

async function callFacts(
  ports: ViewPorts,
  run: Run,
  { call, people }: { readonly call: CallState; readonly people: People },
) {
  const [gate, input, edited, cameTo, undecided] = await Promise.all([
    gateOfCall(ports, run, call),
    subjectOf(ports, run, call),
    editedOf(ports, run, { call, people }),
    cameToOf(ports, run, call),
    sealedCauses(ports, run, call),
  ]);
  const name = subjectNameOf(call);
  const tool = gate === undefined ? undefined : toolOf(gate, name);
  return {
    toolUseId: call.toolUseId,
    tool: name,
    description: tool?.description ?? '',
    // A tool whose gate file was erased is shown as the worst it could be.
    effect: tool?.effect ?? 'irreversible',
    shown: shownValues(tool?.show ?? [], input),
    ...(tool?.atMost === undefined ? {} : { atMost: tool.atMost }),
    ...(tool?.undo === undefined ? {} : { undo: tool.undo }),
    ...(input === undefined ? {} : { input }),
    undecided,
    notInRequest: call.policy?.notInRequest ?? [],
    whoActs: call.policy?.carriedOutBy ?? ('agent' as const),
    ...(tool === undefined || !verdictsOn(call).includes('edit') ? {} : { inputSchema: tool.inputSchema }),
    ...(edited === undefined ? {} : { edited }),
    ...(cameTo === undefined ? {} : { cameTo }),
  };
}

function isCall(asked: CallState | QuestionState): asked is CallState {
  return !isQuestion(asked);
}

/** What can still be said by somebody who said that before. */
function openOffers(offers: readonly VerdictKind[], yours: VerdictKind | undefined): readonly VerdictKind[] {
  return offers.filter((verdict) => yours === undefined || mayFollowOwn(yours, verdict));
}

/** From what the agent asked for to what people are asked about now. */
async function editedOf(
  ports: ViewPorts,
  run: Run,
  { call, people }: { readonly call: CallState; readonly people: People },
): Promise<EditedView | undefined> {
  const newest = call.edits?.at(-1);
  if (newest === undefined || call.original === undefined) return undefined;
  // Nobody edits without a verdict on what the edit made; one of the same person's may have followed it.
  const said = call.verdicts.find(({ verdict, approverId }) => verdict === 'edit' && approverId === newest.approverId);
  const [before, input, words] = await Promise.all([
    subjectOf(ports, run, { ...call, input: call.original.input }),
    subjectOf(ports, run, call),
    said?.comment === undefined ? undefined : openText(ports, run.id, said.comment),
  ]);
  return {
    by: { id: newest.approverId, name: approverOf(people, newest.approverId).name },
    at: newest.at,
    ...(words === undefined ? {} : { words }),
    ...(before === undefined || input === undefined ? {} : { changes: changesBetween(before, input) }),
  };
}

async function subjectOf(ports: ViewPorts, run: Run, call: CallState): Promise<Json | undefined> {
  const opened = await openInput(ports, run, call);
  return opened.kind === 'value' ? subjectInputOf(call, opened.value) : undefined;
}

/** The newest verdict of each person who may decide, in the order in which they answered. Whoever only edited it counts for nothing. */
function answersOf(asked: Asked, people: People): readonly AnswerView[] {
  const deciders = decidersOf(asked);
  const verdicts = asked.verdicts.filter(({ approverId }) => deciders.includes(approverId));
  const standing = verdicts.filter(
    (verdict) => verdicts.findLast(({ approverId }) => approverId === verdict.approverId) === verdict,
  );
  return standing.map(({ approverId, verdict, at }) => {
    return { id: approverId, name: approverOf(people, approverId).name, verdict, at };
  });
}

async function standingOf(ports: ViewPorts, run: Run, { call, people }: OnCall): Promise<CallStanding> {
  const { closed } = call;
  if (closed === undefined) {
    const deadline = call.requested?.deadline ?? '';
    // The run may not have woken yet: the deadline itself ends what can be decided.
    const isDue = Date.parse(deadline) <= ports.clock();
    if (isDue) return { kind: 'closed', outcome: 'expired', at: deadline, by: [] };
    if (run.finished !== undefined) return { kind: 'closed', outcome: 'cancelled', at: run.finished.at, by: [] };
    return { kind: 'open' };
  }
  const counted = call.verdicts.filter((verdict) => closed.verdicts.includes(verdict.verdictId));
  return {
    kind: 'closed',
    outcome: closed.outcome,
    at: closed.at,
    by: await Promise.all(
      counted.map(async (verdict) => {
        const words = await commentsOf(ports, run, [verdict]);
        const { approverId: id } = verdict;
        return { id, name: approverOf(people, id).name, ...(words === undefined ? {} : { words }) };
      }),
    ),
    ...(closed.outcome === 'cancelled' && run.stopRequested?.gateStop !== undefined ? { because: 'gate-stopped' } : {}),
  };
}
