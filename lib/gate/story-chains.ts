import type { GrantEntry } from '../core/grant.ts';
import { shortForm } from '../core/hashes.ts';
import type { StopEntry } from '../core/stop-entries.ts';
import type { Telling } from './story-tellings.ts';

/** Puts into words what stands in the chains beside those of runs: grants and their use, the gate's stops. */
export function tellChainEntry(entry: GrantEntry | StopEntry): Telling {
  switch (entry.type) {
    case 'grant.granted':
      return {
        kind: 'action',
        title: `Granted for ${entry.toolUseId}: the harness may run it once`,
        detail: [
          { label: 'Run', text: entry.runId },
          { label: 'Digest', text: shortForm(entry.digest) },
          { label: 'Until', text: entry.until },
        ],
      };
    case 'grant.used':
      return { kind: 'action', title: `The guard let ${entry.toolUseId} pass: the grant is used up`, detail: [] };
    case 'gate.stopped':
      return { kind: 'trouble', title: 'The whole gate was stopped: nothing began any more', detail: saidBy(entry) };
    case 'gate.lifted':
      return { kind: 'run', title: 'The stop was lifted: new runs began again', detail: saidBy(entry) };
  }
}

function saidBy({ by, reason }: StopEntry): Telling['detail'] {
  return [
    { label: 'Who it was', text: by, member: 'arn', claim: 'iam' },
    { label: 'Reason', text: reason, claim: 'iam' },
  ];
}
