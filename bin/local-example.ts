import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readGateYaml } from '../lib/cli/gate-file-yaml.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { harnessPrompt } from '../lib/infra/harness-definition.ts';
import type { DeskHarness } from '../lib/local/desk-harness.ts';
import type { OutsideFunction } from '../lib/local/functions/outside-function.ts';
import { type AgentScript, parseAgentScript } from '../lib/local/harness/agent-script.ts';
import type { HarnessHook } from '../lib/local/harness/hooks.ts';
import { ownAwsEnvironment } from '../lib/settings.ts';
import { functionsBeside } from './functions-beside.ts';
import type { StartOptions } from './start-arguments.ts';

/** A gate file with the harness that it is to be served with. */
export interface Example {
  readonly gate: GateFile;
  readonly harness: DeskHarness;
  readonly harnessArn: string;
  /** The executors and verifiers that stand beside the gate file. */
  readonly outside: readonly OutsideFunction[];
}

/** Reads a gate file and whatever plays its model. @throws Error that says what is missing or wrong, and what is allowed */
export function readExample(options: Pick<StartOptions, 'gate' | 'agent' | 'harness'>): Example {
  const gatePath = gatePathOf(options);
  if (!existsSync(gatePath)) {
    throw new Error(
      `--gate: there is no ${gatePath}. Allowed: a gate file, or a folder with a gate.yaml, such as examples/purchase.`,
    );
  }
  const gate = readGateYaml(readFileSync(gatePath, 'utf8'), gatePath);
  const outside = functionsBeside(gate, dirname(gatePath));
  if (options.harness !== undefined) {
    return { gate, outside, harnessArn: options.harness, harness: { kind: 'aws', env: ownAwsEnvironment() } };
  }
  const agentPath = options.agent ?? join(dirname(gatePath), 'agent.yaml');
  if (!existsSync(agentPath)) {
    throw new Error(
      `There is no ${agentPath} to play the model. Allowed: --agent PATH of a script, or --harness ARN of a real harness. docs/agent-scripts.md says how to write a script.`,
    );
  }
  return { ...embeddedExample(gate, parseAgentScript(readFileSync(agentPath, 'utf8'), resolve(agentPath))), outside };
}

/** A gate with a script in the place of its model. */
export function embeddedExample(gate: GateFile, agent: AgentScript): Example {
  const create = gate.harness.kind === 'create' ? gate.harness.create : undefined;
  const harnessArn = gate.harness.kind === 'arn' ? gate.harness.arn : embeddedArn(gate.harness.create.name);
  // As the harness stack deploys it: the gate file's own words, and behind them the section on the gate's tools.
  const systemPrompt = create === undefined ? {} : { systemPrompt: spelled(harnessPrompt(gate, create)) };
  const hooks = gate.harness.guard === 'guarded' ? { hooks: [guardHook(gate, harnessArn)] } : {};
  const definition = { arn: harnessArn, agent, ...systemPrompt, ...hooks };
  return { gate, harnessArn, outside: [], harness: { kind: 'embedded', harnesses: [definition] } };
}

// The hook that the harness stack deploys, and that whoever gives a harness by its ARN has to wire: to the gate's own guard.
function guardHook({ gate, stage }: GateFile, harnessArn: string): HarnessHook {
  const [, partition, , region, account] = harnessArn.split(':');
  const functionArn = `arn:${partition}:lambda:${region}:${account}:function:${gate}-${stage}-guard`;
  return {
    name: 'countersign_guard',
    event: 'before_tool_call',
    target: { kind: 'lambda', functionArn, timeoutSeconds: 20, failureMode: 'deny' },
  };
}

function spelled(blocks: readonly { readonly text: string }[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

// Ten characters behind the name, as AWS gives them.
function embeddedArn(name: string): string {
  return `arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/${name}-Embedded00`;
}

/** The gate file that the options name. */
export function gatePathOf({ gate }: Pick<StartOptions, 'gate'>): string {
  return isFolder(gate) ? join(gate, 'gate.yaml') : gate;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
