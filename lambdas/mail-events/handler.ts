import { rememberedLedger } from '../../lib/gate/remembered-ledger.ts';
import { type ReturnedMail, type ReturnPorts, returnNotice } from '../../lib/gate/return-notice.ts';

/** Called by EventBridge for each mail that came back, and again by the retries of asynchronous invocations. */
export function mailEventsHandler(ports: ReturnPorts): (event: unknown) => Promise<'recorded' | 'nothing-to-do'> {
  return async (event) => {
    const returned = returnedMail(event);
    return returnNotice({ ...ports, ledger: rememberedLedger(ports.ledger) }, returned);
  };
}

/**
 * What an event of SES says: its kind, when, and the id of the mail. Addresses, subject and headers are in it too, and not looked at.
 * @throws Error that names what is allowed
 */
function returnedMail(event: unknown): ReturnedMail {
  const all = membersOf(event);
  const detail = membersOf(all.get('detail'));
  const messageId = membersOf(detail.get('mail')).get('messageId');
  const kind = kindOf(detail);
  const returnedAt = instantIn(kind?.told.get('timestamp')) ?? instantIn(all.get('time'));
  if (typeof messageId !== 'string' || kind === undefined || returnedAt === undefined) {
    throw new Error(
      'This event tells of no mail that came back. Allowed: a detail with mail.messageId, an eventType of Bounce, Complaint or Reject, and what belongs to it.',
    );
  }
  const { because, lasts } = kind;
  return { messageId, because, lasts, returnedAt };
}

type Members = ReadonlyMap<string, unknown>;

function kindOf(detail: Members): (Pick<ReturnedMail, 'because' | 'lasts'> & { readonly told: Members }) | undefined {
  switch (detail.get('eventType')) {
    case 'Bounce': {
      const told = membersOf(detail.get('bounce'));
      // A mailbox that is full, or a note of absence, says nothing about the next mail.
      return { because: 'bounce', lasts: told.get('bounceType') === 'Permanent' ? 'for-good' : 'for-now', told };
    }
    case 'Complaint':
      return { because: 'complaint', lasts: 'for-good', told: membersOf(detail.get('complaint')) };
    case 'Reject':
      // SES itself found something in the mail, and sent it to nobody.
      return { because: 'reject', lasts: 'for-good', told: membersOf(detail.get('reject')) };
    default:
      return undefined;
  }
}

function instantIn(value: unknown): string | undefined {
  const milliseconds = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
}

function membersOf(value: unknown): Members {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
