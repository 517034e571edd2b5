import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table, TableEncryption, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';

export interface GateTablesProps {
  /** What the tables' names begin with. */
  readonly prefix: string;
  /** @default a key that AWS owns */
  readonly encryptionKey?: IKey;
}

/** The three tables: chains, sealed texts, and secrets that may be lost. */
export class GateTables extends Construct {
  /** Append-only: no role gets an update or a delete, and nothing in it ever expires. */
  readonly audit: Table;
  readonly contents: Table;
  readonly operational: Table;

  constructor(scope: Construct, id: string, { prefix, encryptionKey }: GateTablesProps) {
    super(scope, id);
    const all: Pick<TableProps, 'billingMode' | 'encryption' | 'encryptionKey' | 'pointInTimeRecoverySpecification'> = {
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(encryptionKey === undefined ? {} : { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    };
    const kept: Pick<TableProps, 'deletionProtection' | 'removalPolicy'> = {
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    };
    this.audit = new Table(this, 'Audit', {
      ...all,
      ...kept,
      tableName: `${prefix}-audit`,
      partitionKey: { name: 'chain', type: AttributeType.STRING },
      sortKey: { name: 'seq', type: AttributeType.NUMBER },
    });
    this.contents = new Table(this, 'Contents', {
      ...all,
      ...kept,
      tableName: `${prefix}-contents`,
      partitionKey: { name: 'runId', type: AttributeType.STRING },
      sortKey: { name: 'part', type: AttributeType.STRING },
    });
    this.operational = new Table(this, 'Operational', {
      ...all,
      // It may be lost and is rebuilt: tokens by the next entering of Ask, links by the next notice.
      removalPolicy: RemovalPolicy.DESTROY,
      tableName: `${prefix}-operational`,
      partitionKey: { name: 'key', type: AttributeType.STRING },
      sortKey: { name: 'sort', type: AttributeType.STRING },
      timeToLiveAttribute: 'expiresAt',
    });
  }
}
