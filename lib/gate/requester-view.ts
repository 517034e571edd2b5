import type { QuestionRaised } from '../core/action-entries.ts';
import type { RunOutcome } from '../core/entries.ts';
import type { GateFile, GuardState, Reader } from '../core/gate-file.ts';
import type { ApproverId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { requesterOf } from '../core/requester.ts';
import { type Asked, askedIn, guardOf, isQuestion, type Run } from '../core/run.ts';
import { type CallVerdict, runOutput } from '../core/run-output.ts';
import { type ShortOf, shortOf } from '../core/short-of.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import type { GrantReading } from './reported-grant.ts';
import { grantViewOf } from './view-came-to.ts';
import type { GrantView } from './views.ts';

/** What the person who asked for a run hears of it; no word of the agent's, no argument, nothing that other people wrote. */
export type RequesterView = {
  readonly reader: Reader;
  readonly gate: string;
  readonly stage: string;
  /** As in `RequestView`. */
  readonly sender?: string;
  readonly guard: GuardState;
  readonly runId: string;
} & (
  | { readonly tells: 'waiting' | 'expired'; readonly calls: readonly WaitingCall[] }
  | { readonly tells: 'broken-off'; readonly calls: readonly never[] }
  | { readonly tells: 'finished'; readonly outcome: RunOutcome; readonly calls: readonly EndedCall[] }
);

/** A call or a question that people are, or were, asked about; `deadline` an ISO instant. */
export interface WaitingCall {
  /** Of a question its rule, such as `caps.turns`. */
  readonly tool: string;
  /** 64 hex digits. */
  readonly digest: string;
  readonly deadline: string;
  /** Of what expired, where somebody had said something. */
  readonly short?: ShortOf;
  /** Of a question what it is about. */
  readonly question?: QuestionRaised['about'];
}

/** What a call of the run came to, as the run's output has it; where the harness was to run it, whether it was made. */
export type EndedCall = Pick<CallVerdict, 'tool' | 'outcome' | 'digest' | 'action'> & {
  readonly grant?: GrantView;
  readonly short?: ShortOf;
};

/** What a planned notice tells the person who asked; `undefined` where there is nothing of it to tell. */
export async function requesterView(
  ports: GrantReading & { readonly gate: Pick<GateFile, 'requesters' | 'mail'> },
  run: Run,
  { approverId, requestId, tells, stageAt }: NoticePlanned,
): Promise<RequesterView | undefined> {
  const about = {
    runId: run.id,
    gate: run.started.gate,
    stage: run.started.stage,
    ...(ports.gate.mail === undefined ? {} : { sender: ports.gate.mail.from }),
    guard: guardOf(run),
    reader: readerOf(ports.gate.requesters, approverId),
  };
  const asked = askedIn(run, requestId);
  switch (tells) {
    case 'waiting':
      return { ...about, tells, calls: askedAbout(asked.filter(({ closed }) => closed === undefined)) };
    case 'expired':
      return { ...about, tells, calls: askedAbout(asked.filter(({ closed }) => closed?.at === stageAt)) };
    // What was cancelled with it, nobody had answered: there is nothing to say of single calls before a redrive.
    case 'broken-off':
      return { ...about, tells, calls: [] };
    case 'finished': {
      if (run.finished === undefined) return undefined;
      const { outcome, verdicts } = runOutput(run, run.finished, undefined);
      const ended = Object.entries(verdicts).map((one) => endedCall(ports, run, one));
      return { ...about, tells, outcome, calls: await Promise.all(ended) };
    }
    case undefined:
      return undefined;
  }
}

async function endedCall(
  ports: GrantReading,
  run: Run,
  [toolUseId, verdict]: [string, CallVerdict],
): Promise<EndedCall> {
  // As the output has it: of several sessions' calls with one id, the newest.
  const call = run.calls.findLast((one) => one.toolUseId === toolUseId && one.handedIn !== undefined);
  const grant = call === undefined ? undefined : await grantViewOf(ports, run, call);
  return { ...verdict, ...(grant === undefined ? {} : { grant }), ...shortIn(call) };
}

function askedAbout(asked: ReturnType<typeof askedIn>): readonly WaitingCall[] {
  return asked.map((one) => ({
    tool: isQuestion(one) ? one.raised.rule : subjectNameOf(one),
    digest: requestedOf(one, 'digest'),
    deadline: requestedOf(one, 'deadline'),
    ...(isQuestion(one) ? { question: one.raised.about } : {}),
    ...shortIn(one),
  }));
}

function shortIn(asked: Asked | undefined): { readonly short?: ShortOf } {
  const short = asked?.closed?.outcome === 'expired' ? shortOf(asked) : undefined;
  return short === undefined ? {} : { short };
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
