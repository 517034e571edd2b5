import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import { AwsError, callAwsJson } from './aws-json.ts';
import type { DynamoDbThread } from './dynamodb-thread.ts';
import type { Listening } from './http-server.ts';
import { parseProperties } from './template/parse-properties.ts';
import type { Resource } from './template/stack.ts';
import { type DeskLog, startThread } from './thread.ts';

export type DynamoDbOptions = {
  readonly port: number;
  /** Where LevelDB keeps the tables. */
  readonly directory: string;
  readonly clock: { readonly shared: SharedArrayBuffer };
  readonly region: string;
  readonly account: string;
  readonly log: DeskLog;
};

/** Starts DynamoDB (dynalite on LevelDB): a write that was answered survives kill -9. */
export async function startDynamoDb(options: DynamoDbOptions): Promise<Listening> {
  mkdirSync(options.directory, { recursive: true });
  return startThread({
    name: 'dynamodb',
    module: new URL('./dynamodb-thread.ts', import.meta.url),
    data: { path: options.directory, shared: options.clock.shared } satisfies DynamoDbThread,
    port: options.port,
    env: { AWS_REGION: options.region, AWS_ACCOUNT_ID: options.account },
    log: options.log,
  });
}

/** Creates the template's table where it is missing and keeps it where it is there. @throws Error when its keys changed */
export async function ensureTable(url: string, table: Resource): Promise<void> {
  const wanted = tableDefinition(table);
  try {
    await callAwsJson({ url, target: 'DynamoDB_20120810.CreateTable', body: wanted });
  } catch (error) {
    if (!(error instanceof AwsError && error.name === 'ResourceInUseException')) throw error;
    const { Table } = existingTable.parse(
      await callAwsJson({ url, target: 'DynamoDB_20120810.DescribeTable', body: { TableName: wanted.TableName } }),
    );
    if (shapeOf(Table) === shapeOf(wanted)) return;
    // AWS would replace the table or rebuild an index; guessing here could lose what the table holds.
    throw new Error(
      `Table ${wanted.TableName} (${table.logicalId}) exists with other keys or indexes than the template's; delete the desk's directory, or name the table differently`,
    );
  }
}

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const throughput = z.object({ ReadCapacityUnits: z.coerce.number(), WriteCapacityUnits: z.coerce.number() });
const index = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({ ProjectionType: z.string(), NonKeyAttributes: z.array(z.string()).optional() }),
  ProvisionedThroughput: throughput.optional(),
});

const tableProperties = z.strictObject({
  TableName: z.string().optional(),
  KeySchema: keySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  BillingMode: z.enum(['PAY_PER_REQUEST', 'PROVISIONED']).optional(),
  ProvisionedThroughput: throughput.optional(),
  GlobalSecondaryIndexes: z.array(index).optional(),
  LocalSecondaryIndexes: z.array(index).optional(),
  // These change how AWS keeps a table and what it costs, not what a program sees of it within a run on a desk.
  ContributorInsightsSpecification: z.unknown().optional(),
  DeletionProtectionEnabled: z.unknown().optional(),
  OnDemandThroughput: z.unknown().optional(),
  PointInTimeRecoverySpecification: z.unknown().optional(),
  ResourcePolicy: z.unknown().optional(),
  SSESpecification: z.unknown().optional(),
  TableClass: z.unknown().optional(),
  Tags: z.unknown().optional(),
  TimeToLiveSpecification: z.unknown().optional(),
  WarmThroughput: z.unknown().optional(),
});

const shape = z.object({
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keySchema })).optional(),
  LocalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: keySchema })).optional(),
});
const existingTable = z.object({ Table: z.unknown() });

function tableDefinition(table: Resource) {
  const properties = parseProperties(tableProperties, table);
  return {
    TableName: table.physicalName,
    KeySchema: properties.KeySchema,
    AttributeDefinitions: properties.AttributeDefinitions,
    BillingMode: properties.BillingMode ?? 'PROVISIONED',
    ProvisionedThroughput: properties.ProvisionedThroughput,
    GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes,
    LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
  };
}

/** Keys and indexes in one order, so that two definitions can be compared. */
function shapeOf(definition: unknown): string {
  const { KeySchema, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = shape.parse(definition);
  const keys = (schema: typeof KeySchema) => schema.map((key) => `${key.KeyType} ${key.AttributeName}`).sort();
  const indexes = [...GlobalSecondaryIndexes, ...LocalSecondaryIndexes].map((one) =>
    [one.IndexName, ...keys(one.KeySchema)].join(' '),
  );
  return JSON.stringify([keys(KeySchema), indexes.sort()]);
}
