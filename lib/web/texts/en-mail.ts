import { enCount } from './en-numbers.ts';

/** Mails and topic messages. */
export const enMail = {
  subject: (about: string) => `Approval needed: ${about}`,
  andMore: (more: number) => (more === 0 ? '' : ` and ${more} more`),
  intro: (calls: string, gate: string, stage: string) =>
    `An agent behind the gate "${gate}" (${stage}) has stopped before ${calls} and waits for an answer. Nothing happens without one.`,
  open: 'To see everything and to answer, open this page:',
  byOpening: 'Opening the page decides nothing. A reply to this message decides nothing either.',
  linkIsYours: (name: string) =>
    `The link was made for ${name}. Whoever has it answers in that name, so do not forward it.`,
  genuine: (host: string, digests: string) =>
    `How to tell a genuine message: it comes from the address that always writes for this gate, its only link leads to ${host}, and that page shows the same digest (${digests}).`,
  more: (characters: number) => `[${enCount(characters)} more characters: open the page to see all]`,
  unlinked:
    'Addresses in quoted words are written with [.] and [:] so that mail programs make no links of them. The page shows them exactly.',
  hidden: 'Codes such as ⟦U+202E⟧ stand for hidden characters.',
  moreCalls: (calls: number) =>
    calls === 1 ? 'One more call stands on the page.' : `${enCount(calls)} more calls stand on the page.`,
  onPage: 'The agent also wrote a text of its own. It is unverified and stands on the page only.',
  otherArguments: 'All arguments are on the page.',
  cancelledSubject: (about: string) => `Nothing left to answer: ${about}`,
  cancelledIntro: (gate: string, stage: string) =>
    `You were asked for an approval by the gate "${gate}" (${stage}). The run behind it was stopped or has ended before anybody decided, so there is nothing left to answer. These calls were cancelled:`,
  gateStopped: 'The whole gate was stopped, not this run alone. If it is still wanted, it is asked anew later.',
  cancelledLinks: 'The link in the earlier message decides nothing any more; it shows how the request ended.',
};
