import type { VerdictKind } from './approval-entries.ts';
import type { ToolRule } from './gate-file.ts';
import type { CallState, Run } from './run.ts';
import { subjectNameOf } from './wrapped-call.ts';

/**
 * The verdicts that people can give on a call. Edits only where the gate carries the call out or lets exactly it pass: elsewhere
 * nobody could see to it that the edited call is the one that runs.
 */
export function offersOn(
  tool: ToolRule | undefined,
  { run, call }: { readonly run: Run; readonly call: CallState },
): readonly VerdictKind[] {
  if (tool?.question === true) return ['answer', 'reject'];
  const canBeEdited = call.policy?.carriedOutBy !== undefined;
  return [
    'approve',
    ...(canBeEdited ? (['edit'] as const) : []),
    'reject',
    ...(maySendBack(tool, { run, call }) ? (['revise'] as const) : []),
  ];
}

/** Whether the run has not used up how often calls of the tool may be sent back. */
export function maySendBack(
  tool: ToolRule | undefined,
  { run, call }: { readonly run: Run; readonly call: CallState },
): boolean {
  return tool !== undefined && revisionsOf(run, subjectNameOf(call)) < tool.maxRevisions;
}

/** How often calls of a tool were sent back in this run. */
function revisionsOf(run: Run, tool: string): number {
  return run.calls.filter((call) => call.closed?.outcome === 'sent-back' && subjectNameOf(call) === tool).length;
}
