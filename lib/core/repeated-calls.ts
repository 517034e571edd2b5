import type { CallState, Run } from './run.ts';

/** Where a person rejected the very same call in this run, in words; `undefined` when nobody did. */
export function rejectionOf(run: Run, fingerprint: string): string | undefined {
  const rejected = sameCalls(run, fingerprint).find((call) => call.closed?.outcome === 'rejected');
  if (rejected === undefined) return undefined;
  const counted = rejected.verdicts.filter((verdict) => rejected.closed?.verdicts.includes(verdict.verdictId));
  const who = counted.map((verdict) => verdict.approverId).join(', ');
  return `The same call was rejected before in this run, by ${who} in ${rejected.requestId} (call ${rejected.toolUseId}). It is not asked again.`;
}

/** How often the very same call was judged in this run since anybody last gave a verdict on anything. */
export function identicalBefore(run: Run, fingerprint: string): number {
  const verdicts = [...run.calls, ...run.questions].flatMap((asked) => asked.verdicts.map(({ at }) => Date.parse(at)));
  const lastVerdict = Math.max(Number.NEGATIVE_INFINITY, ...verdicts);
  return sameCalls(run, fingerprint).filter(({ judgedAt }) => Date.parse(judgedAt ?? '') > lastVerdict).length;
}

function sameCalls(run: Run, fingerprint: string): readonly CallState[] {
  return run.calls.filter((call) => call.policy?.fingerprint === fingerprint);
}
