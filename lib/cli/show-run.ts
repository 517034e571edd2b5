import { beginningOf } from '../core/action-told.ts';
import type { RunId } from '../core/ids.ts';
import { plainVisible } from '../core/visible-text.ts';
import { loadRun } from '../gate/append.ts';
import { setAsideWords } from '../gate/set-aside.ts';
import { askedLines } from './asked-facts.ts';
import { cameToWords } from './came-to.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext } from './ports.ts';
import { type AnswerFacts, quorumWords, saidWords } from './quorum-words.ts';
import { type CallFacts, type NoticeFacts, type RunFacts, runFacts } from './run-facts.ts';
import { saidBeside } from './said-text.ts';

/** Where one run stands: who asked for what, each call and what became of it, who was told, and what is in the way. */
export async function showRun(runId: RunId, { ports, out, json }: CommandContext): Promise<number> {
  const run = await loadRun(ports, runId);
  if (run === undefined) {
    out.error(`${runId} has no record.`);
    return exitCodes.notFound;
  }
  const facts = await runFacts(ports, run);
  if (json === 'json') out.line(JSON.stringify(facts, null, 2));
  else for (const line of linesOf(facts)) out.line(line);
  return exitCodes.ok;
}

function linesOf(facts: RunFacts): readonly string[] {
  const { runId, state, gate, stage, harness, executionArn, startedAt, requester, prompt, reason, endedAt } = facts;
  return [
    `${runId}  ${state}`,
    `Gate       ${gate} (${stage})`,
    `Harness    ${harness.arn}, ${harness.qualifier}`,
    ...(facts.guard === 'unguarded'
      ? ['Guard      UNGUARDED: no hook keeps the harness from running tools by itself']
      : []),
    `Execution  ${executionArn}`,
    `Started    ${startedAt}`,
    ...facts.sessions.map(
      (session, index) => `Session    ${session}${index < facts.sessions.length - 1 ? ', given up' : ''}`,
    ),
    `Requester  ${plainVisible(requester, { lines: 'one' })}`,
    ...saidBeside('Task       ', prompt),
    ...facts.calls.flatMap((call) => [askedLine('Call', call), ...peopleLines(call), ...toldLines(call)]),
    ...facts.questions.flatMap((question) => [askedLine('Question', question), ...peopleLines(question)]),
    ...facts.notices.map(noticeLine),
    ...facts.troubles.map((trouble) => `Trouble    ${plainVisible(trouble, { lines: 'one' })}`),
    ...(reason === undefined ? [] : [`Ended      ${state}: ${plainVisible(reason, { lines: 'one' })}, ${endedAt}`]),
    ...facts.questions.flatMap(waitsForAnswer),
    ...openRequests(facts.calls).map(
      ({ requestId, offers }) =>
        `It waits for people: ${offers.map((offer, index) => `${index === 0 ? 'countersign ' : ''}${offer} ${requestId}${neededWith.get(offer) ?? ''}`).join(', or ')}.`,
    ),
  ];
}

function waitsForAnswer({ state, requestId, choices = [] }: CallFacts): readonly string[] {
  if (state !== 'open' || requestId === undefined) return [];
  return [`It waits for people: countersign answer ${requestId} ${choices.join(', or ')}.`];
}

const neededWith: ReadonlyMap<string, string> = new Map([
  ['edit', ' --input JSON'],
  ['revise', ' --comment TEXT'],
  ['answer', ' WORDS'],
]);

/** With what can be said to any of its calls. */
function openRequests(
  calls: readonly CallFacts[],
): readonly { readonly requestId: string; readonly offers: readonly string[] }[] {
  const open = calls.flatMap(({ state, requestId, asking }) =>
    state === 'open' && requestId !== undefined ? [{ requestId, offers: asking?.offers ?? [] }] : [],
  );
  return [...new Set(open.map(({ requestId }) => requestId))].map((requestId) => {
    const offers = open.filter((one) => one.requestId === requestId).flatMap((one) => one.offers);
    return { requestId, offers: [...new Set(offers)] };
  });
}

function peopleLines({ asking, superseded = [], setAside = [] }: CallFacts): readonly string[] {
  const indent = ' '.repeat(13);
  const earlier = superseded.map((one) => `${saidAt(one)}, which counts no more: the arguments were changed after it`);
  return [
    ...[...(asking === undefined ? [] : askedLines(asking)), ...earlier].map((line) => `${indent}${line}`),
    ...setAside.flatMap((one) => [
      `${indent}${saidAt(one)}, which counts for nothing: ${setAsideWords[one.why]}`,
      ...(one.comment === undefined ? [] : saidBeside(`${indent}  with the words: `, one.comment ?? '(erased)')),
      ...(one.edited === undefined ? [] : saidBeside(`${indent}  with arguments: `, one.edited ?? '(erased)')),
    ]),
  ];
}

// All of it is in the report: here it would bury where the run stands.
const mostToldBytes = 600;

function toldLines({ told = [] }: CallFacts): readonly string[] {
  return told.flatMap(({ turn, arrived, status, text }) => {
    const { part, missing } = beginningOf(text ?? '(erased)', mostToldBytes);
    const about = `turn ${turn}${status === null ? '' : `, ${status}`}${arrived === 'yes' ? '' : ', perhaps'}`;
    const more = missing === 0 ? [] : [`${' '.repeat(15)}${missing} bytes more are in its report`];
    return [...saidBeside(`${' '.repeat(13)}the agent was told (${about}): `, part), ...more];
  });
}

function saidAt({ approver, verdict, assurance, at }: AnswerFacts): string {
  return `${approver} said ${verdict} at ${at} (${assurance})`;
}

function askedLine(
  what: 'Call' | 'Question',
  { toolUseId, tool, state, requestId, deadline, asked = [], edits = [], ...answers }: CallFacts,
): string {
  const { verdicts, quorum = 1, approved = 0, choices } = answers;
  const become = [
    plainVisible(state),
    ...quorumWords({ quorum, approved, ...(choices === undefined ? {} : { choices }) }, state),
    ...(edits.length === 0 ? [] : [`changed by ${edits.map(({ by }) => by).join(', ')}`]),
    ...saidWords({ verdicts }),
    ...cameToWords(answers).map((words) => plainVisible(words, { lines: 'one' })),
  ];
  const asking = deadline === undefined ? '' : `  ${requestId}, asked ${asked.join(', ')}, until ${deadline}`;
  return `${what.padEnd(11)}${toolUseId}  ${plainVisible(tool, { lines: 'one' })}  ${become.join(', ')}${asking}`;
}

function noticeLine({ approver, kind, channel, state, messageId, error }: NoticeFacts): string {
  const told = [messageId, error]
    .filter((text) => text !== undefined)
    .map((text) => plainVisible(text, { lines: 'one' }));
  return `Notice     ${kind} by ${channel} to ${approver}: ${state}${told.length === 0 ? '' : ` (${told.join('; ')})`}`;
}
