import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionsBeside } from '../../bin/functions-beside.ts';
import { embeddedExample, readExample } from '../../bin/local-example.ts';
import { serveLocal } from '../../bin/serve-local.ts';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import type { DeskHarness } from '../../lib/local/desk-harness.ts';
import { parseAgentScript } from '../../lib/local/harness/agent-script.ts';
import { type LocalRuns, localRuns } from './local-runs.ts';
import { synthesizedOnce } from './local-template.ts';

export type Rules = NonNullable<Extract<DeskHarness, { readonly kind: 'embedded' }>['settings']>;

export interface LocalStackOptions {
  /** A folder below examples/, or the text of a gate file. */
  readonly gate: string;
  /** The file beside the example's gate file, or the text of a script. @default agent.yaml */
  readonly agent?: string;
  /** A folder with the executors and verifiers of a gate file that is given as text. */
  readonly functions?: string;
  /** Takes the system prompt out of what is deployed. */
  readonly systemPrompt?: 'as written' | 'empty';
  /** Rules of the embedded harness over those of the script. */
  readonly rules?: Rules;
  /** @default a new one that `close` removes */
  readonly directory?: string;
}

/** A gate on this machine with drivers for what people and programs do to it. */
export interface LocalStack extends LocalRuns {
  readonly directory: string;
  /** Lays rules over those of the harness from its next request on: a stack of its own for each would take seconds. */
  readonly setRules: (rules: Rules) => void;
  /** Puts another agent in place of the stack's, and takes the rules back to those that the stack began with. */
  readonly setAgent: (agent: Pick<LocalStackOptions, 'agent' | 'systemPrompt'>) => void;
  /** Moves every clock, once no function is running: else it would end at its timeout. */
  readonly advance: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  // The harness looks at its settings and at its agent anew at each request.
  const rules: Rules = { ...options.rules };
  const example = exampleOf({ ...options, rules });
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'gate-'));
  const local = await serveLocal(example, { ...(await synthesizedOnce(example)), directory });
  return {
    ...localRuns(local.endpoints, local.desk),
    directory,
    setRules: (more) => void Object.assign(rules, more),
    setAgent: (other) => {
      for (const name of Object.keys(rules)) Reflect.deleteProperty(rules, name);
      Object.assign(rules, options.rules);
      const { gate, functions } = options;
      const given = functions === undefined ? { gate, ...other } : { gate, functions, ...other };
      Object.assign(harnessOf(example), harnessOf(exampleOf(given)));
    },
    advance: async (ms) => {
      await local.desk.quiet();
      local.desk.advance(ms);
    },
    close: async () => {
      await local.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A gate and its agent with the harness's rules laid over them, ready to be served. */
export function exampleOf(options: LocalStackOptions) {
  const { gate, agent = 'agent.yaml', functions, systemPrompt, rules } = options;
  const folder = fileURLToPath(new URL(`../../examples/${gate}`, import.meta.url));
  const example = isText(gate)
    ? embeddedExample(readGateYaml(gate, 'gate.yaml'), parseAgentScript(agent, join(dirname(folder), 'agent.yaml')))
    : isText(agent)
      ? embeddedExample(readExample({ gate: folder }).gate, parseAgentScript(agent, join(folder, 'agent.yaml')))
      : readExample({ gate: folder, agent: join(folder, agent) });
  const outside = functions === undefined ? example.outside : functionsBeside(example.gate, functions);
  if (example.harness.kind !== 'embedded') return example;
  const harnesses = example.harness.harnesses.map(({ systemPrompt: deployed = '', ...harness }) => ({
    ...harness,
    systemPrompt: systemPrompt === 'empty' ? '' : deployed,
  }));
  return {
    ...example,
    outside,
    harness: { ...example.harness, harnesses, ...(rules === undefined ? {} : { settings: rules }) },
  };
}

function harnessOf({ harness }: ReturnType<typeof exampleOf>): object {
  if (harness.kind !== 'embedded') throw new Error('Only the embedded harness has an agent that can be replaced.');
  const [only, ...more] = harness.harnesses;
  if (only === undefined || more.length > 0) throw new Error('A stack has one harness.');
  return only;
}

function isText(given: string): boolean {
  return given.includes('\n');
}
