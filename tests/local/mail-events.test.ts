import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDesk } from '../../lib/local/desk.ts';
import { type AcceptedMail, eventDestinationsOf, simulatedEvents } from '../../lib/local/mail-events.ts';
import { loadStack } from '../../lib/local/template/stack.ts';
import { probeAssets, probeTemplate } from './support/probe-stack.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const place = { region: 'us-east-1', account: '123456789012' };
const bus = 'arn:aws:events:us-east-1:123456789012:event-bus/default';

const destination = (eventBus = bus) => ({
  Type: 'AWS::SES::ConfigurationSetEventDestination',
  Properties: {
    ConfigurationSetName: 'notices',
    EventDestination: {
      Enabled: true,
      MatchingEventTypes: ['bounce', 'reject'],
      EventBridgeDestination: { EventBusArn: eventBus },
    },
  },
});

const mailTo = (...to: readonly string[]): AcceptedMail => ({
  messageId: 'ses-1',
  from: 'gate@example.com',
  to: [...to],
  configurationSet: 'notices',
  tags: [{ Name: 'kind', Value: 'request' }],
});

const notices = [{ configurationSet: 'notices', types: ['bounce', 'complaint'] }];
const eventsOf = (mail: AcceptedMail, destinations = notices) =>
  simulatedEvents(mail, { destinations, now: Date.parse('2026-03-02T09:00:00.000Z'), place });

describe('events of the mailbox simulator', () => {
  test('tell of a bounce for good in the shape of SES, with the id, tags and configuration set of the mail', () => {
    expect(eventsOf(mailTo('Rita <bounce+rita@simulator.amazonses.com>'))).toMatchObject([
      {
        source: 'aws.ses',
        'detail-type': 'Email Bounced',
        time: '2026-03-02T09:00:00Z',
        detail: {
          eventType: 'Bounce',
          bounce: { bounceType: 'Permanent', timestamp: '2026-03-02T09:00:00.000Z' },
          mail: { messageId: 'ses-1', tags: { kind: ['request'], 'ses:configuration-set': ['notices'] } },
        },
      },
    ]);
  });

  test('tell of complaints, and of nothing for other addresses, other configuration sets and types that nobody asked for', () => {
    expect(eventsOf(mailTo('complaint@simulator.amazonses.com'))).toMatchObject([
      { 'detail-type': 'Email Complaint Received', detail: { eventType: 'Complaint' } },
    ]);
    expect(eventsOf(mailTo('rita@example.com', 'success@simulator.amazonses.com', 'bounce@example.com'))).toEqual([]);
    const back = mailTo('bounce@simulator.amazonses.com');
    expect(eventsOf({ ...back, configurationSet: 'others' })).toEqual([]);
    expect(eventsOf(back, [{ configurationSet: 'notices', types: ['complaint'] }])).toEqual([]);
  });

  test('are sent to the default bus only: any other destination stops the start', () => {
    const stackWith = (one: object) =>
      loadStack({ Resources: { Events: one } }, { name: 'desk', place, parameters: {}, apiEndpoint: () => '' });
    expect(eventDestinationsOf(stackWith(destination()))).toEqual([
      { configurationSet: 'notices', types: ['bounce', 'reject'] },
    ]);
    expect(() => eventDestinationsOf(stackWith(destination(`${bus}s`)))).toThrow('default bus only');
  });
});

test('a rule of the template calls its function for a mail that came back, when the mailbox has had its time', async () => {
  const directory = temporaryDirectory();
  const lines: string[] = [];
  const rule = {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventPattern: {
        source: ['aws.ses'],
        'detail-type': ['Email Bounced'],
        detail: { mail: { tags: { 'ses:configuration-set': ['notices'] } } },
      },
      Targets: [{ Id: 'Target0', Arn: { 'Fn::GetAtt': ['Page', 'Arn'] } }],
      State: 'ENABLED',
    },
  };
  const desk = await startDesk({
    template: { ...probeTemplate, Resources: { ...probeTemplate.Resources, Events: destination(), Returned: rule } },
    assets: probeAssets(join(directory, 'cdk.out'), {
      page: 'export const handler = async ({ detail }) => { console.log(`told ${detail.mail.messageId}`); };',
    }),
    harness: { kind: 'embedded', harnesses: [] },
    log: (_, line) => lines.push(line),
    directory: join(directory, '.local'),
  });
  onTestFinished(desk.close);
  const ses = new SESv2Client(sdkClient(desk.endpoints.sesv2));
  const { MessageId } = await ses.send(
    new SendEmailCommand({
      FromEmailAddress: 'gate@example.com',
      Destination: { ToAddresses: ['bounce@simulator.amazonses.com'] },
      ConfigurationSetName: 'notices',
      Content: { Simple: { Subject: { Data: 'Asked' }, Body: { Text: { Data: 'Well?' } } } },
    }),
  );
  expect(lines.join('\n')).not.toContain('told');
  desk.advance(3_000);
  await vi.waitFor(() => expect(lines.join('\n')).toContain(`told ${MessageId}`), { timeout: 10_000 });
});
