import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { bundling, type FunctionBundle, functionBundle, otherCredentials } from '../../lib/infra/function-bundle.ts';
import { type FunctionName, functionSettings } from '../../lib/settings.ts';
import { eagerFiles } from '../support/eager-files.ts';
import { gateFile } from '../support/gate-files.ts';

interface Row {
  readonly function: string;
  readonly loaded: number;
  readonly 'of its clients': number;
  readonly ratio: number;
  readonly 'with what waits': number;
  readonly 'that of its clients': number;
  readonly 'cold start': number;
  readonly 'cold start of its clients': number;
  readonly 'cold start ratio': number;
  readonly "loaded beside advance's": string;
  readonly "cold start beside advance's": string;
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
 * What each function loads before it can be called, and what it has in all, beside its SDK clients alone, in KiB; and the least
 * over this many processes of what loading takes in milliseconds, on this machine and not on Lambda's: what else runs here only
 * adds to it. Both beside Advance's.
 */
export async function measureBundles(root: string, { starts }: { readonly starts: number }): Promise<readonly Row[]> {
  const measures = measured.map((name) => {
    const [own, bare] = [functionBundle(name), clientsAlone(name, root)];
    return { name, own, bare, colds: coldStarts({ name, codes: [own, bare], starts }) };
  });
  const advances = measures.find(({ name }) => name === 'advance');
  return measures.map(({ name, own, bare, colds: [cold = Number.NaN, ofClients = Number.NaN] }) => {
    const loaded = kibibytes(eagerFiles(own));
    return {
      function: name,
      loaded,
      'of its clients': kibibytes(eagerFiles(bare)),
      ratio: Number((loaded / kibibytes(eagerFiles(bare))).toFixed(2)),
      'with what waits': kibibytes(own),
      'that of its clients': kibibytes(bare),
      'cold start': cold,
      'cold start of its clients': ofClients,
      'cold start ratio': Number((cold / ofClients).toFixed(2)),
      "loaded beside advance's": percent(loaded / kibibytes(eagerFiles(advances?.own ?? new Map()))),
      "cold start beside advance's": percent(cold / (advances?.colds[0] ?? Number.NaN)),
    };
  });
}

function clientsAlone(name: keyof typeof clients, root: string): FunctionBundle {
  const { outputFiles } = buildSync({
    stdin: { contents: clients[name], resolveDir: root },
    outdir: 'bare',
    ...bundling,
    ...(name === 'guard' ? { external: [...otherCredentials] } : {}),
  });
  return new Map(
    outputFiles.map(({ path, contents }) => [basename(path).replace(/^stdin\./u, 'index.'), contents] as const),
  );
}

interface ColdStarts {
  readonly name: FunctionName;
  readonly codes: readonly FunctionBundle[];
  readonly starts: number;
}

/** From an import in a process that has loaded nothing else to a handler that can be called; each code by turns. */
function coldStarts({ name, codes, starts }: ColdStarts): readonly number[] {
  const settings = Object.fromEntries(functionSettings[name].map((setting) => [setting, settingOf(setting)]));
  const env = { ...settings, AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };
  const directories = codes.map((code) => {
    const directory = mkdtempSync(join(tmpdir(), 'bench-'));
    for (const [file, contents] of code) writeFileSync(join(directory, file), contents);
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

function kibibytes(files: FunctionBundle): number {
  return Math.round([...files.values()].reduce((sum, { length }) => sum + length, 0) / 1024);
}

function percent(part: number): string {
  return `${Math.round(part * 100)} %`;
}

function settingOf(name: string): string {
  return name === 'TOPIC_ARNS' ? '{}' : 'arn:aws:x:us-east-1:1:x';
}
