import { readSettings } from '../../lib/settings.ts';
import { linkPath } from '../../lib/web/opened-link.ts';
import {
  changedMail,
  changedTopicMessage,
  escalationMail,
  escalationTopicMessage,
  informationMail,
  informationTopicMessage,
  reminderMail,
  reminderTopicMessage,
  requestMail,
  requestTopicMessage,
} from '../../lib/web/request-mail.ts';
import { gateBeside } from '../gate-beside.ts';
import { noticePorts } from '../notice-ports.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { waitingPorts } from '../waiting-ports.ts';
import { askHandler } from './handler.ts';

const settings = readSettings('ask');
const gate = gateBeside();
const { count, watched } = operations(gate);
const waiting = waitingPorts(settings, count);

const handle = askHandler({
  ...surroundings,
  ...waiting,
  ...noticePorts(gate, { topicArns: settings.TOPIC_ARNS, operational: waiting.operational }),
  gate,
  linkOf: (linkSecret) => `${settings.PAGE_URL}${linkPath(linkSecret)}`,
  render: {
    mail: { request: requestMail, reminder: reminderMail, escalation: escalationMail, changed: changedMail },
    topic: {
      request: requestTopicMessage,
      reminder: reminderTopicMessage,
      escalation: escalationTopicMessage,
      changed: changedTopicMessage,
    },
    information: { mail: informationMail, topic: informationTopicMessage },
  },
});

export const handler = watched((event: unknown) => handle(event));
