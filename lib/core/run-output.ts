import type { Outcome, RunOutcome, Usage } from './entries.ts';
import type { GuardState } from './gate-file.ts';
import { type CallState, guardOf, type Run } from './run.ts';
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
}

// Step Functions takes 32,768 characters of cause, and the output of a failed run is its cause as JSON text. Its claim is
// measured as it stands there, since every control character becomes six.
const longestClaim = 8_000;
const mostVerdicts = 60;

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
    // The newest ones: an agent that calls for ever must not make the execution's end fail on its size.
    verdicts: Object.fromEntries(handed.slice(-mostVerdicts).map((call) => [call.toolUseId, verdictOf(call)])),
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

function verdictOf(call: CallState): CallVerdict {
  const digest = call.requested === undefined ? {} : { digest: call.requested.digest };
  if (call.closed !== undefined) {
    const counted = new Set(call.closed.verdicts);
    const by = call.verdicts.filter((verdict) => counted.has(verdict.verdictId)).map((verdict) => verdict.approverId);
    return { tool: subjectNameOf(call), outcome: call.closed.outcome, by, ...digest };
  }
  if (call.policy?.decision === 'refuse') return { tool: subjectNameOf(call), outcome: 'refused', by: [] };
  if (call.policy?.decision === 'allow') return { tool: subjectNameOf(call), outcome: 'allowed', by: [] };
  return { tool: subjectNameOf(call), outcome: 'none', by: [], ...digest };
}
