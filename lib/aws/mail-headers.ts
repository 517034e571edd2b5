/** A header of a mail, as SES takes it. */
export type MailHeader = { readonly Name: string; readonly Value: string };

/**
 * What the mails of a gate have beside addresses and subject. `inReplyTo` is the id that SES returned for an earlier mail, sent from
 * the same region.
 */
export function mailHeaders({
  region,
  inReplyTo,
}: {
  readonly region: string;
  readonly inReplyTo?: string;
}): readonly MailHeader[] {
  return [
    // RFC 3834, and what Exchange asks for instead: nobody reads the answers of an absent approver's mailbox. Delivery reports
    // are not suppressed: a mail that comes back must be heard of.
    { Name: 'Auto-Submitted', Value: 'auto-generated' },
    { Name: 'X-Auto-Response-Suppress', Value: 'OOF, AutoReply' },
    ...(inReplyTo === undefined ? [] : threadHeaders(messageIdHeader(inReplyTo, region))),
  ];
}

function threadHeaders(messageId: string): readonly MailHeader[] {
  return [
    { Name: 'In-Reply-To', Value: messageId },
    { Name: 'References', Value: messageId },
  ];
}

// SES makes the header from the id that it returns, and in its oldest region from another name than elsewhere.
function messageIdHeader(messageId: string, region: string): string {
  return `<${messageId}@${region === 'us-east-1' ? 'email' : region}.amazonses.com>`;
}
