import type { DecidePorts } from './decide-verdict.ts';
import { type ResendPorts, resendNotices } from './resend-notices.ts';
import { answerSigned, refusal, type SignedAnswer, type SignedRequest } from './signed-request.ts';
import { liftStop, type StopGatePorts, stopGate } from './stop-gate.ts';
import { type StopPorts, stopRun } from './stop-run.ts';
import { verdictByCaller } from './verdict-by-caller.ts';

/** All that the signed routes for approvers and operators work with. */
export interface OperatePorts extends DecidePorts, StopGatePorts, ResendPorts {
  readonly operational: StopPorts['operational'];
}

/**
 * Answers a signed request by its path: `/verdicts`, `/runs/stop`, `/requests/resend`, `/stop`, `/go`. Who may call the routes at all is IAM's
 * to say; whose verdict counts is the gate file's.
 */
export function operate(
  ports: OperatePorts,
  request: SignedRequest & { readonly path: string },
): Promise<SignedAnswer> {
  return answerSigned(request, async (caller, body) => {
    switch (request.path) {
      case '/verdicts':
        return verdictByCaller(ports, caller, body);
      case '/runs/stop':
        return stopRun(ports, caller, body);
      case '/stop':
        return stopGate(ports, caller, body);
      case '/go':
        return liftStop(ports, caller, body);
      case '/requests/resend':
        return resendNotices(ports, caller, body);
      default:
        return refusal(
          404,
          `There is no route ${request.path}. Allowed: /verdicts, /runs/stop, /requests/resend, /stop, /go.`,
        );
    }
  });
}
