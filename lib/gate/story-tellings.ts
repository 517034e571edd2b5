import type { VerdictRecorded, VerdictSetAside } from '../core/approval-entries.ts';
import type { ChainEntry } from '../core/commit.ts';
import type { Sealed } from '../core/entries.ts';
import { shortForm } from '../core/hashes.ts';
import type { VerdictId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import type { StoryClaim, StoryKind } from './run-story.ts';
import { assuranceOf, setAsideWords } from './set-aside.ts';
import { tellAction } from './story-actions.ts';
import { askedWords } from './story-asked.ts';
import { tellChainEntry } from './story-chains.ts';
import { tellNotice } from './story-notices.ts';
import { tellOperation } from './story-operations.ts';
import { type TurnEntry, tellTurnEntry } from './story-turns.ts';

/** A line before its sealed texts are opened. */
export interface Telling {
  readonly kind: StoryKind;
  readonly title: string;
  readonly detail: readonly ToldDetail[];
}

export interface ToldDetail {
  readonly label: string;
  readonly text: string | Sealed;
  /** The member to tell, where the sealed text is a JSON object. */
  readonly member?: string;
  /** What of the sealed text is told. */
  readonly part?: (kept: string) => string;
  /** What is told is where the sealed text differs from this one. */
  readonly changedFrom?: Sealed;
  readonly claim?: StoryClaim;
}

/** A call as people know it, from its id. */
export type CallName = (toolUseId: string) => string;

/** What an entry alone does not say. */
export interface TellingContext {
  readonly call: CallName;
  /** Whose verdict it is. */
  readonly approver: (verdictId: VerdictId) => string;
  /** Of an edit: the input that it began with. */
  readonly before?: Sealed | undefined;
  /** Of what became of a notice: its plan. */
  readonly planned?: NoticePlanned | undefined;
}

/** Puts one entry into words; what the ledger says is told as it is, what somebody said is labelled as that. */
export function tellings(entry: ChainEntry, { call, approver, before, planned }: TellingContext): Telling {
  switch (entry.type) {
    case 'run.started':
      return line('run', 'The run started', [
        { label: 'Task', text: entry.start, member: 'prompt', claim: entry.requesterAssurance },
        { label: 'Requester', text: entry.start, member: 'requester', claim: entry.requesterAssurance },
        { label: 'Actor', text: entry.start, member: 'actor', claim: entry.requesterAssurance },
        { label: 'Labels', text: entry.start, member: 'labels', claim: entry.requesterAssurance },
        { label: 'Gate', text: `${entry.gate} (${entry.stage}), policy ${shortForm(entry.policyVersion)}` },
        { label: 'Harness', text: `${entry.harness.arn}, qualifier ${entry.harness.qualifier}` },
        { label: 'Guard', text: guardWords[entry.guard ?? 'unguarded'] },
        ...(entry.requesterAssurance === 'iam'
          ? [{ label: 'Started by', text: entry.start, member: 'caller', claim: 'iam' as const }]
          : []),
        { label: 'Execution', text: entry.executionArn },
      ]);
    case 'policy.applied':
      return line('policy', policyTitles[entry.decision](call(entry.toolUseId)), [
        { label: 'Rule', text: entry.rule },
        { label: 'Policy', text: shortForm(entry.policyVersion) },
      ]);
    case 'approval.requested':
      return line(
        'request',
        entry.calls.length === 1 ? 'People were asked' : `People were asked about ${entry.calls.length} calls`,
        [
          { label: 'Request', text: entry.requestId },
          ...entry.calls.map((asked) => ({
            label: call(asked.toolUseId),
            text: askedWords(asked),
          })),
        ],
      );
    case 'notice.planned':
    case 'notice.started':
    case 'notice.doubtful':
    case 'notice.sent':
    case 'notice.failed':
    case 'notice.returned':
      return tellNotice(entry, planned);
    case 'approval.escalated':
      return line('request', `More people are asked about ${call(entry.toolUseId)}`, [
        { label: 'Request', text: entry.requestId },
        { label: 'Asked now', text: entry.to.join(', ') },
        { label: 'Why', text: escalationWords[entry.because] },
      ]);
    case 'call.edited':
      return line('request', `${entry.approverId} changed the arguments of ${call(entry.toolUseId)}`, [
        ...(before === undefined ? [] : [{ label: 'Changes', text: entry.input, changedFrom: before }]),
        { label: 'Arguments now', text: entry.input },
        { label: 'Rule', text: entry.policy.rule },
        entry.policy.decision === 'allow'
          ? { label: 'Asked now', text: 'nobody else: the rules let it pass' }
          : { label: 'Asked now', text: askedWords(entry.requested) },
        { label: 'Digest', text: `${shortForm(entry.from)} before, ${shortForm(entry.requested.digest)} now` },
      ]);
    case 'verdict.recorded':
      return line('verdict', `${entry.approverId} ${verdictWords[entry.verdict]} ${call(entry.toolUseId)}`, [
        { label: 'Who it was', text: assuranceWords[entry.assurance], claim: entry.assurance },
        ...callerOf(entry),
        ...linkOf(entry),
        { label: 'Digest', text: shortForm(entry.digest) },
        ...(entry.comment === undefined ? [] : [{ label: 'Comment', text: entry.comment, claim: entry.assurance }]),
      ]);
    case 'verdict.set-aside':
      return line(
        'verdict',
        `${entry.approverId} ${verdictWords[entry.verdict]} ${call(entry.toolUseId)}: counts for nothing`,
        [
          { label: 'Why', text: setAsideWords[entry.why] },
          { label: 'Who it was', text: assuranceWords[assuranceOf(entry)], claim: assuranceOf(entry) },
          ...callerOf(entry),
          ...linkOf(entry),
          ...writtenIn(entry),
        ],
      );
    case 'approval.closed':
      return line('outcome', `${call(entry.toolUseId)}: ${outcomeWords[entry.outcome]}`, [
        ...(entry.verdicts.length === 0
          ? []
          : [{ label: 'Verdicts counted', text: entry.verdicts.map(approver).join(', ') }]),
      ]);
    case 'session.retired':
      return line('trouble', `Session ${entry.epoch} was given up: ${entry.because}`, [
        ...(entry.owed.length === 0 ? [] : [{ label: 'Never answered in it', text: entry.owed.map(call).join(', ') }]),
      ]);
    case 'run.finished':
      return line('end', `The run ended: ${entry.outcome}`, [
        { label: 'Reason', text: entry.reason },
        ...(entry.claim === undefined
          ? []
          : [{ label: "The agent's last words", text: entry.claim, claim: 'unverified' as const }]),
      ]);
    case 'calls.cleared':
    case 'call.denied':
    case 'guard.missing':
    case 'run.stop-requested':
    case 'execution.died':
      return tellOperation(entry, call);
    case 'policy.sealed':
    case 'action.started':
    case 'action.finished':
    case 'action.verified':
    case 'action.refuted':
    case 'action.unverified':
    case 'grant.made':
    case 'question.raised':
      return tellAction(entry, call);
    case 'grant.granted':
    case 'grant.used':
    case 'gate.stopped':
    case 'view.opened':
    case 'view.refused':
    case 'code.refused':
    case 'gate.lifted':
      return tellChainEntry(entry);
    default:
      return tellTurnEntry(entry satisfies TurnEntry, call);
  }
}

const guardWords = {
  guarded: 'guarded: the harness asks before it runs a tool',
  unguarded: 'UNGUARDED: nobody checks what the harness runs by itself',
} as const;

function callerOf({ caller }: VerdictRecorded | VerdictSetAside): readonly ToldDetail[] {
  return caller === undefined ? [] : [{ label: 'Signed as', text: caller, member: 'arn', claim: 'iam' }];
}

function linkOf({ linkHash }: VerdictRecorded | VerdictSetAside): readonly ToldDetail[] {
  return linkHash === undefined ? [] : [{ label: 'Hash of the link', text: shortForm(linkHash) }];
}

function writtenIn(entry: VerdictSetAside): readonly ToldDetail[] {
  const { comment, edited } = entry;
  const claim = assuranceOf(entry);
  return [
    ...(comment === undefined ? [] : [{ label: 'Comment', text: comment, claim }]),
    ...(edited === undefined ? [] : [{ label: 'Arguments sent, never applied', text: edited, claim }]),
  ];
}

const policyTitles = {
  ask: (call: string) => `${call} needs a person`,
  allow: (call: string) => `${call} may run without a person`,
  refuse: (call: string) => `${call} was refused`,
} as const;

const escalationWords = {
  schedule: 'it was not decided by then',
  unreachable: 'too few of those asked before could be reached',
} as const;

const verdictWords = {
  approve: 'approved',
  edit: 'edited and approved',
  reject: 'rejected',
  revise: 'sent back',
  answer: 'answered',
  continue: 'lets it continue, asked',
  restart: 'lets it begin again, asked',
  end: 'ends it, asked',
} as const;

const outcomeWords = {
  approved: 'approved',
  'approved-with-edits': 'approved with edits',
  rejected: 'rejected',
  'sent-back': 'sent back',
  answered: 'answered',
  continued: 'the run goes on',
  restarted: 'the run begins again in a new session',
  ended: 'the run ends',
  expired: 'expired: not enough people had answered in time',
  cancelled: 'cancelled before it was decided',
} as const;

const assuranceWords = {
  claimed: 'as the caller said',
  topic: 'somebody who reads the topic',
  link: 'somebody who had the link',
  code: "somebody who had the link and a code from the approver's mailbox",
  iam: 'whoever signed the request as that IAM principal',
} as const;

function line(kind: StoryKind, title: string, detail: readonly ToldDetail[]): Telling {
  return { kind, title, detail };
}
