import type { Json } from '../core/canonical-json.ts';
import { plainVisible } from '../core/visible-text.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext, RouteAnswer } from './ports.ts';
import { saidBeside } from './said-text.ts';

export function isAccepted({ status }: RouteAnswer): boolean {
  return status >= 200 && status < 300;
}

/** A fault or a throttle says nothing about what was asked; a refusal does. */
export function codeOfAnswer(answer: RouteAnswer): number {
  if (isAccepted(answer)) return exitCodes.ok;
  return isFault(answer) ? exitCodes.unreachable : exitCodes.findings;
}

function isFault({ status }: RouteAnswer): boolean {
  return status >= 500 || status === 429;
}

/** Prints what a route answered, in its own words; `done` stands for an answer that did what was asked and has none. */
export function tellAnswer(answer: RouteAnswer, { out, json }: Omit<CommandContext, 'ports'>, done: string): void {
  if (json === 'json') out.line(JSON.stringify({ accepted: isAccepted(answer), ...answer }, null, 2));
  else if (isAccepted(answer))
    for (const line of answerLines('', memberOf(answer.body, 'message') ?? done)) out.line(line);
  if (isAccepted(answer)) return;
  const text = messageOf(answer);
  if (isFault(answer)) {
    out.error(
      `The gate could not answer (${answer.status}: ${plainVisible(text, { lines: 'one' })}). Whether anything was recorded is not known: look (countersign runs, show), then send it again.`,
    );
  } else for (const line of answerLines(`Refused (${answer.status}): `, text)) out.error(line);
}

/** The gate's own sentence stays one line; one that repeats somebody's line ends is taken for words of theirs. */
function answerLines(label: string, text: string): readonly string[] {
  return /[\r\n]/.test(text)
    ? saidBeside(label === '' ? 'The gate says: ' : label, text)
    : [`${label}${plainVisible(text, { lines: 'one' })}`];
}

function messageOf({ status, body }: RouteAnswer): string {
  const text = memberOf(body, 'message') ?? memberOf(body, 'kind') ?? JSON.stringify(body);
  // API Gateway says no more than this to whoever may not call the route at all.
  return status === 403 && text === 'Forbidden'
    ? 'these credentials may not call this route. Allowed: a role or user with execute-api:Invoke on it, see docs/security.md'
    : text;
}

/** A text member of an answer's body. */
export function memberOf(body: Json, name: string): string | undefined {
  const value = valueAt(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list in an answer's body; none where it has no such list. */
export function listOf({ body }: RouteAnswer, name: string): readonly string[] {
  const value = valueAt(body, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A member of an answer's body, whatever it is. */
export function valueAt(body: Json, name: string): Json | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  return new Map<string, Json>(Object.entries(body)).get(name);
}
