import type { ApprovalRequested } from '../core/approval-entries.ts';
import type { GateFile, Reader } from '../core/gate-file.ts';
import type { ApproverId } from '../core/ids.ts';
import { requesterOf } from '../core/requester.ts';
import type { Run } from '../core/run.ts';
import { gateOfVersion } from './gate-of-version.ts';
import type { Contents } from './ports.ts';
import type { RequestView } from './views.ts';

/** What is known of approvers, by id. */
export type People = Pick<GateFile, 'approvers'>;

/** The people of a request: as the deployed gate file knows them, else as the one does that asks them. */
export async function peopleAsked(
  ports: { readonly gate: GateFile; readonly contents: Contents },
  run: Run,
  { policyVersion }: ApprovalRequested,
): Promise<People> {
  const asking = await gateOfVersion(ports, run, policyVersion);
  return { approvers: { ...asking?.approvers, ...ports.gate.approvers } };
}

/** Where an approver's mail goes; `undefined` for one who has left the gate file. */
export function approverAddress(people: People, id: ApproverId): string | undefined {
  return Object.hasOwn(people.approvers, id) ? people.approvers[id]?.mail : undefined;
}

/** Where mail to `requester:<id>` goes; `undefined` for everybody else, and for one who has left the gate file. */
export function requesterAddress({ requesters }: Pick<GateFile, 'requesters'>, id: ApproverId): string | undefined {
  const requester = requesterOf(id);
  if (requester === undefined || !Object.hasOwn(requesters, requester)) return undefined;
  return requesters[requester]?.mail;
}

/** An approver as people read it. A person who has left the gate file since appears by id. */
export function approverOf(people: People, id: ApproverId): RequestView['approver'] {
  const topic = /^topic:(.*)$/.exec(id)?.[1];
  if (topic !== undefined) return { id, name: `the topic ${topic}`, kind: 'topic', ...unknownReader };
  const person = Object.hasOwn(people.approvers, id) ? people.approvers[id] : undefined;
  const { language, timeZone } = person ?? unknownReader;
  return { id, name: person?.name ?? id, kind: 'person', language, timeZone };
}

// Of a topic's readers nobody knows how they read.
const unknownReader: Reader = { language: 'en', timeZone: 'UTC' };
