import { newsToSend } from '../core/due-news.ts';
import { NoticesUnsent } from '../core/errors.ts';
import type { RunId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { loadRun } from './append.ts';
import { type NewsPorts, planNews } from './plan-news.ts';
import type { Message } from './ports.ts';
import { type RequesterView, requesterView } from './requester-view.ts';
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

/**
 * Sends what Advance planned to tell. Called once per entering of Tell, and again by its few retries.
 * @throws NoticesUnsent when a notice could not be sent just now
 */
export async function tell(ports: TellPorts, runId: RunId): Promise<void> {
  const errors = await sendNews(ports, runId);
  if (errors.length > 0)
    throw new NoticesUnsent(`${errors.length} notices of ${runId} could not be sent now (${errors.join(', ')}).`);
}

/** Plans and sends at once, where no execution comes back to do it. @returns the names of the errors that a repeat may mend */
export async function tellNow(ports: TellPorts & NewsPorts, runId: RunId): Promise<readonly string[]> {
  const run = await loadRun(ports, runId);
  if (run === undefined || (await planNews(ports, run, { execution: 'over' })) === 'none') return [];
  return sendNews(ports, runId);
}

async function sendNews(ports: TellPorts, runId: RunId): Promise<readonly string[]> {
  const run = await loadRun(ports, runId);
  const due = run === undefined ? [] : newsToSend(run, ports.clock());
  const errors: string[] = [];
  for (const { planned } of due) {
    const error = await send(ports, runId, planned);
    if (error !== undefined) errors.push(error);
  }
  return errors;
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
      const view = await requesterView(ports, run, planned);
      return view === undefined ? undefined : letter(requester, view);
    },
  });
}
