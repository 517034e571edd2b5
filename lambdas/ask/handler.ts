import { z } from 'zod';
import type { RequestId, RunId } from '../../lib/core/ids.ts';
import { type AskPorts, ask } from '../../lib/gate/ask.ts';

const event = z.strictObject({
  runId: z.string().min(1),
  requestId: z.string().min(1),
  taskToken: z.string().min(1),
  enteredAt: z.string().min(1),
});

/** Called once per entering of Ask. Its answer is read by nobody: the state waits for the callback. */
export function askHandler(ports: AskPorts): (payload: unknown) => Promise<Record<string, never>> {
  return async (payload) => {
    const { runId, requestId, taskToken, enteredAt } = event.parse(payload);
    await ask(ports, { runId: runId as RunId, requestId: requestId as RequestId, taskToken, enteredAt });
    return {};
  };
}
