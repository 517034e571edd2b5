import { handle } from 'hono/aws-lambda';
import { viewLink } from '../../lib/gate/open-link.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { approvalPage } from '../../lib/web/approval-page.ts';

export interface PageSurroundings {
  /** Where the page is, as configured: never what a request says of itself. */
  readonly origin: string;
  /** Told of failures, without paths: they hold link secrets. */
  readonly failed: (failure: { readonly method: string; readonly error: unknown }) => void;
}

/** The approval page behind the HTTP API: `Request` in, `Response` out, and nothing else of Lambda's. */
export function verdictPageHandler(ports: VerdictPorts, { origin, failed }: PageSurroundings) {
  const page = approvalPage({
    origin,
    failed,
    now: ports.clock,
    view: (linkSecret, visitor) => viewLink(ports, linkSecret, visitor),
    decide: (command) => recordVerdict({ ...ports, ledger: rememberedLedger(ports.ledger) }, command),
  });
  return handle(page);
}
