import type { MailOptions } from '../lib/aws/mail-courier.ts';
import { configurationSetOf, type GateFile } from '../lib/core/gate-file.ts';

/** In whose name mails leave, as the gate file says it. */
export function senderOf(gate: GateFile): MailOptions {
  const { mail, gate: name, stage } = gate;
  const sender = mail === undefined ? {} : { from: mail.from, configurationSet: configurationSetOf(gate, mail) };
  return { gate: name, stage, ...sender };
}
