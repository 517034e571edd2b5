import type { GrantEntry } from '../core/grant.ts';
import { shortForm } from '../core/hashes.ts';
import type { StopEntry } from '../core/stop-entries.ts';
import { mostTries } from '../core/verdict-code.ts';
import { mostViews, type ViewEntry, type Visitor, type VisitorSign } from '../core/view-entries.ts';
import type { Telling } from './story-tellings.ts';

/** Puts into words what stands in the chains beside those of runs: grants and their use, who looked at a request, the gate's stops. */
export function tellChainEntry(entry: GrantEntry | StopEntry | ViewEntry): Telling {
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
    case 'view.opened':
      return {
        kind: 'notice',
        title: 'The request was looked at with a valid link',
        detail: [
          { label: 'By', text: visitorWords(entry) },
          { label: 'Hash of the link', text: shortForm(entry.linkHash) },
          ...fullNote(entry.opened),
        ],
      };
    case 'view.refused':
      return {
        kind: 'trouble',
        title: 'Somebody tried a link with a wrong secret',
        detail: [{ label: 'By', text: visitorWords(entry) }, ...fullNote(entry.refused)],
      };
    case 'code.refused':
      return {
        kind: 'trouble',
        title: codeTitles[entry.why],
        detail: [
          { label: 'By', text: visitorWords(entry) },
          { label: 'For', text: `${entry.verdict} on ${entry.toolUseId}` },
          { label: 'Tries left', text: `${entry.triesLeft} of ${mostTries}` },
          { label: 'Hash of the link', text: shortForm(entry.linkHash) },
          ...fullNote((entry.why === 'wrong' ? entry.codesWrong : entry.codesOver) ?? 0),
        ],
      };
  }
}

const codeTitles = {
  wrong: 'A wrong code was tried with a valid link',
  over: 'A code was tried with a valid link where none counted: too old, used up, or never sent',
} as const;

function visitorWords({ seemed, because }: Visitor): string {
  if (seemed === 'unknown') return 'nobody knows whom';
  return `what looked like a ${seemed} (${because.map((sign) => signWords[sign]).join(', ')})`;
}

const signWords = {
  head: 'it asked for the headers only',
  prefetch: 'it said that it fetches ahead',
  'no-user-agent': 'it did not say what it is',
  'user-agent': 'it called itself one',
  navigation: 'a browser said that somebody opened it',
} as const satisfies Readonly<Record<VisitorSign, string>>;

function fullNote(count: number): Telling['detail'] {
  return count < mostViews ? [] : [{ label: 'From here on', text: 'no more of these are kept' }];
}

function saidBy({ by, reason }: StopEntry): Telling['detail'] {
  return [
    { label: 'Who it was', text: by, member: 'arn', claim: 'iam' },
    { label: 'Reason', text: reason, claim: 'iam' },
  ];
}
