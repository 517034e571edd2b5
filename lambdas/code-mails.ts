import { SESv2Client } from '@aws-sdk/client-sesv2';
import { mailCourier } from '../lib/aws/mail-courier.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { codeMail } from '../lib/web/code-mail.ts';
import { senderOf } from './sender.ts';
import { sendingOnce } from './sending-once.ts';

/** What only an answer that demands a code needs: the client that mails it, and its words. */
export function codeMails(gate: GateFile) {
  return { mail: mailCourier(new SESv2Client(sendingOnce), senderOf(gate)), letter: codeMail };
}
