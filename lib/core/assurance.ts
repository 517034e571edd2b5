import type { Assurance, RequestedCall } from './approval-entries.ts';

/** What a request demands of whoever answers it. */
export type DemandedAssurance = NonNullable<RequestedCall['assurance']>;

const enough: Readonly<Record<DemandedAssurance, readonly Assurance[]>> = {
  link: ['topic', 'link', 'code', 'iam'],
  code: ['code', 'iam'],
  iam: ['iam'],
};

/** Whether a verdict is as sure as its request demands; who may use a topic at all, the list of approvers says. */
export function isSureEnough({
  needed = 'link',
  given,
}: {
  readonly needed: DemandedAssurance | undefined;
  readonly given: Assurance;
}): boolean {
  return enough[needed].includes(given);
}
