import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { configurationSetOf, type GateFile, type GateMail } from '../core/gate-file.ts';
import { prefixOf } from './gate-names.ts';

/**
 * Tells a function of every mail of the gate that came back. A configuration set that the gate file names is somebody else's: it
 * gets one more destination for its events, and nothing else of it is touched.
 */
export function mailEvents(
  scope: Construct,
  { gate, mail, handler }: { readonly gate: GateFile; readonly mail: GateMail; readonly handler: IFunction },
): Rule {
  const name = configurationSetOf(gate, mail);
  const set = mail.configurationSet === undefined ? new CfnConfigurationSet(scope, 'Mails', { name }) : undefined;
  new CfnConfigurationSetEventDestination(scope, 'MailEvents', {
    configurationSetName: set?.ref ?? name,
    eventDestination: {
      name: prefixOf(gate),
      enabled: true,
      matchingEventTypes: ['bounce', 'complaint', 'reject'],
      // SES takes no other bus.
      eventBridgeDestination: {
        eventBusArn: Stack.of(scope).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' }),
      },
    },
  });
  return new Rule(scope, 'ReturnedMails', {
    ruleName: `${prefixOf(gate)}-returned-mails`,
    description: `Mails of ${prefixOf(gate)} that bounced, were complained about or were rejected`,
    eventPattern: {
      source: ['aws.ses'],
      detailType: ['Email Bounced', 'Email Complaint Received', 'Email Rejected'],
      detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
    },
    // A day: nothing that could still be brought forward waits for longer.
    targets: [new LambdaTarget(handler, { retryAttempts: 10, maxEventAge: Duration.days(1) })],
  });
}
