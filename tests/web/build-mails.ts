import type { Language } from '../../lib/core/gate-file.ts';
import type { ApproverId, ToolUseId } from '../../lib/core/ids.ts';
import type { RequesterView } from '../../lib/gate/requester-view.ts';
import type { CallView, RequestView } from '../../lib/gate/views.ts';
import { cancelledMail } from '../../lib/web/cancelled-mail.ts';
import { codeMail } from '../../lib/web/code-mail.ts';
import { outcomeMail } from '../../lib/web/outcome-mail.ts';
import { changedMail, escalationMail, informationMail, reminderMail, requestMail } from '../../lib/web/request-mail.ts';
import { requesterMail } from '../../lib/web/requester-mail.ts';
import { callView, closed, requestView } from './build-view.ts';

export const link = 'https://gate.example/a/Zt0sJ4wq3m3Q0VYx9k1p2r3s4t5u6v7w8x9y0zABCDE';

export const news = {
  reader: { language: 'en', timeZone: 'UTC' },
  gate: 'ferry',
  stage: 'dev',
  sender: 'gate@example.com',
  guard: 'guarded',
  runId: 'run-0',
} as const satisfies Partial<RequesterView>;

/** A request whose every text from outside is this one. */
export function viewOf(
  text: string,
  options: { readonly language?: Language; readonly call?: Partial<CallView> } = {},
): RequestView {
  const { language = 'en', call = {} } = options;
  return requestView({
    approver: { ...requestView().approver, language },
    requester: { name: { kind: 'text', text }, assurance: 'claimed' },
    prompt: { kind: 'text', text },
    agentWords: { kind: 'text', text },
    calls: [
      callView({
        shown: [{ label: 'Item', at: '/item', value: text }],
        input: { item: text },
        undecided: [text],
        edited: {
          by: { id: 'kim' as ApproverId, name: 'Kim Osei' },
          at: '2026-03-04T11:30:00.000Z',
          words: { kind: 'text', text },
          changes: [{ at: `/${text}`, before: 'x', after: text }],
        },
        ...call,
      }),
    ],
  });
}

/** The same for somebody who may not decide. */
export function onlyTold(view: RequestView): RequestView {
  const { id, name } = view.approver;
  const asked = [{ id, name, role: 'informed', notice: 'sent' } as const];
  return { ...view, calls: view.calls.map((call) => ({ ...call, asked })) };
}

/** Every kind of mail over one text; `links` is how many addresses it may have. */
export function everyMail(text: string, language: Language = 'en') {
  const open = viewOf(text, { language });
  const words = { kind: 'text', text } as const;
  const decided = viewOf(text, {
    language,
    call: {
      standing: closed('approved', words),
      cameTo: { kind: 'failed', verified: false, reason: words },
    },
  });
  const reader = { language, timeZone: 'Asia/Tokyo' };
  const call = {
    tool: 'confirm_ferry_booking',
    digest: callView().digest,
    deadline: callView().deadline,
  } as const;
  const short = { given: 1, needed: 2, noes: 1 };
  return [
    { kind: 'request', links: 1, mail: requestMail(open, link) },
    { kind: 'reminder', links: 1, mail: reminderMail(open, link) },
    { kind: 'escalation', links: 1, mail: escalationMail(open, link) },
    { kind: 'changed', links: 1, mail: changedMail(open, link) },
    { kind: 'information', links: 0, mail: informationMail(open) },
    { kind: 'outcome', links: 0, mail: outcomeMail(decided) },
    {
      kind: 'cancelled',
      links: 0,
      mail: cancelledMail(viewOf(text, { language, call: { standing: closed('cancelled') } })),
    },
    { kind: 'outcome-told', links: 0, mail: outcomeMail(onlyTold(decided)) },
    {
      kind: 'cancelled-told',
      links: 0,
      mail: cancelledMail(onlyTold(viewOf(text, { language, call: { standing: closed('cancelled') } }))),
    },
    {
      kind: 'code',
      links: 0,
      mail: codeMail({
        code: '493021',
        request: open,
        toolUseId: 'tooluse_1' as ToolUseId,
        verdict: 'approve',
        validUntil: '2026-03-04T12:15:00.000Z',
      }),
    },
    { kind: 'waiting', links: 0, mail: requesterMail({ ...news, reader, tells: 'waiting', calls: [call] }) },
    { kind: 'expired', links: 0, mail: requesterMail({ ...news, reader, tells: 'expired', calls: [call] }) },
    { kind: 'broken-off', links: 0, mail: requesterMail({ ...news, reader, tells: 'broken-off', calls: [] }) },
    {
      kind: 'expired-short',
      links: 0,
      mail: requesterMail({ ...news, reader, tells: 'expired', calls: [{ ...call, short }] }),
    },
    {
      kind: 'not-continued',
      links: 0,
      mail: requesterMail({
        ...news,
        reader,
        tells: 'expired',
        calls: [{ ...call, tool: 'caps.turns', question: 'cap' }],
      }),
    },
    {
      kind: 'finished',
      links: 0,
      mail: requesterMail({
        ...news,
        reader,
        tells: 'finished',
        outcome: 'done',
        calls: [{ tool: call.tool, outcome: 'approved', action: { status: 'done', verified: true } }],
      }),
    },
  ] as const;
}
