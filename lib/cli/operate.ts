import type { RunId } from '../core/ids.ts';
import { exitCodes } from './exit-codes.ts';
import { findRequest } from './find-request.ts';
import type { CommandContext } from './ports.ts';
import { codeOfAnswer, listOf, tellAnswer } from './route-answer.ts';

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
      `${untold.length} people could not be told of it (${untold.join(', ')}). The same stop once more tells them.`,
    );
  }
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
