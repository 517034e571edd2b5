import type { RequestId, RunId } from '../../lib/core/ids.ts';
import { type AskPorts, ask } from '../../lib/gate/ask.ts';
import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { eventTexts } from '../event-texts.ts';

/** Called once per entering of Ask. Its answer is read by nobody: the state waits for the callback. */
export function askHandler(ports: AskPorts): (payload: unknown) => Promise<Record<string, never>> {
  return async (payload) => {
    const { runId, requestId, taskToken, enteredAt } = eventTexts(payload, [
      'runId',
      'requestId',
      'taskToken',
      'enteredAt',
    ]);
    await ask(
      { ...ports, ledger: rememberedLedger(ports.ledger) },
      { runId: runId as RunId, requestId: requestId as RequestId, taskToken, enteredAt },
    );
    return {};
  };
}
