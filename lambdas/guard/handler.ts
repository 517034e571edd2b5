import { type GuardAnswer, type GuardPorts, guard } from '../../lib/gate/guard.ts';

/** Called by the harness before each tool call, which waits for the answer; no answer counts as a denial. */
export function guardHandler(ports: GuardPorts): (event: unknown) => Promise<GuardAnswer> {
  return (event) => guard(ports, event);
}
