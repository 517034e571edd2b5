import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** How all log groups of a gate are kept. */
export interface LogKeeping {
  /** @default six months */
  readonly retention?: RetentionDays;
  /** @default CloudWatch's own key */
  readonly encryptionKey?: IKey;
}

/** A log group with a fixed name. It goes with the stack: what must be kept stands in the audit table, not in logs. */
export function keptLogs(
  scope: Construct,
  id: string,
  { name, retention = RetentionDays.SIX_MONTHS, encryptionKey }: LogKeeping & { readonly name: string },
): LogGroup {
  if (encryptionKey !== undefined) letLogsUse(encryptionKey, scope, name);
  return new LogGroup(scope, id, {
    logGroupName: name,
    retention,
    removalPolicy: RemovalPolicy.DESTROY,
    ...(encryptionKey === undefined ? {} : { encryptionKey }),
  });
}

// CloudWatch asks as itself, for the one log group that it names. A key that was imported must allow this by its own policy.
function letLogsUse(key: IKey, scope: Construct, logGroupName: string): void {
  const { partition, region, account } = Stack.of(scope);
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      resources: ['*'],
      conditions: {
        ArnEquals: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:${logGroupName}`,
        },
      },
    }),
    true,
  );
}
