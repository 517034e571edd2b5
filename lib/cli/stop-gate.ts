import type { Json } from '../core/canonical-json.ts';
import { plainVisible } from '../core/visible-text.ts';
import type { CommandContext, RouteAnswer } from './ports.ts';
import { codeOfAnswer, isAccepted, listOf, memberOf, tellAnswer, valueAt } from './route-answer.ts';
import { saidBeside } from './said-text.ts';

/** Stops the whole gate, page by page until every run that was under way is told; what was in flight is listed. */
export async function stopAll(reason: string, context: CommandContext): Promise<number> {
  const { out, json, ports } = context;
  const told: RouteAnswer[] = [];
  let answer: RouteAnswer;
  let next: string | undefined;
  do {
    answer = await ports.route('/stop', { reason, ...(next === undefined ? {} : { next }) });
    if (isAccepted(answer)) told.push(answer);
    // A person in an emergency sees each page as it comes; a program reads one document at the end.
    if (json === 'text') {
      tellAnswer(answer, context, 'The gate is stopped.');
      for (const line of inFlightOf(answer).flatMap(inFlightLines)) out.line(line);
    }
    next = isAccepted(answer) ? memberOf(answer.body, 'next') : undefined;
  } while (next !== undefined);
  if (json === 'json') tellAnswer({ status: answer.status, body: together(told, answer) }, context, '');
  if (told.length > 0 && !isAccepted(answer))
    out.error('The gate is stopped, but not every run was told yet: send the same stop once more.');
  const untold = told.flatMap((page) => listOf(page, 'untold'));
  if (untold.length > 0) out.error(`${untold.length} people could not be told. The same stop once more tells them.`);
  return codeOfAnswer(answer);
}

/** Lifts the gate's stop; what was stopped stays so. */
export async function liftStop(reason: string, context: CommandContext): Promise<number> {
  const answer = await context.ports.route('/go', { reason });
  tellAnswer(answer, context, 'The stop is lifted.');
  return codeOfAnswer(answer);
}

/** All pages as one: what the last says of itself, and what all of them told. */
function together(told: readonly RouteAnswer[], last: RouteAnswer): Json {
  const runs = told.reduce((sum, { body }) => sum + Number(valueAt(body, 'runs') ?? 0), 0);
  const stoppedAt = told.map(({ body }) => memberOf(body, 'stoppedAt')).find((at) => at !== undefined);
  const message = isAccepted(last)
    ? `The gate is stopped since ${stoppedAt ?? 'now'}: nothing begins any more. ${runs} runs were told to stop.`
    : (memberOf(last.body, 'message') ?? null);
  return {
    message,
    ...(stoppedAt === undefined ? {} : { stoppedAt }),
    runs,
    inFlight: told.flatMap(inFlightOf),
    untold: told.flatMap((page) => listOf(page, 'untold')),
  };
}

function inFlightOf({ body }: RouteAnswer): readonly Json[] {
  const found = valueAt(body, 'inFlight');
  return Array.isArray(found) ? found : [];
}

function inFlightLines(one: Json): readonly string[] {
  const about = ['what', 'turn', 'tool', 'call', 'approver'].flatMap((name) => {
    const value = valueAt(one, name);
    return value === undefined ? [] : [String(value)];
  });
  // The agent gives a call its id, and a tool's name may be one that it made up.
  const runId = plainVisible(memberOf(one, 'runId') ?? '', { lines: 'one' });
  return saidBeside(`in flight: ${runId} `, about.join(' '));
}
