import { BedrockAgentCoreControlClient } from '@aws-sdk/client-bedrock-agentcore-control';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { gateChains } from '../lib/aws/audit-table.ts';
import { harnessFacts } from '../lib/aws/harness-facts.ts';
import { keyFacts } from '../lib/aws/key-facts.ts';
import { look } from '../lib/aws/looked.ts';
import { mailFacts } from '../lib/aws/mail-facts.ts';
import { reach } from '../lib/aws/reachable.ts';
import { statesQuotas } from '../lib/aws/states-quotas.ts';
import { topicSubscriptions } from '../lib/aws/topic-facts.ts';
import type { DoctorPorts, Looked } from '../lib/cli/doctor/facts.ts';
import type { Target } from '../lib/cli/ports.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { gateStop } from '../lib/gate/gate-stop.ts';
import { gatePlace, regionOf, stackPlace } from './gate-place.ts';

/** What the doctor asks, of an account or of a desk. @throws Error when there is no desk, or no region to ask in */
export async function doctorPorts(target: Target, gate: GateFile): Promise<DoctorPorts> {
  return target.kind === 'local' ? localPorts(target, gate) : accountPorts(target, gate);
}

type StackTarget = Extract<Target, { readonly kind: 'stack' }>;

async function accountPorts(target: StackTarget, gate: GateFile): Promise<DoctorPorts> {
  const given = target.region === undefined ? {} : { region: target.region };
  const lambda = new LambdaClient(given);
  const region = await regionOf(lambda);
  const sns = new SNSClient({ region });
  const place = await look(() => stackPlace(target));
  const installed = place.kind === 'found' ? place.value.stateMachineArn.split(':') : [];
  const [accountId, machineName] = [installed[4], installed[6]];
  // The machine bears the bare prefix. The stage may have been given to cdk, so the gate file's counts only before that.
  const prefix = machineName ?? `${gate.gate}-${gate.stage}`;
  return {
    installation: async () =>
      place.kind === 'failed'
        ? place
        : {
            kind: 'found',
            value: { stack: target.name, region, state: place.kind === 'found' ? 'deployed' : 'not deployed' },
          },
    stoppedSince: async () => {
      if (place.kind === 'missing') return { kind: 'absent', why: 'the gate is not deployed' };
      return place.kind === 'failed' ? place : stoppedSince(new DynamoDBClient({ region }), place.value.tables.audit);
    },
    ...mailFacts(new SESv2Client({ region })),
    ...harnessFacts(new BedrockAgentCoreControlClient({ region })),
    ...keyFacts(new KMSClient({ region })),
    ...statesQuotas(new CloudWatchClient({ region }), () => Date.now()),
    subscriptions: async ({ id, arn }) => {
      const made =
        accountId === undefined ? undefined : `arn:${partitionOf(region)}:sns:${region}:${accountId}:${prefix}-${id}`;
      const topicArn = arn ?? made;
      if (topicArn !== undefined) return topicSubscriptions(sns, topicArn);
      return place.kind === 'failed' ? place : { kind: 'missing' };
    },
    functions: () => deployedFunctions(lambda, prefix),
    async clockAheadMs() {
      // Any regional address of AWS answers with its time, and wants no rights for that.
      const reached = await reach(
        `https://states.${region}.${partitionOf(region) === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com'}/`,
      );
      if (reached.kind !== 'found') return reached;
      const { aheadMs } = reached.value;
      return aheadMs === undefined
        ? { kind: 'failed', why: 'the answer had no date' }
        : { kind: 'found', value: aheadMs };
    },
    page: async () => (place.kind === 'found' ? reach(`${place.value.pageUrl}/doctor`) : place),
  };
}

function stoppedSince(dynamodb: DynamoDBClient, auditTable: string) {
  return look(async () => (await gateStop({ chains: gateChains(dynamodb, auditTable) }))?.at);
}

function deployedFunctions(lambda: LambdaClient, prefix: string) {
  return look(async () => {
    const configuration = (name: string) =>
      lambda.send(new GetFunctionConfigurationCommand({ FunctionName: `${prefix}-${name}` }));
    const [advance, guard, act] = await Promise.all([
      configuration('advance'),
      configuration('guard'),
      configuration('act'),
    ]);
    const variables = new Map(Object.entries(advance.Environment?.Variables ?? {}));
    return {
      advanceTimeoutSeconds: advance.Timeout ?? 0,
      harness: { arn: variables.get('HARNESS_ARN') ?? '', qualifier: variables.get('HARNESS_QUALIFIER') ?? 'DEFAULT' },
      guardArn: guard.FunctionArn ?? '',
      receiptKeyArn: act.Environment?.Variables?.['RECEIPT_KEY'] ?? '',
    };
  }, ['ResourceNotFoundException']);
}

async function localPorts(target: Extract<Target, { readonly kind: 'local' }>, gate: GateFile): Promise<DoctorPorts> {
  const { endpoints, region, pageUrl, credentials, stateMachineArn, tables } = await gatePlace(target);
  const access = { region, ...(credentials && { credentials }) };
  const sns = new SNSClient({ ...access, ...(endpoints && { endpoint: endpoints.sns }) });
  const dynamodb = new DynamoDBClient({ ...access, ...(endpoints && { endpoint: endpoints.dynamodb }) });
  const absent = (why: string) => async () => ({ kind: 'absent', why }) as const;
  const mail = absent('a desk delivers no mail and checks no sender');
  const harness = absent('a desk has no control plane of AgentCore; its harness is the script beside the gate file');
  const metrics = absent('a desk has no quotas');
  const accountId = stateMachineArn.split(':')[4] ?? '';
  return {
    installation: absent('a desk is no stack'),
    stoppedSince: () => stoppedSince(dynamodb, tables.audit),
    mailAccount: mail,
    mailIdentity: mail,
    mailEvents: mail,
    suppressed: mail,
    subscriptions: ({ id, arn }) =>
      arn === undefined
        ? topicSubscriptions(sns, `arn:aws:sns:${region}:${accountId}:${gate.gate}-${gate.stage}-${id}`)
        : Promise.resolve<Looked<never>>({ kind: 'absent', why: 'a topic of an account' }),
    harness,
    harnessEndpoint: harness,
    functions: absent('the template of this gate file is what a desk runs'),
    signingKey: absent('a desk makes its key when it starts'),
    executionQuotas: metrics,
    callbackQuota: metrics,
    clockAheadMs: absent('a desk has one clock, which it moves by itself'),
    page: () => reach(`${pageUrl}/doctor`),
  };
}

function partitionOf(region: string): string {
  if (region.startsWith('cn-')) return 'aws-cn';
  return region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws';
}
