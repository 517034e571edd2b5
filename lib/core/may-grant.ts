import type { Json } from './canonical-json.ts';
import { isCovered, isExchanged } from './covered.ts';
import { type GateFile, toolOf } from './gate-file.ts';
import { type CallState, passes, type Run } from './run.ts';
import { subjectOf } from './wrapped-call.ts';

/** What a grant is made for: the call that the harness may run once. */
export interface GrantSubject {
  readonly tool: string;
  readonly input: Json;
}

/**
 * The wall before a grant, as the act function has one before an action: what a call asks for, if the gate file lets it pass.
 * What it is about is read from the stored call anew, and not from what the ledger says of it.
 */
export function grantSubjectOf(
  run: Run,
  call: CallState,
  facts: { readonly gate: GateFile; readonly input: Json; readonly labels: Readonly<Record<string, string>> },
): GrantSubject | undefined {
  if (run.stopRequested !== undefined || !passes(call) || isExchanged(run, call)) return undefined;
  const { gate, labels } = facts;
  const subject = subjectOf(gate, { name: call.name, input: facts.input });
  if (subject.kind === 'misused' || toolOf(gate, subject.tool)?.runBy !== 'harness') return undefined;
  const { tool, input } = subject;
  // People were shown what the record says it is about.
  if (tool !== call.policy?.subject) return undefined;
  return isCovered(run, call, { gate, tool, input, labels }) ? { tool, input } : undefined;
}
