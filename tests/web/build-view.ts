import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ApproverId, RequestId, RunId, ToolUseId } from '../../lib/core/ids.ts';
import type { CallView, RequestView, Text } from '../../lib/gate/views.ts';

export const noon = '2026-03-04T12:00:00.000Z';
export const noonMs = Date.parse(noon);

/** One open call as the gate would show it. */
export function callView(changes: Partial<CallView> = {}): CallView {
  return {
    toolUseId: 'tooluse_1' as ToolUseId,
    tool: 'confirm_ferry_booking',
    description: 'Books the sailing and charges the card.',
    effect: 'irreversible',
    shown: [
      { label: 'Sailing', at: '/sailing', value: 'NS-204' },
      { label: 'Amount', at: '/amount', unit: 'EUR', value: 184.5 },
    ],
    atMost: 'Books one sailing for up to five people and charges at most 500 EUR.',
    input: { sailing: 'NS-204', amount: 184.5, passengers: ['Ada', 'Grace'] },
    undecided: [],
    notInRequest: [],
    digest: sha256Hex('call 1'),
    deadline: '2026-03-05T12:00:00.000Z',
    standing: { kind: 'open' },
    quorum: 1,
    no: 'one',
    offers: ['approve', 'reject'],
    asked: [],
    requesters: [],
    answers: [],
    answerBy: 'link',
    whoActs: 'agent',
    ...changes,
  };
}

/** A request with one open call. */
export function requestView(changes: Partial<RequestView> = {}): RequestView {
  return {
    runId: 'run-0' as RunId,
    requestId: 'request-0' as RequestId,
    gate: 'ferry',
    stage: 'dev',
    sender: 'gate@example.com',
    guard: 'guarded',
    policy: { kind: 'current' },
    approver: { id: 'morgan' as ApproverId, name: 'Morgan Reyes', kind: 'person', language: 'en', timeZone: 'UTC' },
    requester: { name: { kind: 'text', text: 'sam@example.com' }, assurance: 'claimed' },
    prompt: { kind: 'text', text: 'Book the earliest ferry on Friday for two.' },
    agentWords: { kind: 'text', text: 'I found the 07:40 sailing.' },
    calls: [callView()],
    beside: [],
    did: [],
    turnedDown: [],
    now: noon,
    ...changes,
  };
}

/** A closed standing, decided by Kim an hour ago. */
export function closed(
  outcome: 'approved' | 'rejected' | 'expired' | 'cancelled',
  words?: Text,
): Extract<CallView['standing'], { readonly kind: 'closed' }> {
  const by =
    outcome === 'approved' || outcome === 'rejected'
      ? [{ id: 'kim' as ApproverId, name: 'Kim Osei', ...(words === undefined ? {} : { words }) }]
      : [];
  return { kind: 'closed', outcome, at: '2026-03-04T11:00:00.000Z', by };
}
