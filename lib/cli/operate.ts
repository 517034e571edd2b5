import type { Json } from '../core/canonical-json.ts';
import type { RunId } from '../core/ids.ts';
import { plainVisible } from '../core/visible-text.ts';
import { exitCodes } from './exit-codes.ts';
import { findRequest } from './find-request.ts';
import type { CommandContext, RouteAnswer } from './ports.ts';
import { codeOfAnswer, isAccepted, listOf, memberOf, tellAnswer } from './route-answer.ts';

/** Stops one run through the signed route; its open requests become cancelled and whoever was asked is told once. */
export async function stopRun(
  { runId, reason }: { readonly runId: RunId; readonly reason: string },
  context: CommandContext,
): Promise<number> {
  const answer = await context.ports.route('/runs/stop', { runId, reason });
  tellAnswer(answer, context, `${runId} was told to stop.`);
  const untold = listOf(answer, 'untold');
  if (untold.length > 0) {
    context.out.error(
      `${untold.length} people could not be told that there is nothing left to answer (${untold.join(', ')}). The same stop once more tells them.`,
    );
  }
  return codeOfAnswer(answer);
}

/** Stops the whole gate, page by page until every run that was under way is told; what was in flight is listed. */
export async function stopAll(reason: string, context: CommandContext): Promise<number> {
  let next: string | undefined;
  do {
    const answer = await context.ports.route('/stop', { reason, ...(next === undefined ? {} : { next }) });
    tellAnswer(answer, context, 'The gate is stopped.');
    if (!isAccepted(answer)) return codeOfAnswer(answer);
    if (context.json === 'text') for (const line of inFlightLines(answer)) context.out.line(line);
    const untold = listOf(answer, 'untold');
    if (untold.length > 0)
      context.out.error(`${untold.length} people could not be told. The same stop once more tells them.`);
    next = memberOf(answer.body, 'next');
  } while (next !== undefined);
  return exitCodes.ok;
}

function inFlightLines({ body }: RouteAnswer): readonly string[] {
  const found = typeof body === 'object' && body !== null && 'inFlight' in body ? body['inFlight'] : [];
  if (!Array.isArray(found)) return [];
  return found.map((one: Json) => {
    const about = ['what', 'turn', 'tool', 'call', 'approver'].flatMap((name) => {
      const value = typeof one === 'object' && one !== null ? new Map(Object.entries(one)).get(name) : undefined;
      return value === undefined ? [] : [String(value)];
    });
    return plainVisible(`in flight: ${memberOf(one, 'runId') ?? ''} ${about.join(' ')}`);
  });
}

/** Lifts the gate's stop; what was stopped stays so. */
export async function liftStop(reason: string, context: CommandContext): Promise<number> {
  const answer = await context.ports.route('/go', { reason });
  tellAnswer(answer, context, 'The stop is lifted.');
  return codeOfAnswer(answer);
}

/** Has the notices of a request sent anew, each with a fresh link. @param words without an approver, to everybody who can still answer */
export async function resendRequest(
  { requestId, approver }: { readonly requestId: string; readonly approver?: string },
  context: CommandContext,
): Promise<number> {
  const found = await findRequest(context.ports, requestId);
  if (found === undefined) {
    context.out.error(
      `There is no request ${requestId}. Allowed: a request's id, as countersign requests --open lists them.`,
    );
    return exitCodes.notFound;
  }
  if (found.open.length === 0) {
    context.out.error(`Nothing of ${requestId} is open any more, so nobody is asked again.`);
    return exitCodes.findings;
  }
  const answer = await context.ports.route('/requests/resend', {
    runId: found.run.id,
    requestId,
    ...(approver === undefined ? {} : { approver }),
  });
  tellAnswer(answer, context, `${requestId} is sent again to whoever has not answered.`);
  return codeOfAnswer(answer);
}
