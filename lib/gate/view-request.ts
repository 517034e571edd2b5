import type { Json } from '../core/canonical-json.ts';
import type { ApprovalRequested } from '../core/entries.ts';
import { type GateFile, policyVersion, toolOf } from '../core/gate-file.ts';
import type { ApproverId, RequestId } from '../core/ids.ts';
import { readPointer } from '../core/json-pointer.ts';
import { quorumOf } from '../core/quorum.ts';
import { type Asked, askedIn, type CallState, guardOf, isQuestion, type QuestionState, type Run } from '../core/run.ts';
import { subjectInputOf, subjectNameOf } from '../core/wrapped-call.ts';
import { commentsOf, openInput, sealedProblems } from './answer-calls.ts';
import { approverOf, type People, peopleAsked } from './approvers-asked.ts';
import { gateOfCall } from './gate-of-version.ts';
import type { Clock, Contents } from './ports.ts';
import { openText } from './seal.ts';
import { openStart } from './start-content.ts';
import { questionFacts } from './view-question.ts';
import type { AnswerView, CallStanding, CallView, RequestView, ShownValue } from './views.ts';

export interface ViewPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly clock: Clock;
}

/** All that one approver may see of a request; `undefined` when the run has no such request or never asked this approver. */
export async function viewRequest(
  ports: ViewPorts,
  run: Run,
  who: { readonly requestId: RequestId; readonly approverId: ApproverId },
): Promise<RequestView | undefined> {
  const request = run.requests.get(who.requestId);
  const calls = askedIn(run, who.requestId).filter(({ requested }) => requested?.approvers.includes(who.approverId));
  if (request === undefined || calls.length === 0) return undefined;
  const start = await openStart(ports, run);
  // The calls of one request may have been streamed a turn before their hand-off, behind a tool that the harness ran.
  const [first] = calls;
  const words = first === undefined || isQuestion(first) ? undefined : wordsBefore(run, first.turn);
  const people = await peopleAsked(ports, run, request);
  return {
    runId: run.id,
    requestId: who.requestId,
    gate: run.started.gate,
    stage: run.started.stage,
    guard: guardOf(run),
    approver: approverOf(people, who.approverId),
    policy: request.policyVersion === policyVersion(ports.gate) ? { kind: 'current' } : replacedPolicy(run, request),
    requester: {
      name: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.requester },
      assurance: run.started.requesterAssurance,
    },
    prompt: start === undefined ? { kind: 'erased' } : { kind: 'text', text: start.prompt },
    ...(words === undefined ? {} : { agentWords: await openText(ports, run.id, words) }),
    calls: await Promise.all(calls.map((call) => viewCall(ports, run, { call, people, approverId: who.approverId }))),
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
  const facts = isQuestion(call) ? await questionFacts(ports, run, call) : await callFacts(ports, run, call);
  return {
    ...facts,
    digest: call.requested?.digest ?? '',
    deadline: call.requested?.deadline ?? '',
    standing: await standingOf(ports, run, { call, people }),
    quorum: quorumOf(call.requested),
    answers,
    ...(yours === undefined ? {} : { yours }),
    answerBy: call.requested?.assurance ?? 'link',
  };
}

async function callFacts(ports: ViewPorts, run: Run, call: CallState) {
  const gate = await gateOfCall(ports, run, call);
  const name = subjectNameOf(call);
  const tool = gate === undefined ? undefined : toolOf(gate, name);
  const opened = await openInput(ports, run, call);
  const input = opened.kind === 'value' ? subjectInputOf(call, opened.value) : undefined;
  return {
    toolUseId: call.toolUseId,
    tool: name,
    description: tool?.description ?? '',
    // A tool whose gate file was erased is shown as the worst it could be.
    effect: tool?.effect ?? 'irreversible',
    shown: (tool?.show ?? []).map((line) => shownValue(line, input)),
    ...(tool?.atMost === undefined ? {} : { atMost: tool.atMost }),
    ...(tool?.undo === undefined ? {} : { undo: tool.undo }),
    ...(input === undefined ? {} : { input }),
    undecided: (await sealedProblems(ports, run, call)) ?? [],
    notInRequest: call.policy?.notInRequest ?? [],
    whoActs: call.policy?.carriedOutBy ?? ('agent' as const),
  };
}

function shownValue(
  { at, label, unit }: { readonly at: string; readonly label: string; readonly unit?: string },
  input: Json | undefined,
): ShownValue {
  const pointed = input === undefined ? { found: false as const } : readPointer(input, at);
  return { label, at, ...(unit === undefined ? {} : { unit }), ...(pointed.found ? { value: pointed.value } : {}) };
}

/** The newest verdict of each person, in the order in which they answered. */
function answersOf({ verdicts }: Asked, people: People): readonly AnswerView[] {
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
  const comment = await commentsOf(ports, run, counted);
  return {
    kind: 'closed',
    outcome: closed.outcome,
    at: closed.at,
    by: counted.map(({ approverId }) => ({ id: approverId, name: approverOf(people, approverId).name })),
    ...(comment === undefined ? {} : { comment }),
    ...(closed.outcome === 'cancelled' && run.stopRequested?.gateStop !== undefined ? { because: 'gate-stopped' } : {}),
  };
}
