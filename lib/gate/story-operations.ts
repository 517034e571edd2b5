import type { OperationEntry } from '../core/operation-entries.ts';
import type { CallName, Telling } from './story-tellings.ts';

/** Puts into words what the guard said and what happened to a run from outside. */
export function tellOperation(entry: OperationEntry, call: CallName): Telling {
  switch (entry.type) {
    case 'calls.cleared':
      return {
        kind: 'policy',
        title: `The guard lets the harness run ${entry.toolUseIds.map(call).join(', ')}`,
        detail: [],
      };
    case 'call.denied':
      return {
        kind: 'policy',
        title: `The guard denied ${call(entry.toolUseId)}: it did not run`,
        detail: entry.reason === undefined ? [] : [{ label: 'What the agent was told', text: entry.reason }],
      };
    case 'guard.missing':
      return {
        kind: 'trouble',
        title: `The harness ran ${entry.toolUseIds.map(call).join(', ')} without the guard's leave`,
        detail: [{ label: 'Next', text: 'the run ends; docs/runbook.md, guard-missing, says what to look for' }],
      };
    case 'run.stop-requested':
      return {
        kind: 'trouble',
        title:
          entry.gateStop === undefined
            ? 'An operator stopped the run'
            : 'The whole gate was stopped, and the run with it',
        detail: [
          { label: 'Who it was', text: entry.by, member: 'arn', claim: 'iam' },
          ...(entry.reason === undefined ? [] : [{ label: 'Reason', text: entry.reason, claim: 'iam' as const }]),
        ],
      };
    case 'execution.died':
      return {
        kind: 'trouble',
        title: `The execution ended outside the gate's control: ${entry.status}`,
        detail: [{ label: 'At', text: entry.diedAt }],
      };
  }
}
