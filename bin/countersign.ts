#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { runCli } from '../lib/cli/cli.ts';
import { writeLines } from './write-lines.ts';

const isTerminal = process.stdin.isTTY && process.stdout.isTTY;

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCli(process.argv.slice(2), {
  out: { line: (text) => console.log(text), error: (text) => console.error(text) },
  // Loaded when they are needed: AWS's clients take longer to load than most commands to run.
  connect: async (target) => (await import('./gate-ports.ts')).connect(target),
  doctor: async (target, gate) => (await import('./doctor-ports.ts')).doctorPorts(target, gate),
  readText: (path) => readFileSync(path, 'utf8'),
  writeLines,
  ...(isTerminal ? { ask } : {}),
});
