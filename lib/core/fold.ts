import type { Commit } from './commit.ts';
import type { Entry } from './entries.ts';
import { CountersignError } from './errors.ts';
import { applyAction } from './fold-action.ts';
import { applyApproval } from './fold-approval.ts';
import { applyNotice } from './fold-notice.ts';
import { applyQuestion, isAsking } from './fold-question.ts';
import { applyTurn } from './fold-turn.ts';
import { isNews } from './notice-state.ts';
import type { Run } from './run.ts';
import { attemptUnderWay, type EntryPlace, newDraft, type RunDraft } from './run-draft.ts';

/**
 * The state of a run, from its commits in order; `undefined` for an empty chain. What the gate may never do, a fold does not
 * take from a record either: no verdict without a request, no outcome without its verdict, no resume without an answer.
 * @throws CountersignError 'tampered' when an entry cannot follow what is before it: no code of ours wrote it so
 */
export function foldRun(commits: readonly Commit[]): Run | undefined {
  let draft: RunDraft | undefined;
  for (const commit of commits) {
    for (const entry of commit.entries) {
      const refuse = (why: string) => impossible(commit.seq, entry, why);
      if (draft === undefined) {
        if (entry.type !== 'run.started') throw refuse('a chain begins with run.started');
        if (entry.runId !== commit.chain) throw refuse('it starts another run than its chain is of');
        draft = newDraft(entry, commit);
      } else {
        applyEntry(draft, entry, { at: commit.at, refuse });
      }
    }
    if (draft !== undefined) draft.head = { seq: commit.seq, hash: commit.hash };
  }
  return draft;
}

function applyEntry(draft: RunDraft, entry: Entry, place: EntryPlace): void {
  const { at, refuse } = place;
  if (draft.finished !== undefined && !mayFollowTheEnd(entry)) throw refuse('the run is finished');
  switch (entry.type) {
    case 'run.started':
      throw refuse('a run starts once');
    case 'turn.started':
    case 'turn.refused':
    case 'turn.finished':
    case 'turn.failed':
    case 'call.recorded':
    case 'call.ran':
    case 'calls.cleared':
    case 'call.denied':
    case 'guard.missing':
      return applyTurn(draft, entry, place);
    case 'policy.applied':
    case 'approval.requested':
    case 'approval.escalated':
    case 'call.edited':
    case 'verdict.recorded':
    case 'approval.closed':
      return applyApproval(draft, entry, place);
    case 'action.started':
    case 'action.finished':
    case 'action.verified':
    case 'action.refuted':
    case 'action.unverified':
    case 'grant.made':
      return applyAction(draft, entry, place);
    case 'question.raised':
      return applyQuestion(draft, entry, place);
    case 'policy.sealed':
      if (draft.policies.has(entry.policyVersion)) throw refuse('the policy was sealed before');
      draft.policies.set(entry.policyVersion, entry);
      return;
    case 'notice.planned':
    case 'notice.started':
    case 'notice.doubtful':
    case 'notice.returned':
    case 'notice.sent':
    case 'notice.failed':
      return applyNotice(draft, entry, place);
    case 'verdict.set-aside':
      if (!draft.requests.has(entry.requestId)) throw refuse('there is no request for it');
      if (entry.edited !== undefined && entry.verdict !== 'edit') throw refuse('only an edit has arguments');
      draft.setAside.push({ ...entry, at });
      return;
    case 'session.retired':
      if (attemptUnderWay(draft) !== undefined) throw refuse('a turn of the session is under way');
      if (entry.epoch !== draft.epoch) throw refuse(`the session is that of epoch ${draft.epoch}`);
      if (entry.because === 'execution-died' && draft.died === undefined) throw refuse('no execution of it died');
      if (isAsking(draft) && entry.because !== 'execution-died') throw refuse('people are asked about the run');
      draft.epoch += 1;
      if (entry.because !== 'execution-died') draft.sessionsLost += 1;
      return;
    case 'run.stop-requested':
      if (draft.stopRequested !== undefined) throw refuse('the run is to stop already');
      draft.stopRequested = { ...entry, at };
      return;
    case 'execution.died':
      draft.died = { ...entry, at };
      return;
    case 'run.finished':
      if (attemptUnderWay(draft) !== undefined) throw refuse('a turn is under way');
      draft.finished = { ...entry, at };
      return;
    default:
      throw refuse('its type is unknown to this version');
  }
}

// Evidence that comes late: a verdict that counts for nothing, that people were told of the end, and what came of an action that
// was under way.
const afterTheEnd: ReadonlySet<Entry['type']> = new Set([
  'verdict.set-aside',
  'notice.started',
  'notice.doubtful',
  'notice.sent',
  'notice.failed',
  'notice.returned',
  'action.finished',
]);

function mayFollowTheEnd(entry: Entry): boolean {
  if (entry.type === 'notice.planned') return isNews(entry.kind);
  return afterTheEnd.has(entry.type);
}

function impossible(seq: number, entry: Entry, why: string): CountersignError {
  return new CountersignError('tampered', `Commit ${seq} holds an entry ${entry.type} that cannot stand there: ${why}`);
}
