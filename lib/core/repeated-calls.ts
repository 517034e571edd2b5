import type { Outcome } from './approval-entries.ts';
import type { TurnedDown } from './policy.ts';
import type { TurnedDownAt } from './problem.ts';
import type { CallState, Run } from './run.ts';

/** Where a person rejected the very same call in this run, or sent it back; `undefined` when nobody did. */
export function turnedDownBefore(run: Run, fingerprint: string): TurnedDown | undefined {
  const same = sameCalls(run, fingerprint);
  const closedAs = (outcome: Outcome) => same.find((call) => call.closed?.outcome === outcome);
  const rejected = closedAs('rejected');
  if (rejected !== undefined) return { outcome: 'rejected', where: whereOf(rejected) };
  const sentBack = closedAs('sent-back');
  return sentBack === undefined ? undefined : { outcome: 'sent-back', where: whereOf(sentBack) };
}

function whereOf(call: CallState): TurnedDownAt {
  const counted = call.verdicts.filter((verdict) => call.closed?.verdicts.includes(verdict.verdictId));
  const by = counted.map((verdict) => verdict.approverId);
  return { by, requestId: call.requestId ?? '', toolUseId: call.toolUseId };
}

/** How often the very same call was judged in this run since anybody last gave a verdict on anything. */
export function identicalBefore(run: Run, fingerprint: string): number {
  const verdicts = [...run.calls, ...run.questions].flatMap((asked) => asked.verdicts.map(({ at }) => Date.parse(at)));
  const lastVerdict = Math.max(Number.NEGATIVE_INFINITY, ...verdicts);
  return sameCalls(run, fingerprint).filter(({ judgedAt }) => Date.parse(judgedAt ?? '') > lastVerdict).length;
}

function sameCalls(run: Run, fingerprint: string): readonly CallState[] {
  return run.calls.filter((call) => fingerprintsOf(call).includes(fingerprint));
}

/** Of what the model asked for, and of whatever people made of it: whoever rejects the last of them wants none of them. */
function fingerprintsOf({ policy, original, edits = [] }: CallState): readonly string[] {
  const all = [policy, original?.policy, ...edits.map((edit) => edit.policy)];
  return all.flatMap((one) => (one === undefined ? [] : [one.fingerprint]));
}
