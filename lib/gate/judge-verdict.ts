import type { Assurance, VerdictKind, VerdictSetAside } from '../core/approval-entries.ts';
import { isSureEnough } from '../core/assurance.ts';
import type { ApproverId, RequestId, RunId, ToolUseId } from '../core/ids.ts';
import type { Principal } from '../core/principal.ts';
import type { Problem } from '../core/problem.ts';
import { decidersOf, isSameYes, mayFollowOwn, verdictsOn } from '../core/quorum.ts';
import type { Asked, Run } from '../core/run.ts';

/** Who answers, as far as the gate knows: the holder of a link, of a mailbox too, or a principal that signed. */
export interface Answerer {
  readonly runId: RunId;
  readonly requestId: RequestId;
  readonly approverId: ApproverId;
  readonly by:
    | { readonly kind: 'link'; readonly linkHash: string }
    /** The link, and the code that went to the approver's mailbox for exactly this answer. */
    | { readonly kind: 'code'; readonly linkHash: string }
    | { readonly kind: 'iam'; readonly principal: Principal };
}

export interface Verdict {
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  /** Of the call that the answerer saw. */
  readonly digest: string;
  readonly comment: string | undefined;
  /** Of `edit`: the whole input as one JSON text. */
  readonly edited?: string | undefined;
}

/** What a verdict comes to, before anything is recorded. */
export type Judged =
  | {
      readonly kind:
        | 'unknown'
        | 'recorded'
        | 'repeated'
        | 'not-sure-enough'
        | 'superseded'
        | 'not-offered'
        | 'words-needed';
      readonly why?: undefined;
    }
  | { readonly kind: 'edit-refused'; readonly problems: readonly Problem[]; readonly why?: undefined }
  /** `why` is absent where the same was kept as evidence before: clicking a hundred times does not grow the chain. */
  | { readonly kind: VerdictSetAside['why']; readonly why: VerdictSetAside['why'] | undefined };

export interface Given {
  readonly who: Answerer;
  readonly verdict: Verdict;
}

/** What a verdict on a call comes to at an instant in milliseconds, as far as the record alone says. */
export function judgeVerdict(run: Run, call: Asked, { who, verdict, now }: Given & { readonly now: number }): Judged {
  const own = call.verdicts.findLast(({ approverId }) => approverId === who.approverId);
  // Two edits may be of two minds: whether they are the same one, their inputs say.
  const isAgain = own !== undefined && isSameYes(own.verdict, verdict.verdict) && verdict.verdict !== 'edit';
  // Somebody edited it, and what it is now is for others to decide: theirs is no evidence of anything.
  const isForOthers = !decidersOf(call).includes(who.approverId);
  if (isAgain && own.digest === verdict.digest && !isForOthers) return { kind: 'repeated' };
  if (!verdictsOn(call).includes(verdict.verdict)) return { kind: 'not-offered' };
  if (isForOthers) return { kind: 'superseded' };
  const isKept = run.setAside.some(
    (kept) =>
      kept.requestId === who.requestId &&
      kept.toolUseId === verdict.toolUseId &&
      kept.approverId === who.approverId &&
      kept.verdict === verdict.verdict,
  );
  const ruled = (why: VerdictSetAside['why']): Judged => ({ kind: why, why: isKept ? undefined : why });
  if (call.closed !== undefined && call.closed.verdicts.length > 0) return ruled('decided-already');
  const isDue = call.requested === undefined || Date.parse(call.requested.deadline) <= now;
  if (call.closed !== undefined || isDue || run.finished !== undefined) return ruled('too-late');
  if (call.requested?.digest !== verdict.digest) return { kind: 'superseded' };
  // First: no code is mailed for an answer that says nothing.
  if (needsWords(verdict)) return { kind: 'words-needed' };
  if (!isSureEnough({ needed: call.requested.assurance, given: assuranceOf(who) })) return { kind: 'not-sure-enough' };
  if (own !== undefined && !mayFollowOwn(own.verdict, verdict.verdict)) return ruled('answered-already');
  return { kind: 'recorded' };
}

// Instructions and answers are their words: without any there is nothing to follow and no result.
function needsWords({ verdict, comment }: Verdict): boolean {
  return (verdict === 'revise' || verdict === 'answer') && (comment ?? '').trim() === '';
}

/** Whoever reads a topic has its link: that is less than a link in a mailbox of one's own. */
export function assuranceOf({ by, approverId }: Answerer): Assurance {
  if (by.kind !== 'link') return by.kind;
  return approverId.startsWith('topic:') ? 'topic' : 'link';
}
