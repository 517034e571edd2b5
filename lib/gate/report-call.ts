import type { ActionStatus } from '../core/action-entries.ts';
import type { Assurance, Outcome, PolicyDecision, Ruled, VerdictKind } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import type { Sealed } from '../core/entries.ts';
import { decidersOf, quorumOf, verdictsOn } from '../core/quorum.ts';
import { type Asked, type CallState, passes, type Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import type { Contents } from './ports.ts';
import { argumentsOf, editedParts, type ReportedEdit } from './report-edits.ts';
import { type ReportedTold, toldOf } from './report-told.ts';
import { type GrantReading, type ReportedGrant, reportedGrant } from './reported-grant.ts';
import { openJson, openText } from './seal.ts';
import { type SetAside, setAsideOf } from './set-aside.ts';
import { askedViews } from './view-asked.ts';
import type { AskedView } from './views.ts';

/** One call of the agent's, and what rules, people, executor and verifier made of it. */
export interface ReportedCall {
  readonly toolUseId: string;
  readonly epoch: number;
  readonly turn: number;
  readonly tool: string;
  /** As it was judged; `unreadable`: the strict reader refused the text. */
  readonly arguments:
    | { readonly kind: 'value'; readonly value: Json }
    | { readonly kind: 'unreadable'; readonly text: string }
    | { readonly kind: 'erased' };
  /** As the agent asked for it and the rules first saw it, where people changed it since; `policy` and what follows are of the newest. */
  readonly original?: { readonly arguments: ReportedCall['arguments']; readonly digest: string };
  /** What people made of the arguments, in order. */
  readonly edits: readonly ReportedEdit[];
  readonly policy: ReportedPolicy | null;
  readonly asked: ReportedAsking | null;
  readonly verdicts: readonly ReportedVerdict[];
  /** Verdicts on the call as it was before an edit; they count for nothing. */
  readonly superseded: readonly ReportedVerdict[];
  /** Verdicts that came when there was nothing left to say; they count for nothing either. */
  readonly setAside: readonly SetAside[];
  readonly outcome: ReportedOutcome;
  /** Whose verdicts closed it; empty where none did. */
  readonly decidedBy: readonly string[];
  /** `null`: not the gate's to carry out. */
  readonly action: ReportedAction | null;
  /** `null`: there was nothing to look at, or no verifier. */
  readonly verification: ReportedVerification | null;
  /** What the agent was told of it, in order; empty where nothing was, and in chains that are older than the keeping of it. */
  readonly told: readonly ReportedTold[];
  readonly grant: ReportedGrant | null;
  /** The call whose grant let this one pass the guard. */
  readonly onGrantOf?: string;
}

/** `ran`, `ran with an error`: by the harness itself; `denied`: the guard kept it from that. */
export type ReportedOutcome =
  | Outcome
  | 'allowed'
  | 'refused'
  | 'open'
  | 'undecided'
  | 'denied'
  | 'ran'
  | 'ran with an error';

export interface ReportedPolicy {
  readonly decision: PolicyDecision;
  readonly rule: string;
  /** 64 hex digits. */
  readonly policyVersion: string;
  /** Why, where the rules had more to say; `null`: erased. */
  readonly problems: Json;
  /** JSON pointers. */
  readonly notInRequest: readonly string[];
}

export interface ReportedAsking {
  readonly requestId: string;
  /** Who may decide, also since an escalation. */
  readonly approvers: readonly string[];
  /** With whoever was only told: what became of the notice to each, and how they came to be asked. */
  readonly people?: readonly Pick<AskedView, 'id' | 'role' | 'notice'>[];
  /** Whoever asked for the run and for that reason could not decide. */
  readonly requesters?: readonly string[];
  readonly offers?: readonly VerdictKind[];
  readonly quorum: number;
  /** Whether one no decides. */
  readonly no?: 'one' | 'majority';
  /** The least that an answer had to come with. */
  readonly assurance?: 'link' | 'code' | 'iam';
  readonly deadline: string;
  readonly digest: string;
}

export interface ReportedVerdict {
  readonly approver: string;
  readonly verdict: VerdictKind;
  readonly assurance: Assurance;
  readonly at: string;
  /** `null`: erased. */
  readonly comment?: string | null;
}

export interface ReportedAction {
  readonly status: ActionStatus | 'under way' | 'not begun';
  readonly attempts: number;
  readonly at?: string;
  readonly why?: string;
  /** The executor's own words, or with `why` the gate's about them; nobody else vouches for it. `null`: erased. */
  readonly answer?: Json;
}

export interface ReportedVerification {
  readonly status: 'verified' | 'refuted' | 'unverified';
  readonly at: string;
  /** `null`: erased. */
  readonly reason?: string | null;
  readonly terminal?: boolean;
  readonly evidence?: Json;
  readonly evidenceErased?: true;
  /** Why the verifier could not say. */
  readonly error?: string;
}

export interface ReportPorts extends GrantReading {
  readonly contents: Contents;
}

export async function reportedCall(ports: ReportPorts, run: Run, call: CallState): Promise<ReportedCall> {
  const { toolUseId, epoch, turn } = call;
  return {
    toolUseId,
    epoch,
    turn,
    tool: subjectNameOf(call),
    arguments: await argumentsOf(ports, run, call),
    ...(await editedParts(ports, run, call)),
    policy: await policyOf(ports, run, call.policy),
    asked: askingOf(run, call),
    verdicts: await verdictsOf(ports, run, call),
    superseded: await verdictsOf(ports, run, { verdicts: call.superseded ?? [] }),
    setAside: await setAsideOf(ports, run, call),
    outcome: outcomeOf(call),
    decidedBy: decidedBy(call),
    action: await actionOf(ports, run, call),
    verification: await verificationOf(ports, run, call),
    told: await toldOf(ports, run, call),
    grant: (await reportedGrant(ports, run, call)) ?? null,
  };
}

export function askingOf(run: Run, asked: Asked): ReportedAsking | null {
  const { requested, requestId } = asked;
  if (requested === undefined) return null;
  const { deadline, digest, requesters = [], no = 'one', assurance = 'link' } = requested;
  return {
    requestId: requestId ?? '',
    approvers: decidersOf(asked),
    people: askedViews(run, asked, { approvers: {} }).map(({ id, role, notice }) => ({ id, role, notice })),
    requesters,
    offers: verdictsOn(asked),
    quorum: quorumOf(requested),
    no,
    assurance,
    deadline,
    digest,
  };
}

export function verdictsOf(
  ports: { readonly contents: Contents },
  run: Run,
  { verdicts }: Pick<Asked, 'verdicts'>,
): Promise<readonly ReportedVerdict[]> {
  return Promise.all(
    verdicts.map(async ({ approverId, verdict, assurance, at, comment }) => ({
      approver: approverId,
      verdict,
      assurance,
      at,
      ...(comment === undefined ? {} : { comment: await textOf(ports, run, comment) }),
    })),
  );
}

async function policyOf(ports: ReportPorts, run: Run, policy: Ruled | undefined): Promise<ReportedPolicy | null> {
  if (policy === undefined) return null;
  const { decision, rule, policyVersion, detail, notInRequest = [] } = policy;
  const told = detail === undefined ? { problems: [] } : await openJson(ports, run.id, detail);
  return { decision, rule, policyVersion, problems: memberOf(told, 'problems'), notInRequest };
}

/** Of those who answered, whose verdicts a call or a question closed with: a no may be outvoted by another no. */
export function decidedBy({ verdicts, closed }: Asked): readonly string[] {
  return verdicts.flatMap(({ verdictId, approverId }) => (closed?.verdicts.includes(verdictId) ? [approverId] : []));
}

function outcomeOf(call: CallState): ReportedOutcome {
  if (call.guard === 'denied') return 'denied';
  if (call.ran !== undefined) return call.ran === 'success' ? 'ran' : 'ran with an error';
  if (call.closed !== undefined) return call.closed.outcome;
  if (call.requested !== undefined) return 'open';
  if (call.policy?.decision === 'allow') return 'allowed';
  return call.policy?.decision === 'refuse' ? 'refused' : 'undecided';
}

async function actionOf(ports: ReportPorts, run: Run, call: CallState): Promise<ReportedAction | null> {
  if (call.policy?.carriedOutBy !== 'gate' || !passes(call)) return null;
  const { attempts = [], finished } = call.action ?? {};
  if (finished === undefined)
    return { status: attempts.length === 0 ? 'not begun' : 'under way', attempts: attempts.length };
  const { status, at, why, result } = finished;
  return {
    status,
    attempts: attempts.length,
    at,
    ...(why === undefined ? {} : { why }),
    ...(result === undefined ? {} : { answer: (await openJson(ports, run.id, result)) ?? null }),
  };
}

async function verificationOf(ports: ReportPorts, run: Run, call: CallState): Promise<ReportedVerification | null> {
  const checked = call.action?.checked;
  if (checked === undefined) return null;
  const { at } = checked;
  if (checked.type === 'action.unverified') return { status: 'unverified', at, error: checked.error };
  const { reason, terminal } = checked;
  return {
    status: checked.type === 'action.verified' ? 'verified' : 'refuted',
    at,
    reason: await textOf(ports, run, reason),
    terminal,
    ...(await evidenceOf(ports, run, checked.evidence)),
  };
}

async function evidenceOf(ports: ReportPorts, run: Run, sealed: Sealed | undefined) {
  if (sealed === undefined) return {};
  const evidence = await openJson(ports, run.id, sealed);
  return evidence === undefined ? { evidenceErased: true as const } : { evidence };
}

async function textOf(ports: { readonly contents: Contents }, run: Run, sealed: Sealed): Promise<string | null> {
  const opened = await openText(ports, run.id, sealed);
  return opened.kind === 'text' ? opened.text : null;
}

function memberOf(value: Json | undefined, name: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return new Map(Object.entries(value)).get(name) ?? null;
}
