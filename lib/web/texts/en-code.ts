/** The page that asks for the code from an approver's mailbox. */
export const enCode = {
  title: 'Enter the code from your mailbox',
  lead: (name: string) =>
    `Nothing is recorded yet. A mail with a code of six digits is on its way to the mailbox of ${name}.`,
  goodUntil: (instant: string) => `It is good until ${instant}, and for this answer only.`,
  label: 'Code',
  hint: 'Six digits. If no mail comes within a few minutes, look among the unwanted mails too.',
  send: 'Answer with this code',
  sendAnother: 'Send me another code',
  wrong: (triesLeft: number) =>
    triesLeft === 1
      ? 'That is not the code for this answer. You can try once more.'
      : `That is not the code for this answer. You can try ${triesLeft} more times.`,
  over: 'This code counts no more: it is too old, or was tried too often. Have another one sent.',
  tooMany:
    'Five codes were sent within the last hour, and no more are sent just now. The newest one still counts while it is good, for the very answer that it was sent for: with the same comment, and the same change.',
  notSent: 'The mail with the code could not be sent. Try again in a few minutes; nothing is recorded yet.',
} as const;
