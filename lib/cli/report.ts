import type { RunId } from '../core/ids.ts';
import { plainVisible } from '../core/visible-text.ts';
import { loadRun } from '../gate/append.ts';
import { type RunReport, reportOf } from '../gate/report.ts';
import type { ReportedCall } from '../gate/report-call.ts';
import { callFactsOf, endWords, type ReportFact, type SaidBy } from '../gate/report-facts.ts';
import { questionFactsOf } from '../gate/report-question.ts';
import { messageFact } from '../gate/report-told.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliHost, CommandContext } from './ports.ts';
import { saidBelow } from './said-text.ts';

/** Tells what a run came to: what the ledger knows, and apart from it what the agent claims. */
export async function showReport(
  { runId, as }: { readonly runId: RunId; readonly as: 'text' | 'json' | 'html' },
  { ports, out, reportPage }: Omit<CommandContext, 'json'> & Pick<CliHost, 'reportPage'>,
): Promise<number> {
  const run = await loadRun(ports, runId);
  if (run === undefined) {
    out.error(`${runId} has no record.`);
    return exitCodes.notFound;
  }
  const report = await reportOf({ ...ports, clock: ports.now }, run);
  if (as === 'json') out.line(JSON.stringify(report, null, 2));
  else if (as === 'html') out.line(await reportPage(report));
  else for (const line of reportLines(report)) out.line(line);
  return exitCodes.ok;
}

/** The report as lines for a terminal. */
export function reportLines(report: RunReport): readonly string[] {
  const { asked, calls, turns, sessionsLost, tokens, claim } = report;
  return [
    `Report of ${report.runId}`,
    `Gate      ${report.gate} (${report.stage})`,
    ...(report.guard === 'unguarded'
      ? ['Guard     UNGUARDED: what the harness ran by itself was checked by nobody']
      : []),
    '',
    'WHAT THE LEDGER SAYS',
    ...factLines({
      label: 'Task',
      text: `${asked.at}, of a requester (assurance: ${asked.assurance}):`,
      said: { by: 'requester', text: `${asked.requester ?? '(erased)'}\n${asked.prompt ?? '(erased)'}` },
    }),
    ...calls.flatMap((call, index) => ['', ...titleLines(call, index + 1), ...callFactsOf(call).flatMap(factLines)]),
    ...report.questions.flatMap((question) => [
      '',
      'People were asked how the run goes on',
      ...questionFactsOf(question).flatMap(factLines),
    ]),
    ...(report.told.length === 0 ? [] : ['', 'What else the agent was told']),
    ...report.told.flatMap((message) => factLines(messageFact(message))),
    ...(calls.length === 0 ? ['', 'The agent called no tool.'] : []),
    '',
    `Ended     ${oneLine(endWords(report))}${report.end === null ? '' : `, ${report.end.at}`}`,
    `Turns     ${turns}${sessionsLost === 0 ? '' : `, ${sessionsLost} sessions given up`}`,
    `Tokens    ${tokens.totalTokens} (${tokens.inputTokens} in, ${tokens.outputTokens} out)`,
    '',
    'WHAT THE AGENT SAYS OF ITSELF: a claim that nobody verified; nothing above was made from it',
    ...(claim === null ? ['  (nothing)'] : saidLines({ by: 'agent', text: claim.text ?? '(erased)' })),
  ];
}

// The agent chose the name, and of a tool that does not exist any text at all.
function titleLines({ tool, toolUseId, turn }: ReportedCall, place: number): readonly string[] {
  if (isName(tool) && isName(toolUseId)) return [`Call ${place}: ${tool} (${toolUseId}, turn ${turn})`];
  const title = `Call ${place}, in turn ${turn}, of what is no tool's name:`;
  return [title, ...saidLines({ by: 'agent', text: `${tool}\n${toolUseId}` })];
}

function isName(text: string): boolean {
  return /^[\w.:-]{1,128}$/.test(text);
}

function factLines({ label, text, said }: ReportFact): readonly string[] {
  const line = `  ${label.padEnd(18)}  ${oneLine(text)}`;
  return said === undefined ? [line] : [line, ...saidLines(said)];
}

// Each line of somebody else's says whose it is, also where the terminal would have begun a new one: whatever is written in it, it
// cannot stand where the report's own words stand.
function saidLines({ by, text }: { readonly by: SaidBy; readonly text: string }): readonly string[] {
  return saidBelow(text).map((line) => `      ${by.padEnd(9)} | ${line}`);
}

function oneLine(text: string): string {
  return plainVisible(text, { lines: 'one' });
}
