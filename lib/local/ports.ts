import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { deskHost } from './http-server.ts';
import type { DeskLog } from './thread.ts';

/** Gives each service the port that it had in the last run, so that links in old mails keep working. */
export type Ports = {
  /** Starts a service on its port, or on another one with a line in the log. */
  readonly start: <Started extends { readonly url: string }>(
    name: string,
    start: (port: number) => Promise<Started>,
  ) => Promise<Started>;
  /** Writes down what was used. */
  readonly remember: () => void;
};

export type PortsOptions = {
  readonly directory: string;
  /** Ports by name that are to be used instead of the remembered ones. */
  readonly wanted: Readonly<Record<string, number>>;
  readonly log: DeskLog;
};

// Below the range out of which systems take ports for outgoing connections: there, one could be gone after a restart.
const lowest = 20_000;
const highest = 31_999;

export function openPorts(options: PortsOptions): Ports {
  const file = join(options.directory, 'ports.json');
  const remembered = readPorts(file);
  const used: Record<string, number> = {};
  return {
    start: async (name, start) => {
      const usual = options.wanted[name] ?? remembered[name];
      // Some services take up work before they listen, so they are not started on a port that is plainly taken. One that
      // was free a moment ago may still be taken now; 0 lets the system choose.
      for (const port of [...(usual === undefined ? [] : [usual]), randomPort(), randomPort(), randomPort(), 0]) {
        if (!(await isFree(port))) continue;
        try {
          const started = await start(port);
          used[name] = Number(new URL(started.url).port);
          if (usual !== undefined && used[name] !== usual) {
            options.log(
              name,
              `port ${usual} is taken by another program, so this is port ${used[name]} now: links that name the old one lead nowhere`,
            );
          }
          return started;
        } catch (error) {
          if (port === 0 || !isPortTaken(error)) throw error;
        }
      }
      throw new Error(`No port for ${name}`);
    },
    remember: () => {
      writeFileSync(`${file}.new`, `${JSON.stringify({ ...remembered, ...used }, null, 2)}\n`);
      renameSync(`${file}.new`, file);
    },
  };
}

function randomPort(): number {
  return lowest + Math.floor(Math.random() * (highest - lowest + 1));
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(port, deskHost, resolve));
    await new Promise((resolve) => probe.close(resolve));
    return true;
  } catch (error) {
    if (isPortTaken(error)) return false;
    throw error;
  }
}

function isPortTaken(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    (error.code === 'EADDRINUSE' || error.code === 'EACCES')
  );
}

function readPorts(file: string): Readonly<Record<string, number>> {
  try {
    return z.record(z.string(), z.number().int()).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // None yet, or not readable: the ports are a convenience, and a new set of them is no harm.
    return {};
  }
}
