import { enCount } from './en-numbers.ts';

/** What stands on pages that record nothing. */
export const enTrouble = {
  unknown: 'This link leads to no request',
  unknownLead:
    'It may be incomplete, or it was never valid. Open the link from the mail once more, all of it. Nothing was recorded.',
  refused: 'Nothing was recorded',
  refusedNext: 'Open the link from the mail again and use the buttons on that page.',
  otherSite: 'The form was sent from another site than this page. Only the forms of this page count.',
  wrongNonce: 'The form was not made by this page for this call, so it counts for nothing.',
  wrongType: 'Only the form of this page is accepted (application/x-www-form-urlencoded).',
  tooLarge: (limit: number) => `The form is larger than ${enCount(limit)} bytes.`,
  unknownCall: 'The form names a call that is not part of this request.',
  digestDiffers: 'What you saw is not what would run',
  digestDiffersLead:
    'The form was made for another digest than the stored call has now, so nothing was recorded. Look at the call again before you answer.',
  notFound: 'There is no such page',
  notFoundLead: 'Open the link from the mail, all of it.',
  wrongMethod: 'This address does not answer to that',
  wrongMethodLead:
    'If you had sent an answer and came back here: open the link from the mail again, it shows what was recorded.',
  failed: 'Something went wrong here',
  failedLead:
    'It is not certain that your answer was recorded. Open the link from the mail again in a moment: it shows what is true. Answering twice does no harm.',
};
