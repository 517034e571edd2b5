import type { RunId, ToolUseId } from '../../lib/core/ids.ts';
import { type ActPorts, act } from '../../lib/gate/act.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { eventTexts } from '../event-texts.ts';

/** Called once per call that is to be carried out, and again by the state's retries. Its answer is read by nobody. */
export function actHandler(ports: ActPorts): (payload: unknown) => Promise<Record<string, never>> {
  return async (payload) => {
    const { runId, epoch, toolUseId } = eventTexts(payload, ['runId', 'epoch', 'toolUseId']);
    await act(
      { ...ports, ledger: rememberedLedger(ports.ledger) },
      { runId: runId as RunId, epoch: Number(epoch), toolUseId: toolUseId as ToolUseId },
    );
    return {};
  };
}
