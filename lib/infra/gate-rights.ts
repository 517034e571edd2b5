import type { Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { GateFile } from '../core/gate-file.ts';

/** Rights that CDK's own grants would give too much of: each verb is one line of the design's table of rights. */
export const rights = {
  /** Consistent reads of whole chains, texts or secrets. */
  read: (who: IGrantable, table: Table) => allow(who, ['dynamodb:GetItem', 'dynamodb:Query'], [table.tableArn]),
  /** Puts only: nobody has an update or a delete. */
  put: (who: IGrantable, table: Table) => allow(who, ['dynamodb:PutItem'], [table.tableArn]),
  wakeRuns: (who: IGrantable, stateMachineArn: string) => allow(who, ['states:SendTaskSuccess'], [stateMachineArn]),
  /** The service checks both actions, on the harness and on the endpoint that is named. */
  invokeHarness: (who: IGrantable, harness: { readonly arn: string; readonly qualifier: string }) =>
    allow(
      who,
      ['bedrock-agentcore:InvokeHarness', 'bedrock-agentcore:InvokeAgentRuntime'],
      [harness.arn, `${harness.arn}/harness-endpoint/${harness.qualifier}`],
    ),
  sendMail: (who: IGrantable, stack: Stack, mail: NonNullable<GateFile['mail']>) =>
    allow(
      who,
      ['ses:SendEmail'],
      [
        // SES checks the identity that matched the sender: the address itself or its domain.
        sesArn(stack, `identity/${mail.from}`),
        sesArn(stack, `identity/${mail.from.slice(mail.from.lastIndexOf('@') + 1)}`),
        ...(mail.configurationSet === undefined ? [] : [sesArn(stack, `configuration-set/${mail.configurationSet}`)]),
      ],
    ),
  publish: (who: IGrantable, topicArn: string) => allow(who, ['sns:Publish'], [topicArn]),
} as const;

function allow(who: IGrantable, actions: readonly string[], resources: readonly string[]): void {
  who.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
}

function sesArn(stack: Stack, resource: string): string {
  return stack.formatArn({
    service: 'ses',
    resource: resource.split('/')[0] ?? '',
    resourceName: resource.slice(resource.indexOf('/') + 1),
  });
}
