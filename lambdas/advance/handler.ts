import type { Json } from '../../lib/core/canonical-json.ts';
import { advance, type Next } from '../../lib/gate/advance.ts';
import type { AdvancePorts } from '../../lib/gate/advance-ports.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import type { Execution } from '../../lib/gate/start-run.ts';
import { eventTexts } from '../event-texts.ts';

/** Called once per entering of Advance, and again by its retries. */
export function advanceHandler(ports: AdvancePorts): (payload: unknown) => Promise<Next> {
  return (payload) => {
    const { execution, input } = partsOf(payload);
    return advance({ ...ports, ledger: rememberedLedger(ports.ledger) }, execution, input);
  };
}

function partsOf(payload: unknown): { readonly execution: Execution; readonly input: Json } {
  const members = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const names = ['executionArn', 'executionName', 'executionStartedAt', 'machineArn'] as const;
  // The input is whatever JSON somebody started the execution with; what may stand in it is the gate's to say.
  return { execution: eventTexts(members.get('execution'), names), input: members.get('input') as Json };
}
