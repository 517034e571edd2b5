import { handle } from 'hono/aws-lambda';
import { answerByCode, type CodePorts } from '../../lib/gate/answer-by-code.ts';
import { viewLink } from '../../lib/gate/open-link.ts';
import { recordVerdict } from '../../lib/gate/record-verdict.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { type SendCodePorts, sendCode } from '../../lib/gate/send-code.ts';
import { approvalPage } from '../../lib/web/approval-page.ts';

export type PagePorts = CodePorts & SendCodePorts;

export interface PageSurroundings {
  /** Where the page is, as configured: never what a request says of itself. */
  readonly origin: string;
  /** Told of failures, without paths: they hold link secrets. */
  readonly failed: (failure: { readonly method: string; readonly error: unknown }) => void;
}

/** The approval page behind the HTTP API: `Request` in, `Response` out, and nothing else of Lambda's. */
export function verdictPageHandler(ports: PagePorts, { origin, failed }: PageSurroundings) {
  const page = approvalPage({
    origin,
    failed,
    now: ports.clock,
    view: (linkSecret, visitor) => viewLink(ports, linkSecret, visitor),
    decide: (command) => recordVerdict(oneCommand(ports), command),
    decideByCode: (command) => answerByCode(oneCommand(ports), command),
    tryEdit: async (edit) => {
      // With policy and schemas, as deciding on an edit does.
      const { tryEdit } = await import('../../lib/gate/try-edit.ts');
      return tryEdit(oneCommand(ports), edit);
    },
    sendCode: (command) => sendCode(oneCommand(ports), command),
  });
  return handle(page);
}

function oneCommand(ports: PagePorts): PagePorts {
  return { ...ports, ledger: rememberedLedger(ports.ledger) };
}
