import type { TellPorts } from '../lib/gate/tell.ts';
import { outcomeMail, outcomeTopicMessage } from '../lib/web/outcome-mail.ts';
import { requesterMail, requesterTopicMessage } from '../lib/web/requester-mail.ts';

/** How what came of something is worded, whichever function tells it. */
export const newsLetters: TellPorts['render'] = {
  outcome: { mail: outcomeMail, topic: outcomeTopicMessage },
  requester: { mail: requesterMail, topic: requesterTopicMessage },
};
