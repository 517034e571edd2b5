import { Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IConstruct } from 'constructs';
import { configurationSetOf, type GateFile, type GateMail } from '../core/gate-file.ts';

/** Rights that CDK's own grants would give too much of: each verb is one line of the design's table of rights. */
export const rights = {
  /** Consistent reads of whole chains, texts or secrets. */
  read: (who: IGrantable, table: Table) => {
    allow(who, ['dynamodb:GetItem', 'dynamodb:Query'], [table.tableArn]);
    useKey(who, table, ['kms:Decrypt', 'kms:DescribeKey']);
  },
  /** The same of items whose keys are like one of these patterns. */
  readUnder: (who: IGrantable, table: Table, keys: readonly string[]) => {
    who.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem', 'dynamodb:Query'],
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] } },
      }),
    );
    useKey(who, table, ['kms:Decrypt', 'kms:DescribeKey']);
  },
  /** Whole tables: which chains there are, for an export of all of them. */
  list: (who: IGrantable, table: Table) => allow(who, ['dynamodb:Scan'], [table.tableArn]),
  /** Puts only: nobody has an update or a delete. */
  put: (who: IGrantable, table: Table) => {
    allow(who, ['dynamodb:PutItem'], [table.tableArn]);
    useKey(who, table, keyActionsOfPuts);
  },
  /** Puts of some kinds of items, by how their keys begin: whoever may say that a session was stopped can make no link. */
  putUnder: (who: IGrantable, table: Table, keysBegin: readonly string[]) => {
    who.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem'],
        resources: [table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keysBegin.map((begin) => `${begin}*`) } },
      }),
    );
    useKey(who, table, keyActionsOfPuts);
  },
  wakeRuns: (who: IGrantable, stateMachineArn: string) => allow(who, ['states:SendTaskSuccess'], [stateMachineArn]),
  startRuns: (who: IGrantable, stateMachineArn: string) => allow(who, ['states:StartExecution'], [stateMachineArn]),
  /** Which runs are under way, for a stop of all of them. */
  listRuns: (who: IGrantable, stateMachineArn: string) => allow(who, ['states:ListExecutions'], [stateMachineArn]),
  /** The service checks both actions, on the harness and on the endpoint that is named. */
  invokeHarness: (who: IGrantable, harness: { readonly arn: string; readonly qualifier: string }) =>
    allow(
      who,
      ['bedrock-agentcore:InvokeHarness', 'bedrock-agentcore:InvokeAgentRuntime'],
      [harness.arn, `${harness.arn}/harness-endpoint/${harness.qualifier}`],
    ),
  sendMail: (who: IGrantable & IConstruct, gate: GateFile, mail: GateMail) => {
    const stack = Stack.of(who);
    allow(
      who,
      ['ses:SendEmail'],
      [
        // SES checks the identity that matched the sender: the address itself or its domain.
        sesArn(stack, 'identity', mail.from),
        sesArn(stack, 'identity', mail.from.slice(mail.from.lastIndexOf('@') + 1)),
        sesArn(stack, 'configuration-set', configurationSetOf(gate, mail)),
      ],
    );
  },
  publish: (who: IGrantable, topicArn: string) => allow(who, ['sns:Publish'], [topicArn]),
  /** The function as it stands: no version or alias of it is ever called. */
  invoke: (who: IGrantable, functionArn: string) => allow(who, ['lambda:InvokeFunction'], [functionArn]),
  sign: (who: IGrantable, keyArn: string) => allow(who, ['kms:Sign'], [keyArn]),
  /** The public half of a key: enough to check what it signed. */
  readPublicKey: (who: IGrantable, keyArn: string) => allow(who, ['kms:GetPublicKey'], [keyArn]),
  /** Signed requests to routes of the gate's API, and to no other. */
  invokeRoutes: (who: IGrantable, routeArns: readonly string[]) => allow(who, ['execute-api:Invoke'], routeArns),
  /** Histories hold task tokens: who reads them could wake runs, and an auditor has no use for that. */
  denyHistories: (who: IGrantable, executionArns: string) =>
    who.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ['states:GetExecutionHistory'],
        resources: [executionArns],
      }),
    ),
} as const;

const keyActionsOfPuts = [
  'kms:Decrypt',
  'kms:DescribeKey',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
] as const;

function allow(who: IGrantable, actions: readonly string[], resources: readonly string[]): void {
  who.grantPrincipal.addToPrincipalPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));
}

// With a key of one's own, DynamoDB asks KMS in the name of whoever reads or writes.
function useKey(who: IGrantable, { encryptionKey, env, stack }: Table, actions: readonly string[]): void {
  if (encryptionKey === undefined) return;
  who.grantPrincipal.addToPrincipalPolicy(
    new PolicyStatement({
      actions: [...actions],
      resources: [encryptionKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${env.region}.${stack.urlSuffix}` } },
    }),
  );
}

function sesArn(stack: Stack, resource: string, resourceName: string): string {
  return stack.formatArn({ service: 'ses', resource, resourceName });
}
