import type { ActionStatus } from './action-entries.ts';
import type { Outcome } from './approval-entries.ts';
import type { RunOutcome, Usage } from './entries.ts';
import type { GuardState } from './gate-file.ts';
import { mayHaveActed } from './next-attempt.ts';
import { type CallState, guardOf, passes, type Run } from './run.ts';
import { subjectNameOf } from './wrapped-call.ts';

/** What a run's execution ends with; in the Failed and Stopped ends it is the cause, as JSON text. */
export interface RunOutput {
  readonly runId: string;
  readonly outcome: RunOutcome;
  readonly reason: string;
  /** `unguarded`: what the harness ran by itself was checked by nobody. */
  readonly guard: GuardState;
  /** The model's last words: a claim, verified by nobody. */
  readonly claim: { readonly text: string; readonly verified: false; readonly shortenedBy?: number } | null;
  readonly turns: number;
  readonly tokens: Usage;
  readonly verdicts: Readonly<Record<string, CallVerdict>>;
}

export interface CallVerdict {
  readonly tool: string;
  /** `refused` and `allowed` were settled by the rules, without a person; `none` was never answered. */
  readonly outcome: Outcome | 'refused' | 'allowed' | 'none';
  readonly by: readonly string[];
  readonly digest?: string;
  /** Where no person decided: the rule that did, by its place in the gate file, or one of the gate's own. */
  readonly rule?: string;
  /** Where the gate carried the call out; `verified` is null where nobody looked, or whoever looked could not say. */
  readonly action?: {
    readonly status: Exclude<ActionStatus, 'retry'> | 'not-done';
    readonly verified: boolean | null;
  };
}

// Step Functions takes 32,768 characters of cause, and the output of a failed run is its cause as JSON text. Its claim is
// measured as it stands there, since every control character becomes six.
const longestClaim = 8_000;
const longestVerdicts = 22_000;

/** The output of a finished run. @param words the text of its claim, if it is still there */
export function runOutput(
  run: Run,
  finished: { readonly outcome: RunOutcome; readonly reason: string },
  words: string | undefined,
): RunOutput {
  const handed = run.calls.filter((call) => call.handedIn !== undefined);
  return {
    runId: run.id,
    outcome: finished.outcome,
    reason: finished.reason,
    guard: guardOf(run),
    claim: words === undefined ? null : claimOf(words),
    turns: run.turns.length,
    tokens: run.usage,
    verdicts: newestVerdicts(handed),
  };
}

function claimOf(words: string): RunOutput['claim'] {
  const text = shortened(words);
  if (text === words) return { text, verified: false };
  return { text, verified: false, shortenedBy: words.length - text.length };
}

function shortened(words: string): string {
  let text = words.slice(0, longestClaim).toWellFormed();
  // Each round takes off what is too much if nothing were escaped, so it ends at the latest with no text at all.
  for (;;) {
    const excess = JSON.stringify(text).length - 2 - longestClaim;
    if (excess <= 0) return text;
    text = text.slice(0, text.length - Math.ceil(excess / 6)).toWellFormed();
  }
}

/** An agent that calls for ever must not make the execution's end fail on its size. */
function newestVerdicts(calls: readonly CallState[]): RunOutput['verdicts'] {
  const newestFirst: [string, CallVerdict][] = [];
  let left = longestVerdicts;
  for (const call of calls.toReversed()) {
    const entry: [string, CallVerdict] = [call.toolUseId, verdictOf(call)];
    left -= JSON.stringify(entry).length;
    if (left < 0) break;
    newestFirst.push(entry);
  }
  return Object.fromEntries(newestFirst.reverse());
}

function verdictOf(call: CallState): CallVerdict {
  const tool = subjectNameOf(call);
  const digest = call.requested === undefined ? {} : { digest: call.requested.digest };
  if (call.closed !== undefined) {
    const counted = new Set(call.closed.verdicts);
    const by = call.verdicts.filter((verdict) => counted.has(verdict.verdictId)).map((verdict) => verdict.approverId);
    return { tool, outcome: call.closed.outcome, by, ...digest, ...actionOf(call) };
  }
  const { decision, rule = '' } = call.policy ?? {};
  if (decision === 'refuse') return { tool, outcome: 'refused', by: [], rule };
  if (decision === 'allow') return { tool, outcome: 'allowed', by: [], rule, ...actionOf(call) };
  return { tool, outcome: 'none', by: [], ...digest };
}

function actionOf(call: CallState): Pick<CallVerdict, 'action'> {
  if (call.policy?.carriedOutBy !== 'gate' || !passes(call)) return {};
  const { finished, checked } = call.action ?? {};
  const isSeen = checked !== undefined && checked.type !== 'action.unverified';
  const verified = isSeen ? checked.type === 'action.verified' : null;
  if (finished !== undefined && finished.status !== 'retry') return { action: { status: finished.status, verified } };
  // A run may be stopped before an action or between two attempts at it.
  return { action: { status: mayHaveActed(call) ? 'unknown' : 'not-done', verified } };
}
