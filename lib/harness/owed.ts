/** What decides whether a pending call is handed to us at a `tool_use` stop. */
export interface PendingCall {
  readonly name: string;
}

/**
 * The pending calls, in the model's order, that are ours to answer at this stop: up to the first one that the harness has
 * yet to run itself, since the calls behind it come at a hand-off of their own. The harness runs its own tools before it
 * hands over, so a pending call at the head is ours even if the gate file does not name it; behind a named call, an
 * unnamed one is taken for a tool of the harness's.
 */
export function handedCalls<Call extends PendingCall>(
  pending: readonly Call[],
  isNamed: (name: string) => boolean,
): readonly Call[] {
  const end = pending.findIndex(
    (call, index) => !isNamed(call.name) && pending.slice(0, index).some((before) => isNamed(before.name)),
  );
  return end < 0 ? pending : pending.slice(0, end);
}
