import { Stack, Validations } from 'aws-cdk-lib';
import type { CfnHarness } from 'aws-cdk-lib/aws-bedrockagentcore';
import type { IConstruct } from 'constructs';

/**
 * Findings of cdk-nag's AwsSolutions pack that are right as they are, each with the reason. They are named exactly, so that
 * another wildcard in the same policy is still found; no app needs cdk-nag for them.
 */
export const acknowledged = {
  pageWithoutAuthorizer: (route: IConstruct) =>
    acknowledge(
      route,
      'APIG4',
      "The link's secret, 256 random bits that a person got by mail, is what admits to the page.",
    ),
  tracingByChoice: (machine: IConstruct) =>
    acknowledge(
      machine,
      'SF2',
      'Tracing is off until asked for (tracing): the ledger tells every step of a run already.',
    ),
  traces: (policies: IConstruct) =>
    acknowledge(
      policies,
      'IAM5[Resource::*]',
      'Traces have no narrower resource, and are sent only because tracing was asked for.',
    ),
  logDelivery: (policies: IConstruct) =>
    acknowledge(
      policies,
      'IAM5[Resource::*]',
      'Setting up the delivery of a log has no narrower resource (AWS, Step Functions).',
    ),
  harnessTelemetry: (policies: IConstruct) =>
    acknowledge(
      policies,
      'IAM5[Resource::*]',
      'X-Ray, metrics (of one namespace) and the token for the public image have no narrower resource.',
    ),
  modelOfAnyRegion: (policies: IConstruct, modelId: string) =>
    acknowledge(
      policies,
      `IAM5[Resource::arn:<AWS::Partition>:bedrock:*::foundation-model/${modelId}]`,
      'An inference profile picks the region of each call; the model is one.',
    ),
  harnessLogs: (policies: IConstruct, harness: CfnHarness) => {
    const id = Stack.of(harness).getLogicalId(harness);
    acknowledge(
      policies,
      `IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:/aws/bedrock-agentcore/runtimes/<${id}.Environment.AgentCoreRuntimeEnvironment.AgentRuntimeId>-*]`,
      "One log group per endpoint, named by the service behind this harness's own id.",
    );
  },
  vaultSecret: (policies: IConstruct, secret: string) =>
    acknowledge(
      policies,
      `IAM5[Resource::arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:${secret}]`,
      'Secrets Manager ends the name of a secret with six characters that nobody knows before.',
    ),
} as const;

function acknowledge(where: IConstruct, rule: string, reason: string): void {
  Validations.of(where).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}
