import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, functionBundle, otherCredentials } from '../../lib/infra/function-bundle.ts';
import { type FunctionName, functionSettings } from '../../lib/settings.ts';
import { gateFile } from '../support/gate-files.ts';

interface Row {
  readonly function: string;
  readonly bundle: number;
  readonly 'its clients alone': number;
  readonly ratio: number;
  readonly 'cold start': number;
  readonly 'cold start of its clients': number;
  readonly 'cold start ratio': number;
  readonly "bundle of advance's": string;
  readonly "cold start of advance's": string;
}

const clients = {
  advance:
    "import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { BedrockAgentCoreClient, InvokeHarnessCommand } from '@aws-sdk/client-bedrock-agentcore'; export const all = [DynamoDBClient, PutItemCommand, QueryCommand, BedrockAgentCoreClient, InvokeHarnessCommand];",
  ask: "import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'; import { SNSClient, PublishCommand } from '@aws-sdk/client-sns'; import { SFNClient, SendTaskSuccessCommand } from '@aws-sdk/client-sfn'; export const all = [DynamoDBClient, PutItemCommand, QueryCommand, SESv2Client, SendEmailCommand, SNSClient, PublishCommand, SFNClient, SendTaskSuccessCommand];",
  act: "import { DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { KMSClient, SignCommand } from '@aws-sdk/client-kms'; import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'; export const all = [DynamoDBClient, PutItemCommand, QueryCommand, KMSClient, SignCommand, InvokeCommand, LambdaClient];",
  guard:
    "import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; export const all = [DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand];",
  'verdict-page':
    "import { DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb'; import { SFNClient, SendTaskSuccessCommand } from '@aws-sdk/client-sfn'; import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'; export const made = [new DynamoDBClient({}), new SFNClient({}), new SESv2Client({})]; export const all = [DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand, SFNClient, SendTaskSuccessCommand, SESv2Client, SendEmailCommand];",
} satisfies Partial<Record<FunctionName, string>>;

const measured = Object.keys(clients) as readonly (keyof typeof clients)[];

/**
 * The functions' bundles beside those of their SDK clients alone in KiB, and the least over this many processes of what loading
 * one takes in milliseconds, on this machine and not on Lambda's: what else runs here only adds to it. Both beside Advance's.
 */
export async function measureBundles(root: string, { starts }: { readonly starts: number }): Promise<readonly Row[]> {
  const bundle = (name: FunctionName) => kibibytes(functionBundle(name));
  const bare = new Map(
    await Promise.all(measured.map(async (name) => [name, await clientsAlone(name, root)] as const)),
  );
  const code = (name: keyof typeof clients) => bare.get(name) ?? new Uint8Array();
  const colds = new Map(
    measured.map((name) => [name, coldStarts({ name, codes: [functionBundle(name), code(name)], starts })]),
  );
  const cold = (name: keyof typeof clients) => colds.get(name)?.[0] ?? Number.NaN;
  return measured.map((name) => {
    const alone = kibibytes(code(name));
    const ofClients = colds.get(name)?.[1] ?? Number.NaN;
    return {
      function: name,
      bundle: bundle(name),
      'its clients alone': alone,
      ratio: Number((bundle(name) / alone).toFixed(2)),
      'cold start': cold(name),
      'cold start of its clients': ofClients,
      'cold start ratio': Number((cold(name) / ofClients).toFixed(2)),
      "bundle of advance's": percent(bundle(name) / bundle('advance')),
      "cold start of advance's": percent(cold(name) / cold('advance')),
    };
  });
}

async function clientsAlone(name: keyof typeof clients, root: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: clients[name], resolveDir: root },
    ...bundling,
    ...(name === 'guard' ? { external: [...otherCredentials] } : {}),
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

interface ColdStarts {
  readonly name: FunctionName;
  readonly codes: readonly Uint8Array[];
  readonly starts: number;
}

/** From an import in a process that has loaded nothing else to a handler that can be called; each code by turns. */
function coldStarts({ name, codes, starts }: ColdStarts): readonly number[] {
  const settings = Object.fromEntries(functionSettings[name].map((setting) => [setting, settingOf(setting)]));
  const env = { ...settings, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const directories = codes.map((code) => {
    const directory = mkdtempSync(join(tmpdir(), 'bench-'));
    writeFileSync(join(directory, 'index.mjs'), code);
    writeFileSync(join(directory, 'gate.json'), JSON.stringify(gateFile()));
    return directory;
  });
  try {
    // By turns, so that what else runs on the machine slows both alike.
    const rounds = Array.from({ length: starts }, () => directories.map((directory) => coldStart(directory, env)));
    return codes.map((_, index) => Math.round(Math.min(...rounds.map((round) => round[index] ?? Number.NaN))));
  } finally {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  }
}

function coldStart(directory: string, env: Readonly<Record<string, string>>): number {
  const script =
    "const began = performance.now(); await import('./index.mjs'); console.log(performance.now() - began);";
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: directory,
    env: { ...env, LAMBDA_TASK_ROOT: directory },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The code in ${directory} did not load: ${stderr}`);
  return Number(stdout.trim().split('\n').at(-1));
}

function kibibytes(bytes: Uint8Array): number {
  return Math.round(bytes.length / 1024);
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function settingOf(name: string): string {
  return name === 'TOPIC_ARNS' ? '{}' : 'arn:aws:x:us-east-1:1:x';
}
