import { z } from 'zod';

const mailStore = z.object({
  emails: z.array(
    z.object({
      messageId: z.string(),
      /** Epoch seconds. */
      at: z.number(),
      subject: z.string().default(''),
      destination: z.object({ to: z.array(z.string()).default([]) }),
      body: z.object({ html: z.string().default(''), text: z.string().default('') }),
    }),
  ),
});

const topicStore = z.object({
  messages: z.array(
    z.object({
      messageId: z.string(),
      topicArn: z.string(),
      subject: z.string().default(''),
      message: z.string(),
      at: z.number(),
    }),
  ),
});

export type StoredMail = z.infer<typeof mailStore>['emails'][number];
export type StoredMessage = z.infer<typeof topicStore>['messages'][number];

/** The mails that the desk's SES took, newest first. @param url the store's address */
export async function storedMails(url: string): Promise<readonly StoredMail[]> {
  return mailStore.parse(await readJson(url)).emails.toSorted((a, b) => b.at - a.at);
}

/** The messages that were published to the desk's topics, newest first. */
export async function storedMessages(url: string): Promise<readonly StoredMessage[]> {
  return topicStore.parse(await readJson(url)).messages.toReversed();
}

async function readJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered with ${response.status}`);
  return response.json();
}
