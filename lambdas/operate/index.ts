import { SFNClient } from '@aws-sdk/client-sfn';
import { runningRuns } from '../../lib/aws/executions.ts';
import { readSettings } from '../../lib/settings.ts';
import { cancelledMail, cancelledTopicMessage } from '../../lib/web/cancelled-mail.ts';
import { gateBeside } from '../gate-beside.ts';
import { newsLetters } from '../news-letters.ts';
import { noticePorts } from '../notice-ports.ts';
import { operations } from '../operations.ts';
import { surroundings } from '../surroundings.ts';
import { waitingPorts } from '../waiting-ports.ts';
import { operateHandler } from './handler.ts';

const settings = readSettings('operate');
const gate = gateBeside();
const { count, failed, watched } = operations(gate);

const waiting = waitingPorts(settings, count);

const handle = operateHandler({
  ...surroundings,
  ...waiting,
  ...noticePorts(gate, { topicArns: settings.TOPIC_ARNS, operational: waiting.operational }),
  gate,
  runs: runningRuns(new SFNClient({}), settings.STATE_MACHINE_ARN),
  wakeFailed: ({ error }) => failed('A run could not be woken after a verdict', error),
  render: { cancelledMail, cancelledTopic: cancelledTopicMessage, ...newsLetters },
});

export const handler = watched((event: unknown) => handle(event));
