import { DeleteItemCommand, DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import type { LocalRuns, StartedRun } from './local-runs.ts';

/** Tool, decision and the rule below the tool, such as `refund ask rules[0]`, in the order of the ledger. */
export async function decisionsIn(stack: LocalRuns, run: StartedRun): Promise<readonly string[]> {
  const applied = await stack.entries(run, 'policy.applied');
  const names = await toolNames(stack, run, applied);
  return applied.map(({ decision, rule }, index) => {
    const name = names[index] ?? '';
    return `${name} ${decision} ${rule.replace(`tools.${name}.`, '')}`;
  });
}

/** The tools that these entries are about, by the names that the model called. */
export async function toolNames(
  stack: LocalRuns,
  run: StartedRun,
  about: readonly { readonly toolUseId: string }[],
): Promise<readonly string[]> {
  const calls = await stack.entries(run, 'call.recorded');
  return about.map(({ toolUseId }) => calls.find((call) => call.toolUseId === toolUseId)?.name ?? toolUseId);
}

/** All items of a table that an example's functions keep, texts and numbers as texts; none while nobody has made the table. */
export async function itemsOf(stack: LocalRuns, table: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const client = dynamodbOf(stack);
  const scan = new ScanCommand({ TableName: table, ConsistentRead: true });
  const { Items = [] } = await client.send(scan).catch((error: Error) => {
    if (error.name === 'ResourceNotFoundException') return { Items: [] };
    throw error;
  });
  return Items.map((item) => Object.fromEntries(Object.entries(item).map(([name, { S, N }]) => [name, S ?? N ?? ''])));
}

/** Empties a table of an example's functions; `keys` are its key attributes, which hold texts. */
export async function removeItems(
  stack: LocalRuns,
  { table, keys }: { readonly table: string; readonly keys: readonly string[] },
): Promise<void> {
  const client = dynamodbOf(stack);
  for (const item of await itemsOf(stack, table)) {
    const Key = Object.fromEntries(keys.map((key) => [key, { S: item[key] ?? '' }]));
    await client.send(new DeleteItemCommand({ TableName: table, Key }));
  }
}

function dynamodbOf({ endpoints: { region, endpoints } }: LocalRuns): DynamoDBClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new DynamoDBClient({ region, credentials, endpoint: endpoints.dynamodb });
}
