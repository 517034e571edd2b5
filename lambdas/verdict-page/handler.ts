import { handle } from 'hono/aws-lambda';
import { viewLink } from '../../lib/gate/open-link.ts';
import { recordVerdict, type VerdictPorts } from '../../lib/gate/record-verdict.ts';
import { approvalPage } from '../../lib/web/approval-page.ts';

/** The approval page behind the HTTP API: `Request` in, `Response` out, and nothing else of Lambda's. */
export function verdictPageHandler(ports: VerdictPorts) {
  const page = approvalPage({
    now: ports.clock,
    view: (linkSecret) => viewLink(ports, linkSecret),
    decide: (command) => recordVerdict(ports, command),
  });
  return handle(page);
}
