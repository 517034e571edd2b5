import { join } from 'node:path';
import { build } from 'esbuild';

interface Row {
  readonly function: string;
  readonly bundle: number;
  readonly 'its clients alone': number;
  readonly ratio: number;
}

const clients: Readonly<Record<string, string>> = {
  advance:
    "import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { BedrockAgentCoreClient, InvokeHarnessCommand } from '@aws-sdk/client-bedrock-agentcore'; export const all = [DynamoDBClient, PutItemCommand, QueryCommand, BedrockAgentCoreClient, InvokeHarnessCommand];",
  ask: "import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'; import { SNSClient, PublishCommand } from '@aws-sdk/client-sns'; import { SFNClient, SendTaskSuccessCommand } from '@aws-sdk/client-sfn'; export const all = [DynamoDBClient, PutItemCommand, QueryCommand, SESv2Client, SendEmailCommand, SNSClient, PublishCommand, SFNClient, SendTaskSuccessCommand];",
  guard:
    "import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'; export const all = [DynamoDBClient, GetItemCommand];",
  'verdict-page':
    "import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { SFNClient, SendTaskSuccessCommand } from '@aws-sdk/client-sfn'; export const all = [DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand, SFNClient, SendTaskSuccessCommand];",
};

/** The functions' bundles beside those of their SDK clients alone, in KiB. */
export async function measureBundles(root: string): Promise<readonly Row[]> {
  return Promise.all(
    Object.entries(clients).map(async ([name, contents]) => {
      const bundle = await kibibytes({ entryPoints: [join(root, 'lambdas', name, 'index.ts')] });
      const alone = await kibibytes({ stdin: { contents, resolveDir: root } });
      return { function: name, bundle, 'its clients alone': alone, ratio: Number((bundle / alone).toFixed(2)) };
    }),
  );
}

async function kibibytes(
  input:
    | { readonly entryPoints: string[] }
    | { readonly stdin: { readonly contents: string; readonly resolveDir: string } },
): Promise<number> {
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    write: false,
    legalComments: 'none',
  });
  return Math.round((outputFiles[0]?.contents.length ?? 0) / 1024);
}
