import type { ActionEntry, ActionStatus } from '../core/action-entries.ts';
import { shortForm } from '../core/hashes.ts';
import type { CallName, Telling, ToldDetail } from './story-tellings.ts';

/** Puts into words what the gate did by itself: actions and what was seen of them, grants, questions about the run. */
export function tellAction(entry: ActionEntry, call: CallName): Telling {
  switch (entry.type) {
    case 'policy.sealed':
      return {
        kind: 'policy',
        title: `The gate file was kept as policy ${shortForm(entry.policyVersion)}`,
        // The chain has ids only, and whom the gate file names by them may be others by the time that somebody asks.
        detail: [
          { label: 'Approvers then', text: entry.text, member: 'approvers' },
          { label: 'Requesters then', text: entry.text, member: 'requesters' },
        ],
      };
    case 'action.started':
      return act(`${call(entry.toolUseId)}: the action was started`, [
        { label: 'Attempt', text: String(entry.attempt) },
        { label: 'Key', text: shortForm(entry.idempotencyKey) },
        { label: 'Digest', text: shortForm(entry.digest) },
      ]);
    case 'action.finished':
      return act(`${call(entry.toolUseId)}: ${statusWords[entry.status]}`, [
        ...(entry.why === undefined ? [] : [{ label: 'Why', text: entry.why }]),
        ...(entry.result === undefined
          ? []
          : [{ label: 'What the executor answered', text: entry.result, claim: 'unverified' as const }]),
      ]);
    case 'action.verified':
    case 'action.refuted':
      return act(
        `${call(entry.toolUseId)}: the verifier ${entry.type === 'action.verified' ? 'saw it done' : 'saw that it was not done'}`,
        [
          { label: 'What it saw', text: entry.reason },
          ...(entry.evidence === undefined ? [] : [{ label: 'Evidence', text: entry.evidence }]),
        ],
      );
    case 'action.unverified':
      return act(`${call(entry.toolUseId)}: nobody could verify it`, [{ label: 'Error', text: entry.error }]);
    case 'grant.made':
      return act(`${call(entry.toolUseId)}: the harness may run it once`, [
        { label: 'Grant', text: entry.grantId },
        { label: 'Until', text: entry.until },
      ]);
    case 'question.raised':
      return {
        kind: 'request',
        title: `People are asked how the run is to go on: ${entry.rule}`,
        detail: [
          { label: 'Choices', text: entry.choices.join(', ') },
          { label: 'Used', text: entry.input, member: 'used' },
          { label: 'Allowed', text: entry.input, member: 'allowed' },
        ],
      };
  }
}

const statusWords: Readonly<Record<ActionStatus, string>> = {
  done: 'the executor says that it is done',
  failed: 'the executor says that it failed',
  retry: 'the executor asks for another attempt',
  unknown: 'nobody knows whether it was done',
  prevented: 'the gate did not carry it out',
};

function act(title: string, detail: readonly ToldDetail[]): Telling {
  return { kind: 'action', title, detail };
}
