import type { GateFile } from './gate-file.ts';
import type { ApproverId } from './ids.ts';
import { type Principal, principalOf } from './principal.ts';

/** Who asked for a run: as its start input says, and who signed the start, where AWS vouches for that. */
export interface WhoAsked {
  readonly requester: string;
  readonly caller?: Principal;
}

/**
 * The approvers who are the person that asked, by all that the gate knows: the name that the start gives, compared with ids, names
 * and addresses, and the principal that signed it. That is as sure as the start itself, and no surer.
 */
export function approversWhoAsked(gate: GateFile, { requester, caller }: WhoAsked): readonly ApproverId[] {
  const given = folded(requester);
  const mails = Object.entries(gate.requesters).flatMap(([id, { mail }]) =>
    [folded(id), folded(mail)].includes(given) ? [folded(mail)] : [],
  );
  return Object.entries(gate.approvers).flatMap(([id, { name, mail, iam, iamSession }]) => {
    const isNamed = [folded(id), folded(name), folded(mail)].includes(given) || mails.includes(folded(mail));
    const signedAs = iam === undefined ? undefined : principalOf(iam)?.arn;
    const hasSigned =
      caller !== undefined &&
      signedAs === caller.arn &&
      (iamSession === undefined || iamSession === caller.sessionName);
    return isNamed || hasSigned ? [id as ApproverId] : [];
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
