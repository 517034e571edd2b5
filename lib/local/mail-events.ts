import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseProperties } from './template/parse-properties.ts';
import type { Place } from './template/resource-types.ts';
import type { Stack } from './template/stack.ts';

/** A mail that was accepted, as far as events about it tell. */
export const acceptedMailShape = z.object({
  messageId: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  configurationSet: z.string().optional(),
  tags: z.array(z.object({ Name: z.string(), Value: z.string() })),
});
export type AcceptedMail = z.infer<typeof acceptedMailShape>;

/** Which events of a configuration set go to the default bus, by the template's names for them. */
export type EventDestination = { readonly configurationSet: string; readonly types: readonly string[] };

const destinationProperties = z.strictObject({
  ConfigurationSetName: z.string(),
  EventDestination: z.strictObject({
    Name: z.string().optional(),
    Enabled: z.boolean().default(false),
    MatchingEventTypes: z.array(
      z.enum([
        'send',
        'reject',
        'bounce',
        'complaint',
        'delivery',
        'open',
        'click',
        'renderingFailure',
        'deliveryDelay',
        'subscription',
      ]),
    ),
    EventBridgeDestination: z.strictObject({
      EventBusArn: z.string().regex(/:event-bus\/default$/, 'SES sends to the default bus only'),
    }),
  }),
});

/** The enabled event destinations of the template. @throws Error for any other target than the default bus */
export function eventDestinationsOf({ resources }: Stack): readonly EventDestination[] {
  return resources
    .filter(({ type }) => type === 'AWS::SES::ConfigurationSetEventDestination')
    .flatMap((resource) => {
      const { ConfigurationSetName, EventDestination } = parseProperties(destinationProperties, resource);
      const { Enabled, MatchingEventTypes } = EventDestination;
      return Enabled ? [{ configurationSet: ConfigurationSetName, types: MatchingEventTypes }] : [];
    });
}

// SES's mailbox simulator, by the part before the @; a label behind a + is left out.
const simulated: Readonly<Record<string, (at: string) => Told>> = {
  bounce: (at) => bounced(at, 'General'),
  // As if the address had bounced before and were on SES's own list.
  suppressionlist: (at) => bounced(at, 'Suppressed'),
  complaint: (timestamp) => ({
    type: 'complaint',
    detailType: 'Email Complaint Received',
    detail: {
      eventType: 'Complaint',
      complaint: { timestamp, complaintFeedbackType: 'abuse', feedbackId: randomUUID() },
    },
  }),
};

type Told = { readonly type: string; readonly detailType: string; readonly detail: Readonly<Record<string, unknown>> };

function bounced(timestamp: string, bounceSubType: string): Told {
  const bounce = { timestamp, bounceType: 'Permanent', bounceSubType, feedbackId: randomUUID() };
  return { type: 'bounce', detailType: 'Email Bounced', detail: { eventType: 'Bounce', bounce } };
}

/**
 * What SES tells EventBridge of a mail to an address of its mailbox simulator; nothing of all other mails. `now` in epoch
 * milliseconds.
 */
export function simulatedEvents(
  mail: AcceptedMail,
  {
    destinations,
    now,
    place,
  }: { readonly destinations: readonly EventDestination[]; readonly now: number; readonly place: Place },
): readonly object[] {
  const at = new Date(now).toISOString();
  const types = destinations.flatMap(({ configurationSet, types }) =>
    configurationSet === mail.configurationSet ? types : [],
  );
  return mail.to.flatMap((address) => {
    const [, name = ''] = /([a-z]+)(?:\+[^@]*)?@simulator\.amazonses\.com>?$/i.exec(address) ?? [];
    const told = Object.hasOwn(simulated, name) ? simulated[name]?.(at) : undefined;
    return told !== undefined && types.includes(told.type) ? [eventOf(told, { mail, at, place })] : [];
  });
}

function eventOf(
  { detailType, detail }: Told,
  { mail, at, place }: { readonly mail: AcceptedMail; readonly at: string; readonly place: Place },
) {
  const { messageId, from: source, to: destination, configurationSet = '' } = mail;
  const own = Object.fromEntries(mail.tags.map(({ Name, Value }) => [Name, [Value]]));
  const tags = { ...own, 'ses:configuration-set': [configurationSet], 'ses:operation': ['SendEmail'] };
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': detailType,
    source: 'aws.ses',
    account: place.account,
    time: `${at.slice(0, 19)}Z`,
    region: place.region,
    resources: [`arn:aws:ses:${place.region}:${place.account}:configuration-set/${configurationSet}`],
    detail: {
      ...detail,
      mail: {
        timestamp: at,
        source,
        messageId,
        destination,
        sendingAccountId: place.account,
        headersTruncated: true,
        tags,
      },
    },
  };
}
