#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runCli } from '../lib/cli/cli.ts';
import { writeLines } from './write-lines.ts';

const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

/** Asks at the terminal. An end of input (Ctrl-D, Ctrl-C) is an empty answer; Node 20 would leave the question open for ever. */
async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([terminal.question(question).catch(() => ''), ended]);
  } finally {
    terminal.close();
  }
}

/** Beside bin/ in the sources, one folder further up in the package. */
function version(): string {
  const places = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url));
  const place = places.find((one) => existsSync(one));
  const { version: own } = place === undefined ? {} : (JSON.parse(readFileSync(place, 'utf8')) as { version?: string });
  return own ?? 'unknown';
}

process.exitCode = await runCli(process.argv.slice(2), {
  version: version(),
  out: { line: (text) => console.log(text), error: (text) => console.error(text) },
  // Loaded when they are needed: AWS's clients take longer to load than most commands to run.
  connect: async (target) => (await import('./gate-ports.ts')).connect(target),
  doctor: async (target, gate) => (await import('./doctor-ports.ts')).doctorPorts(target, gate),
  readText: (path) => readFileSync(path, 'utf8'),
  writeLines,
  reportPage: async (report) => String(await (await import('../lib/web/report-page.ts')).reportPage(report)),
  ...(isTerminal ? { ask } : {}),
});
