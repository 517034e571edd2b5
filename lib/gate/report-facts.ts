import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { shortForm } from '../core/hashes.ts';
import { isApproving, isVeto } from '../core/quorum.ts';
import type { RunReport } from './report.ts';
import { askedFacts } from './report-asked.ts';
import type { ReportedAction, ReportedCall, ReportedVerdict, ReportedVerification } from './report-call.ts';
import type { ReportedEdit } from './report-edits.ts';
import { toldFact } from './report-told.ts';
import type { ReportedGrant } from './reported-grant.ts';
import { type SetAside, setAsideWords } from './set-aside.ts';

/** Who chose a text that is not the gate's own, and so who vouches for it. */
export type SaidBy = 'requester' | 'agent' | 'rules' | 'approver' | 'executor' | 'verifier' | 'gate';

/** One line of a report: the gate's own words, and below them what somebody else said. */
export interface ReportFact {
  readonly label: string;
  /** Of the gate's own making: from names that the gate file and the ledger fix. */
  readonly text: string;
  readonly said?: { readonly by: SaidBy; readonly text: string };
}

/** How the run ended, in words; told from the ledger and from nothing that the agent said. */
export function endWords({ end }: Pick<RunReport, 'end'>): string {
  if (end === null) return 'It is still under way.';
  return `${end.outcome}: ${reasonWords(end.reason)} (${end.reason})`;
}

/** A call in the order in which things happened to it: asked for, decided, done, verified. */
export function callFactsOf(call: ReportedCall): readonly ReportFact[] {
  return [
    argumentsFact(call.original ?? call),
    ...call.edits.flatMap((edit) => editFact(edit)),
    ...editedFact(call),
    policyFact(call),
    ...notInRequestFact(call),
    ...askedFact(call),
    ...call.superseded.map((verdict) => ({ ...verdictFact(verdict), label: 'Counts no more' })),
    ...call.verdicts.map(verdictFact),
    { label: 'Outcome', text: outcomeOf(call) },
    ...call.setAside.flatMap(setAsideFacts),
    ...actionFacts(call),
    ...call.told.map(toldFact),
    ...grantFact(call),
  ];
}

function outcomeOf({ outcome, onGrantOf, verdicts, decidedBy }: ReportedCall): string {
  if (decidedBy.length > 0) return `${outcomeWords[outcome]}: ${decidedBy.join(', ')}`;
  if (outcome === 'expired' && verdicts.length === 0) return 'expired: nobody answered in time';
  if (onGrantOf === undefined || (outcome !== 'ran' && outcome !== 'ran with an error')) return outcomeWords[outcome];
  return `the harness ran it${outcome === 'ran' ? '' : ', with an error'}`;
}

function argumentsFact({ arguments: given }: Pick<ReportedCall, 'arguments'>): ReportFact {
  if (given.kind === 'erased') return { label: 'Asked for', text: erased };
  const text = given.kind === 'value' ? spelled(given.value) : given.text;
  return {
    label: 'Asked for',
    text: given.kind === 'value' ? 'with these arguments:' : 'with a text that is no JSON the gate reads:',
    said: { by: 'agent', text },
  };
}

function editFact({ by, at, from, to, rule, changes }: ReportedEdit): readonly ReportFact[] {
  const text = `by ${by}, ${at}; digest ${shortForm(from)} before, ${shortForm(to)} then; ${rule}`;
  const lines = changes?.map(({ at, before, after }) => `${at} ${sideOf(before)} -> ${sideOf(after)}`);
  return [{ label: 'Changed', text, said: { by: 'approver', text: lines?.join('\n') ?? erased } }];
}

function sideOf(value: Json | undefined): string {
  return value === undefined ? '(nothing)' : canonicalJson(value);
}

/** What was decided and done is the call as people left it. */
function editedFact({ edits, arguments: now }: ReportedCall): readonly ReportFact[] {
  if (edits.length === 0) return [];
  const text = now.kind === 'value' ? spelled(now.value) : erased;
  return [{ label: 'Decided on', text: 'with these arguments:', said: { by: 'approver', text } }];
}

function policyFact({ policy, onGrantOf }: ReportedCall): ReportFact {
  if (policy === null && onGrantOf !== undefined)
    return { label: 'Rules', text: `were applied to ${onGrantOf}, whose grant let exactly this call pass` };
  if (policy === null) return { label: 'Rules', text: 'were not applied' };
  const { decision, rule, policyVersion, problems } = policy;
  const text = `${decisionWords[decision]} by ${rule} (policy ${shortForm(policyVersion)})`;
  // The rules' words may quote what the agent sent.
  const more = problems === null ? erased : spelledProblems(problems);
  return { label: 'Rules', text, ...(more === '' ? {} : { said: { by: 'rules', text: more } }) };
}

function notInRequestFact({ policy }: ReportedCall): readonly ReportFact[] {
  const places = policy?.notInRequest ?? [];
  return places.length === 0 ? [] : [{ label: 'Not in the request', text: places.join(', ') }];
}

function askedFact({ asked, verdicts, outcome }: ReportedCall): readonly ReportFact[] {
  if (asked === null) return [];
  const { approvers, quorum, deadline, digest, requestId } = asked;
  const noes = verdicts.filter(({ verdict }) => isVeto(verdict)).map(({ approver }) => approver);
  // Whoever took an approval back has not approved.
  const approved = new Set(
    verdicts.filter((one) => isApproving(one.verdict) && !noes.includes(one.approver)).map(({ approver }) => approver),
  );
  const far = quorum === 1 ? '' : `, ${approved.size} of ${quorum} approved${outcome === 'open' ? ' so far' : ''}`;
  const text = `${approvers.join(', ')}${far}; until ${deadline}; digest ${shortForm(digest)}; ${requestId}`;
  return [{ label: 'Who was asked', text }, ...askedFacts(asked)];
}

/** One verdict, with how sure the gate is whose it was. */
export function verdictFact({ approver, verdict, assurance, at, comment }: ReportedVerdict): ReportFact {
  const said = comment === undefined ? {} : { said: { by: 'approver' as const, text: comment ?? erased } };
  return { label: 'Verdict', text: `${approver}: ${verdict}, ${at} (assurance: ${assurance})`, ...said };
}

/** One that came when there was nothing left to say, with what was written. */
export function setAsideFacts({ edited, why, ...verdict }: SetAside): readonly ReportFact[] {
  const { text, ...said } = verdictFact(verdict);
  const kept = { ...said, label: 'Counts for nothing', text: `${text}: ${setAsideWords[why]}` };
  if (edited === undefined) return [kept];
  const sent = { by: 'approver' as const, text: edited ?? erased };
  return [kept, { label: 'Never applied', text: 'the arguments that were sent with it:', said: sent }];
}

function actionFacts({ action, verification }: ReportedCall): readonly ReportFact[] {
  if (action === null) return [];
  return [actionFact(action), ...verificationFacts(action, verification)];
}

function actionFact({ status, attempts, at, why, answer }: ReportedAction): ReportFact {
  const when = at === undefined ? '' : `, ${at}`;
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  const reason = why === undefined ? '' : ` (${why})`;
  const said = answer === undefined ? {} : { said: { by: 'executor' as const, text: spelledOrErased(answer) } };
  return { label: 'Done', text: `${actionWords[status]}${reason}${tries}${when}`, ...said };
}

function verificationFacts(action: ReportedAction, seen: ReportedVerification | null): readonly ReportFact[] {
  const label = 'Verified';
  if (seen === null) return action.status === 'done' ? [{ label, text: 'no: nobody else has looked' }] : [];
  if (seen.status === 'unverified')
    return [{ label, text: `no: the verifier could not say (${seen.error}), ${seen.at}` }];
  const { reason, evidence, evidenceErased, at } = seen;
  const final = seen.terminal ? ', and trying again cannot change that' : '';
  const text =
    seen.status === 'verified'
      ? `yes: a verifier saw it done, ${at}`
      : `REFUTED: a verifier saw that it is not done${final}, ${at}`;
  const shown: ReportFact = { label, text, said: { by: 'verifier', text: reason ?? erased } };
  if (evidence === undefined && evidenceErased === undefined) return [shown];
  return [
    shown,
    {
      label: 'Evidence',
      text: 'as the verifier found it:',
      said: { by: 'verifier', text: evidence === undefined ? erased : spelled(evidence) },
    },
  ];
}

function grantFact({ grant }: ReportedCall): readonly ReportFact[] {
  if (grant === null) return [];
  return [{ label: 'Grant', text: `one call of the harness, until ${grant.until}: ${useWords(grant)}` }];
}

function useWords({ used, standing }: ReportedGrant): string {
  if (used === null) return unusedWords[standing] ?? 'not used yet';
  if (used === 'unknown') return 'UNKNOWN whether it was used: its chain does not hold';
  return `used at ${used.at} by the call ${used.toolUseId}; ${usedWords[standing] ?? 'nothing is recorded of what it did'}`;
}

const unusedWords: Partial<Readonly<Record<ReportedGrant['standing'], string>>> = {
  over: 'it ended unused',
  'session-over': 'not used, and the session that might is over',
};

const usedWords: Partial<Readonly<Record<ReportedGrant['standing'], string>>> = {
  ran: 'the harness says that it ran, and nobody verified what it did',
  'ran-with-error': 'the harness says that it ended with an error',
  denied: 'the guard denied it all the same, since the gate was stopped',
};

/** What a run's reason means; a reason that is not here stands for itself. */
function reasonWords(reason: string): string {
  const known = reasons.get(reason);
  if (known !== undefined) return known;
  if (reason.startsWith('caps.')) return `the cap ${reason} was reached`;
  if (reason.startsWith('turn.')) return 'a turn came to no end that can be trusted';
  if (reason.startsWith('harness.refused.')) return 'the harness refused what it was sent';
  return 'the agent stopped in a way that ends a run';
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'the agent ended its turn, and no last action was refuted or left unknown'],
  ['stop_sequence', 'the agent ended its turn, and no last action was refuted or left unknown'],
  ['action.refuted', 'a verifier saw that the last action is not done'],
  ['action.unknown', 'nobody knows whether the last action was done'],
  ['operator', 'somebody stopped it'],
  ['guard.missing', "the harness ran a tool without the guard's leave"],
  ['caps.identicalCalls', 'the agent made the same call for a third time'],
  ['start.erased', 'what it was started with was erased'],
  ['harness.changed', 'the harness is not the one it was started with'],
  ['policy.changed', 'the gate file that judged its calls is gone'],
  ['grant.refused', 'no rule and no approval lets a call pass that its record says may pass'],
  ['session.lost-again', 'its sessions were lost again and again'],
]);

const decisionWords = { ask: 'people are asked', allow: 'allowed', refuse: 'refused' } as const;

/** What a call or a question came to, in words. */
export const outcomeWords: Readonly<Record<ReportedCall['outcome'], string>> = {
  approved: 'approved by people',
  'approved-with-edits': 'approved by people, with edits',
  rejected: 'rejected by people',
  'sent-back': 'sent back by people, with instructions',
  answered: 'answered by people',
  continued: 'people let the run go on',
  restarted: 'people let the run begin again in a new session',
  ended: 'people ended the run',
  expired: 'expired: too few people answered in time',
  cancelled: 'cancelled before it was decided',
  allowed: 'allowed by the rules; nobody was asked',
  refused: 'refused by the rules; nobody was asked',
  open: 'open: it waits for people',
  undecided: 'undecided',
  denied: 'the guard kept the harness from running it',
  ran: 'the harness ran it by itself',
  'ran with an error': 'the harness ran it by itself, with an error',
};

const actionWords: Readonly<Record<ReportedAction['status'], string>> = {
  done: 'the executor says that it did it',
  failed: 'no: the executor failed',
  retry: 'not yet: it is to be tried again',
  unknown: 'UNKNOWN: nobody knows whether it was done',
  prevented: 'no: the gate did not carry it out',
  'under way': 'UNKNOWN: it was begun, and its end is not recorded',
  'not begun': 'not begun',
};

const erased = '(erased)';

function spelled(value: Json): string {
  return JSON.stringify(JSON.parse(canonicalJson(value)), null, 2);
}

function spelledOrErased(value: Json): string {
  return value === null ? erased : spelled(value);
}

function spelledProblems(problems: Json): string {
  if (!Array.isArray(problems)) return spelled(problems);
  return problems.map((problem: Json) => (typeof problem === 'string' ? problem : spelled(problem))).join('\n');
}
