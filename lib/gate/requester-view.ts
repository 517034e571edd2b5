import type { RunOutcome } from '../core/entries.ts';
import type { GateFile, GuardState, Reader } from '../core/gate-file.ts';
import type { ApproverId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { requesterOf } from '../core/requester.ts';
import { type Asked, askedIn, guardOf, isQuestion, type Run } from '../core/run.ts';
import { type CallVerdict, runOutput } from '../core/run-output.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';

/** What the person who asked for a run hears of it; no word of the agent's, no argument, nothing that other people wrote. */
export type RequesterView = {
  readonly reader: Reader;
  readonly gate: string;
  readonly stage: string;
  readonly guard: GuardState;
  readonly runId: string;
} & (
  | { readonly tells: 'waiting' | 'expired'; readonly calls: readonly WaitingCall[] }
  | { readonly tells: 'finished'; readonly outcome: RunOutcome; readonly calls: readonly EndedCall[] }
);

/** A call that people are, or were, asked about; `deadline` an ISO instant. */
export interface WaitingCall {
  readonly tool: string;
  /** 64 hex digits. */
  readonly digest: string;
  readonly deadline: string;
}

/** What a call of the run came to, as the run's output has it. */
export type EndedCall = Pick<CallVerdict, 'tool' | 'outcome' | 'digest' | 'action'>;

/** What a planned notice tells the person who asked; `undefined` where there is nothing of it to tell. */
export function requesterView(
  { requesters }: Pick<GateFile, 'requesters'>,
  run: Run,
  { approverId, requestId, tells, stageAt }: NoticePlanned,
): RequesterView | undefined {
  const about = {
    runId: run.id,
    gate: run.started.gate,
    stage: run.started.stage,
    guard: guardOf(run),
    reader: readerOf(requesters, approverId),
  };
  const asked = askedIn(run, requestId);
  switch (tells) {
    case 'waiting':
      return { ...about, tells, calls: askedAbout(asked.filter(({ closed }) => closed === undefined)) };
    case 'expired':
      return { ...about, tells, calls: askedAbout(asked.filter(({ closed }) => closed?.at === stageAt)) };
    case 'finished': {
      if (run.finished === undefined) return undefined;
      const { outcome, verdicts } = runOutput(run, run.finished, undefined);
      return { ...about, tells, outcome, calls: Object.values(verdicts) };
    }
    case undefined:
      return undefined;
  }
}

function askedAbout(asked: ReturnType<typeof askedIn>): readonly WaitingCall[] {
  return asked.map((one) => ({
    tool: isQuestion(one) ? one.raised.rule : subjectNameOf(one),
    digest: requestedOf(one, 'digest'),
    deadline: requestedOf(one, 'deadline'),
  }));
}

function requestedOf({ requested }: Asked, name: 'digest' | 'deadline'): string {
  return requested?.[name] ?? '';
}

// Who has left the gate file is not reached, so that nobody reads what this is for.
function readerOf(requesters: GateFile['requesters'], id: ApproverId): Reader {
  const requester = requesterOf(id) ?? '';
  const found = Object.hasOwn(requesters, requester) ? requesters[requester] : undefined;
  return { language: found?.language ?? 'en', timeZone: found?.timeZone ?? 'UTC' };
}
