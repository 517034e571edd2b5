import { z } from 'zod';
import type { Json } from '../../lib/core/canonical-json.ts';
import { advance, type Next } from '../../lib/gate/advance.ts';
import type { AdvancePorts } from '../../lib/gate/advance-ports.ts';

// Written by the state machine alone; checked all the same, because whoever may invoke the function may write anything.
const event = z.strictObject({
  execution: z.strictObject({
    executionArn: z.string().min(1),
    executionName: z.string().min(1),
    executionStartedAt: z.iso.datetime(),
    machineArn: z.string().min(1),
  }),
  input: z.json(),
});

/** Called once per entering of Advance, and again by its retries. */
export function advanceHandler(ports: AdvancePorts): (payload: unknown) => Promise<Next> {
  return (payload) => {
    const { execution, input } = event.parse(payload);
    return advance(ports, execution, input as Json);
  };
}
