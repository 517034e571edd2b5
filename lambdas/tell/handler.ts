import type { RunId } from '../../lib/core/ids.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { type TellPorts, tell } from '../../lib/gate/tell.ts';
import { eventTexts } from '../event-texts.ts';

/** Called once per entering of Tell, and again by its retries. */
export function tellHandler(ports: TellPorts): (payload: unknown) => Promise<Record<string, never>> {
  return async (payload) => {
    const { runId } = eventTexts(payload, ['runId']);
    await tell({ ...ports, ledger: rememberedLedger(ports.ledger) }, runId as RunId);
    return {};
  };
}
