import type { ReportedAsking } from './report-call.ts';
import type { ReportFact } from './report-facts.ts';
import type { AskedView } from './views.ts';

/** What a report says of an asking beside who was asked: whom no notice reached, who was added, told or left out, and how a no counts. */
export function askedFacts({
  people = [],
  requesters = [],
  no,
  assurance = 'link',
}: ReportedAsking): readonly ReportFact[] {
  const listed = (label: string, ids: readonly string[]): readonly ReportFact[] =>
    ids.length === 0 ? [] : [{ label, text: ids.join(', ') }];
  const withRole = (role: AskedView['role']) => people.filter((one) => one.role === role).map(({ id }) => id);
  const unreached = people.flatMap(({ id, notice }) => {
    const words = unreachedWords[notice];
    return words === undefined ? [] : [`${id} (${words})`];
  });
  return [
    ...listed('Asked later', withRole('escalated')),
    ...listed('Only told', withRole('informed')),
    ...listed('Not reached', unreached),
    ...listed(
      'May not decide',
      requesters.map((id) => `${id}, who asked for the run`),
    ),
    ...(no === 'majority'
      ? [{ label: 'A no', text: 'of one person did not decide while enough others could still say yes' }]
      : []),
    ...(assurance === 'link' ? [] : [{ label: 'Demanded', text: `an answer with the assurance ${assurance}` }]),
  ];
}

const unreachedWords: Partial<Readonly<Record<AskedView['notice'], string>>> = {
  planned: 'the notice was not sent yet',
  failed: 'the notice could not be sent',
  returned: 'the notice came back',
};
