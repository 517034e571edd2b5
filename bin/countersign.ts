#!/usr/bin/env node
import { readWords, runCommand } from '../lib/cli/cli.ts';
import { localPorts } from './local-ports.ts';

const out = { line: (text: string) => console.log(text), error: (text: string) => console.error(text) };
const words = readWords(process.argv.slice(2));
if (typeof words === 'string') {
  out.error(words);
  process.exit(2);
}
try {
  process.exitCode = await runCommand(words, localPorts(words.local), out);
} catch (error) {
  out.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
