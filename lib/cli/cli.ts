import { parseArgs } from 'node:util';
import { auditShow, auditVerify } from './audit.ts';
import type { CliPorts, Out } from './ports.ts';

// What scripts rely on.
export const exitCodes = { ok: 0, findings: 1, usage: 2, notFound: 3 } as const;

const usage = `countersign audit show RUN      tells a run from its ledger
countersign audit verify RUN    checks its chain and every sealed text

RUN is a run's id (run-...) or its execution's ARN.
  --json            prints JSON
  --local PATH      the local desk's folder (default: .local)

Exit codes: 0 in order, 1 something does not hold, 2 wrong words, 3 no such run`;

/** The words behind the folder of settings; read first, since they say where the ports lead. */
export interface CliWords {
  readonly command: readonly string[];
  readonly json: 'json' | 'text';
  readonly local: string;
}

/** Reads the command line. @returns a text for people where it makes no sense */
export function readWords(argv: readonly string[]): CliWords | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        local: { type: 'string', default: '.local' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [area, verb, run, ...more] = positionals;
    const known = area === 'audit' && (verb === 'show' || verb === 'verify') && run !== undefined && more.length === 0;
    if (values.help || !known) return usage;
    return { command: [area, verb, run], json: values.json ? 'json' : 'text', local: values.local };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

/** Runs one command. @returns its exit code */
export async function runCommand(words: CliWords, ports: CliPorts, out: Out): Promise<number> {
  const [, verb, name = ''] = words.command;
  const runId = await ports.runNamed(name);
  if (runId === undefined) {
    out.error(
      `There is no run ${name}. Allowed: a run's id, run- and 32 hex digits, or the ARN of an execution of this gate.`,
    );
    return exitCodes.notFound;
  }
  return verb === 'verify'
    ? auditVerify(runId, { ports, out, json: words.json })
    : auditShow(runId, { ports, out, json: words.json });
}
