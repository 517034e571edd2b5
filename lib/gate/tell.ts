import { newsToSend } from '../core/due-news.ts';
import { NoticesUnsent } from '../core/errors.ts';
import type { Hears, Reader } from '../core/gate-file.ts';
import type { ApproverId, RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { requesterOf } from '../core/requester.ts';
import { type Asked, askedIn, guardOf, isQuestion, type Run } from '../core/run.ts';
import { type RunOutput, runOutput } from '../core/run-output.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { loadRun } from './append.ts';
import type { Message } from './ports.ts';
import { type Letter, type NoticePorts, sendLetter, sendNotice } from './send-notice.ts';
import type { RequestView } from './views.ts';

/** Telling people what came of a run. */
export interface TellPorts extends NoticePorts {
  readonly render: {
    readonly outcome: Letters<RequestView>;
    readonly requester: Letters<RequesterView>;
  };
}

interface Letters<About> {
  readonly mail: (about: About) => Message;
  readonly topic: (about: About) => Message;
}

/** What the person who asked for a run hears: no argument of a call, and nothing that others wrote. */
export type RequesterView = Pick<Run['started'], 'gate' | 'stage'> & {
  readonly runId: RunId;
  readonly reader: Reader;
  readonly guard: ReturnType<typeof guardOf>;
} & (
    | { readonly tells: Exclude<Hears, 'finished'>; readonly calls: readonly CallAskedAbout[] }
    | {
        readonly tells: 'finished';
        readonly outcome: RunOutput['outcome'];
        readonly calls: readonly RunOutput['verdicts'][string][];
      }
  );

/** `deadline` an ISO instant. */
type CallAskedAbout = { readonly tool: string; readonly digest: string; readonly deadline: string };

/**
 * Sends what Advance planned to tell. Called once per entering of Tell, and again by its few retries.
 * @throws NoticesUnsent when a notice could not be sent just now
 */
export async function tell(ports: TellPorts, runId: RunId): Promise<void> {
  const run = await loadRun(ports, runId);
  const due = run === undefined ? [] : newsToSend(run, ports.clock());
  const errors: string[] = [];
  for (const { planned } of due) {
    const error = await send(ports, runId, planned);
    if (error !== undefined) errors.push(error);
  }
  if (errors.length > 0)
    throw new NoticesUnsent(`${errors.length} notices of ${runId} could not be sent now (${errors.join(', ')}).`);
}

function send(ports: TellPorts, runId: RunId, planned: NoticePlanned): Promise<string | undefined> {
  const { outcome, requester } = ports.render;
  const letter = <About>({ mail, topic }: Letters<About>, about: About): Letter => ({
    mail: mail(about),
    topic: topic(about),
  });
  if (planned.kind === 'outcome') {
    return sendNotice(ports, { id: runId }, { planned, write: async (request) => letter(outcome, request) });
  }
  return sendLetter(ports, runId, {
    planned,
    letterIn: async (run) => {
      const view = requesterView(ports, run, planned);
      return view === undefined ? undefined : letter(requester, view);
    },
  });
}

/** What a planned notice tells the person who asked; `undefined` where there is nothing of it to tell. */
function requesterView(
  { gate }: Pick<TellPorts, 'gate'>,
  run: Run,
  { approverId, requestId, tells, stageAt }: NoticePlanned,
): RequesterView | undefined {
  const about = {
    runId: run.id,
    gate: run.started.gate,
    stage: run.started.stage,
    guard: guardOf(run),
    reader: readerOf(gate.requesters, approverId),
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

function askedAbout(asked: ReturnType<typeof askedIn>): readonly CallAskedAbout[] {
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
function readerOf(requesters: TellPorts['gate']['requesters'], id: ApproverId): Reader {
  const requester = requesterOf(id) ?? '';
  const found = Object.hasOwn(requesters, requester) ? requesters[requester] : undefined;
  return { language: found?.language ?? 'en', timeZone: found?.timeZone ?? 'UTC' };
}
