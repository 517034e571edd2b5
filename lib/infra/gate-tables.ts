import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';

/** The three tables: chains, sealed texts, and secrets that may be lost. */
export class GateTables extends Construct {
  /** Append-only: no role gets an update or a delete, and nothing in it ever expires. */
  readonly audit: Table;
  readonly contents: Table;
  readonly operational: Table;

  constructor(scope: Construct, id: string, { prefix }: { readonly prefix: string }) {
    super(scope, id);
    const kept: Pick<
      TableProps,
      'billingMode' | 'pointInTimeRecoverySpecification' | 'deletionProtection' | 'removalPolicy'
    > = {
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    this.audit = new Table(this, 'Audit', {
      ...kept,
      tableName: `${prefix}-audit`,
      partitionKey: { name: 'chain', type: AttributeType.STRING },
      sortKey: { name: 'seq', type: AttributeType.NUMBER },
    });
    this.contents = new Table(this, 'Contents', {
      ...kept,
      tableName: `${prefix}-contents`,
      partitionKey: { name: 'runId', type: AttributeType.STRING },
      sortKey: { name: 'part', type: AttributeType.STRING },
    });
    this.operational = new Table(this, 'Operational', {
      billingMode: BillingMode.PAY_PER_REQUEST,
      // It may be lost and is rebuilt: tokens by the next entering of Ask, links by the next notice.
      removalPolicy: RemovalPolicy.DESTROY,
      tableName: `${prefix}-operational`,
      partitionKey: { name: 'key', type: AttributeType.STRING },
      sortKey: { name: 'sort', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiresAt',
    });
  }
}
