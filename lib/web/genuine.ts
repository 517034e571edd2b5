import type { Texts } from './texts/texts.ts';

/** What a message knows of who sends it; a gate whose people are asked by topics alone has no address. */
interface Sent {
  readonly sender?: string;
  /** @default a person's mailbox */
  readonly to?: 'person' | 'topic';
}

/** How to tell a message of the gate's from one that only looks like it: by who sends it, where its link leads, what that page shows. */
export function genuineWords(
  sent: Sent,
  texts: Texts,
  link?: { readonly host: string; readonly digests: string },
): string {
  const { genuine } = texts.told;
  const origin = originOf(sent, texts);
  const words = link === undefined ? genuine.unlinked(origin) : genuine.linked(origin, link.host, link.digests);
  return isByTopic(sent) && sent.sender !== undefined ? `${words} ${genuine.mailsFrom(sent.sender)}` : words;
}

function originOf(sent: Sent, { told }: Texts): string {
  return sent.sender === undefined || isByTopic(sent) ? told.genuine.topic : told.genuine.sender(sent.sender);
}

// A subscriber's mail comes from SNS and not from the gate's own address.
function isByTopic({ to }: Sent): boolean {
  return to === 'topic';
}
