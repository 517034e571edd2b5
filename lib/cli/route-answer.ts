import type { Json } from '../core/canonical-json.ts';
import { plainVisible } from '../core/visible-text.ts';
import type { CommandContext, RouteAnswer } from './ports.ts';

export function isAccepted({ status }: RouteAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Prints what a route answered, in its own words; `done` stands for an answer that did what was asked and has none. */
export function tellAnswer(answer: RouteAnswer, { out, json }: Omit<CommandContext, 'ports'>, done: string): void {
  if (json === 'json') out.line(JSON.stringify({ accepted: isAccepted(answer), ...answer }, null, 2));
  else if (isAccepted(answer)) out.line(plainVisible(memberOf(answer.body, 'message') ?? done));
  if (!isAccepted(answer)) out.error(`Refused (${answer.status}): ${plainVisible(messageOf(answer))}`);
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const value = new Map<string, unknown>(Object.entries(body)).get(name);
  return typeof value === 'string' ? value : undefined;
}
