#!/usr/bin/env node
// Writes docs/gate-file.schema.json, by which editors complete gate files; with --check it only says whether that is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { gateFileJsonSchema } from '../lib/core/gate-file-schema.ts';

const file = new URL('../docs/gate-file.schema.json', import.meta.url);
const text = `${JSON.stringify(gateFileJsonSchema(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readCommitted() !== text) {
  console.error('docs/gate-file.schema.json differs from the schema in lib/core; run: node bin/gate-schema.ts');
  process.exitCode = 1;
}

function readCommitted(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
