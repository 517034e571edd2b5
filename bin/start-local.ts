import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { App } from 'aws-cdk-lib';
import { readGateYaml } from '../lib/cli/gate-file-yaml.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { addGateStack } from '../lib/infra/gate-stack.ts';
import { readAssets } from '../lib/local/assets.ts';
import { type Desk, startDesk } from '../lib/local/desk.ts';
import type { DeskHarness } from '../lib/local/desk-harness.ts';
import { parseAgentScript } from '../lib/local/harness/agent-script.ts';
import { ownAwsEnvironment } from '../lib/settings.ts';
import type { StartOptions } from './start-arguments.ts';

/** What programs need to drive the desk; also `.local/endpoints.json`. */
export interface LocalEndpoints {
  readonly endpoints: Desk['endpoints'];
  readonly region: string;
  readonly stateMachineArn: string;
  readonly tables: { readonly audit: string; readonly contents: string; readonly operational: string };
  readonly pageUrl: string;
  readonly mailsUrl: string;
  readonly deskUrl: string;
}

/** A gate that is served on this machine. */
export interface Local {
  readonly gate: GateFile;
  readonly desk: Desk;
  readonly endpoints: Omit<LocalEndpoints, 'deskUrl'>;
  readonly directory: string;
  readonly close: () => Promise<void>;
}

/**
 * Synthesizes the gate's app in process and serves its template: the same definition, functions and clients as in an
 * account, with other endpoints.
 * @throws Error that says what is wrong with the gate file, the script, or the directory
 */
export async function startLocal(options: StartOptions): Promise<Local> {
  const directory = resolve(options.directory);
  const { gate, harness, harnessArn } = readExample(options);
  const { template, assets } = synthesize(gate, { harnessArn, outdir: join(directory, 'cdk.out') });
  mkdirSync(directory, { recursive: true });
  const logFile = createWriteStream(join(directory, 'desk.log'), { flags: 'a' });
  const log = (source: string, line: string) => logFile.write(`${new Date().toISOString()} ${source} ${line}\n`);
  const region = harnessArn.split(':')[3] ?? 'us-east-1';
  const desk = await startDesk({ template, assets, directory, harness, region, log, stackName: `countersign-${gate.gate}-${gate.stage}` });
  const close = async () => {
    await desk.close();
    logFile.end();
  };
  return { gate, desk, directory, endpoints: endpointsOf(desk), close };
}

interface Example {
  readonly gate: GateFile;
  readonly harness: DeskHarness;
  readonly harnessArn: string;
}

function readExample(options: StartOptions): Example {
  const gatePath = isFolder(options.gate) ? join(options.gate, 'gate.yaml') : options.gate;
  if (!existsSync(gatePath)) {
    throw new Error(`--gate: there is no ${gatePath}. Allowed: a gate file, or a folder with a gate.yaml, such as examples/purchase.`);
  }
  const gate = readGateYaml(readFileSync(gatePath, 'utf8'), gatePath);
  if (options.harness !== undefined) {
    return { gate, harnessArn: options.harness, harness: { kind: 'aws', env: ownAwsEnvironment() } };
  }
  const agentPath = options.agent ?? join(dirname(gatePath), 'agent.yaml');
  if (!existsSync(agentPath)) {
    throw new Error(`There is no ${agentPath} to play the model. Allowed: --agent PATH of a script, or --harness ARN of a real harness. docs/agent-scripts.md says how to write a script.`);
  }
  const agent = parseAgentScript(readFileSync(agentPath, 'utf8'), resolve(agentPath));
  const create = gate.harness.kind === 'create' ? gate.harness.create : undefined;
  const harnessArn = gate.harness.kind === 'arn' ? gate.harness.arn : embeddedArn(gate.harness.create.name);
  const systemPrompt = create === undefined ? {} : { systemPrompt: create.systemPrompt };
  return { gate, harnessArn, harness: { kind: 'embedded', harnesses: [{ arn: harnessArn, agent, ...systemPrompt }] } };
}

// Ten characters behind the name, as AWS gives them.
function embeddedArn(name: string): string {
  return `arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/${name}-Embedded00`;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function synthesize(gate: GateFile, { harnessArn, outdir }: { readonly harnessArn: string; readonly outdir: string }) {
  const app = new App({ analyticsReporting: false, outdir });
  const stack = addGateStack(app, { gate, harnessArn });
  const template: unknown = app.synth().getStackByName(stack.stackName).template;
  return { template, assets: readAssets(join(outdir, `${stack.artifactId}.assets.json`)) };
}

function endpointsOf(desk: Desk): Local['endpoints'] {
  const output = (name: string) => {
    const value = desk.outputs[name];
    if (value === undefined) throw new Error(`The template has no output ${name}.`);
    return String(value);
  };
  return {
    endpoints: desk.endpoints,
    region: desk.region,
    stateMachineArn: output('StateMachineArn'),
    tables: { audit: output('AuditTable'), contents: output('ContentTable'), operational: output('OperationalTable') },
    pageUrl: output('PageUrl'),
    mailsUrl: desk.mailsUrl,
  };
}

/** Writes the file that programs read; whole or not at all, since they may be reading it. */
export function writeEndpoints(directory: string, endpoints: LocalEndpoints): void {
  const file = join(directory, 'endpoints.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(endpoints, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
