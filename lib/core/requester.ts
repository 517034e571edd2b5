import type { GateFile, Hears } from './gate-file.ts';
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
  const given = namesIn(requester);
  const mails = Object.entries(gate.requesters).flatMap(([id, { mail }]) =>
    [folded(id), folded(mail)].some((name) => given.includes(name)) ? [folded(mail)] : [],
  );
  return Object.entries(gate.approvers).flatMap(([id, { name, mail, iam, iamSession }]) => {
    const names = [folded(id), folded(name), folded(mail)];
    const isNamed = names.some((one) => given.includes(one)) || mails.includes(folded(mail));
    const signedAs = iam === undefined ? undefined : principalOf(iam)?.arn;
    const hasSigned =
      caller !== undefined &&
      signedAs === caller.arn &&
      (iamSession === undefined || iamSession === caller.sessionName);
    return isNamed || hasSigned ? [id as ApproverId] : [];
  });
}

/** The people of the gate file who hear of a run: whoever its start names as the requester, by id or address. */
export function hearersOf({ requesters }: GateFile, { requester }: WhoAsked): readonly Hearer[] {
  return Object.entries(requesters).flatMap(([id, { mail, hears }]) =>
    [folded(id), folded(mail)].some((name) => namesIn(requester).includes(name))
      ? [{ id: `${hearerPrefix}${id}` as ApproverId, hears }]
      : [],
  );
}

/** Somebody who hears of a run, as notices name them: `requester:<id>`. */
export type Hearer = { readonly id: ApproverId; readonly hears: readonly Hears[] };

const hearerPrefix = 'requester:';

/** The id in the gate file of whoever a notice is for; `undefined` for approvers and topics. */
export function requesterOf(id: ApproverId): string | undefined {
  return id.startsWith(hearerPrefix) ? id.slice(hearerPrefix.length) : undefined;
}

/** As it stands, and where it is written as in a mail's head, `Alex Kim <alex@example.com>`, each half of it. */
function namesIn(requester: string): readonly string[] {
  const [, name = '', mail = ''] = /^([^<>]*)<([^<>]+)>\s*$/.exec(requester) ?? [];
  return [requester, name, mail].map(folded).filter((text) => text !== '');
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
