import { parseArgs } from 'node:util';

export interface StartOptions {
  /** A gate file, or a folder with a gate.yaml in it. */
  readonly gate: string;
  /** The script that plays the model. @default agent.yaml beside the gate file */
  readonly agent?: string;
  /** The ARN of a real harness, driven with the user's own credentials. */
  readonly harness?: string;
  readonly directory: string;
  readonly port?: number;
}

export type StartArguments =
  | { readonly kind: 'run'; readonly options: StartOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

const help = `npm start -- [options]

  --gate PATH       the gate file, or a folder with a gate.yaml (default: examples/purchase)
  --agent PATH      the script that plays the model (default: agent.yaml beside the gate file)
  --harness ARN     drive this real harness with your own credentials; everything else stays on this machine
  --directory PATH  where everything is kept (default: .local)
  --port NUMBER     the desk's port (default: the one of the last run)`;

// As in the service's own model. A name alone would be taken for an address in no region at all.
const harnessArn =
  /^arn:aws[a-z-]*:bedrock-agentcore:[a-z0-9-]+:[0-9]{12}:harness\/[a-zA-Z][a-zA-Z0-9_]{0,39}-[a-zA-Z0-9]{10}$/;

function unfitting(given: {
  readonly gate: string;
  readonly directory: string;
  readonly agent?: string | undefined;
  readonly harness?: string | undefined;
}): string | undefined {
  for (const name of ['gate', 'agent', 'directory'] as const) {
    if (given[name]?.trim() === '') return `--${name}: nothing was given; allowed: a path`;
  }
  if (given.harness === undefined) return undefined;
  if (given.agent !== undefined) {
    return '--agent and --harness were both given; allowed: one of them, since a script plays the model or a real harness runs it';
  }
  if (harnessArn.test(given.harness)) return undefined;
  return `--harness: given ${JSON.stringify(given.harness)}; allowed: the ARN of a harness, such as arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/name-a1b2c3d4e5`;
}

/** Reads the command line of `npm start`. */
export function readStartArguments(argv: readonly string[]): StartArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        gate: { type: 'string', default: 'examples/purchase' },
        agent: { type: 'string' },
        harness: { type: 'string' },
        directory: { type: 'string', default: '.local' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return { kind: 'help', text: help };
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
      return { kind: 'refused', message: `--port: given ${values.port}; allowed: a whole number from 1 to 65535` };
    }
    const { gate, agent, harness, directory } = values;
    const problem = unfitting(values);
    if (problem !== undefined) return { kind: 'refused', message: problem };
    return {
      kind: 'run',
      options: {
        gate,
        directory,
        ...(agent === undefined ? {} : { agent }),
        ...(harness === undefined ? {} : { harness }),
        ...(port === undefined ? {} : { port }),
      },
    };
  } catch (error) {
    return { kind: 'refused', message: `${error instanceof Error ? error.message : String(error)}\n\n${help}` };
  }
}
