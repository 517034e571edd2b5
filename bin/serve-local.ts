import { createWriteStream, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { GateFile } from '../lib/core/gate-file.ts';
import { type Desk, startDesk } from '../lib/local/desk.ts';
import type { Example } from './local-example.ts';
import type { Synthesized } from './synthesize.ts';

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
 * Serves a synthesized gate from a directory that holds everything it keeps: the same definition, functions and clients as
 * in an account, with other endpoints. @throws Error when the directory is taken
 */
export async function serveLocal(
  { gate, harness, harnessArn, outside }: Example,
  { template, assets, directory: given }: Synthesized & { readonly directory: string },
): Promise<Local> {
  const directory = resolve(given);
  mkdirSync(directory, { recursive: true });
  const logFile = createWriteStream(join(directory, 'desk.log'), { flags: 'a' });
  const log = (source: string, line: string) => logFile.write(`${new Date().toISOString()} ${source} ${line}\n`);
  const region = harnessArn.split(':')[3] ?? 'us-east-1';
  const stackName = `countersign-${gate.gate}-${gate.stage}`;
  const desk = await startDesk({ template, assets, directory, harness, outside, region, log, stackName });
  const close = async () => {
    await desk.close();
    logFile.end();
  };
  return { gate, desk, directory, endpoints: endpointsOf(desk), close };
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
