import { dueNews, lapsedNews, type NewsRules, newsToSend } from '../core/due-news.ts';
import type { GateFile } from '../core/gate-file.ts';
import { hearersOf } from '../core/requester.ts';
import type { Run } from '../core/run.ts';
import { decideAndAppend, type LedgerPorts } from './append.ts';
import type { Contents } from './ports.ts';
import { openStart } from './start-content.ts';

export interface NewsPorts extends LedgerPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
}

/**
 * Plans what people are to be told of a run now, and gives up what was planned and could not be begun. `to-send`: it was planned
 * before, and is still worth a try.
 */
export async function planNews(
  ports: NewsPorts,
  run: Run,
  { execution }: Pick<NewsRules, 'execution'>,
): Promise<'planned' | 'to-send' | 'none'> {
  const { gate } = ports;
  const outcomes = gate.mail?.outcomes === true;
  const due = dueNews(run, { outcomes, hearers: await hearersIn(ports, run), execution });
  const now = ports.clock();
  const entries = [...lapsedNews(run, now), ...due];
  if (entries.length === 0) return newsToSend(run, now).length > 0 ? 'to-send' : 'none';
  await decideAndAppend(ports, run.id, (current) => (current?.head.hash === run.head.hash ? entries : undefined));
  return 'planned';
}

async function hearersIn(ports: NewsPorts, run: Run) {
  // Most gates tell no requester, and need not open the start at every step.
  if (Object.keys(ports.gate.requesters).length === 0) return [];
  const start = await openStart(ports, run);
  return start === undefined ? [] : hearersOf(ports.gate, start);
}
