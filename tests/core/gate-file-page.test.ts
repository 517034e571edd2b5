import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../lib/core/canonical-json.ts';
import { gateFileJsonSchema } from '../../lib/core/gate-file-schema.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { ownRules } from '../../lib/core/policy.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';

const page = readFileSync('docs/gate-file.md', 'utf8');

// Below these everything has AWS's names, which AWS documents.
const awsShapes = new Set(['model', 'memory', 'create.tools']);

/** Every key of the file, without those of AWS's shapes. */
function keysOf(schema: Json | undefined, parent = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((one: Json) => keysOf(one, parent));
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword !== 'properties' || typeof value !== 'object' || value === null) return keysOf(value, parent);
    return Object.entries(value).flatMap(([key, below]) =>
      awsShapes.has(key) || awsShapes.has(`${parent}.${key}`) ? [key] : [key, ...keysOf(below, key)],
    );
  });
}

test('the page of the gate file names every key', () => {
  const schema = gateFileJsonSchema();
  const keys = new Set(keysOf(schema));
  expect(keys.size).toBeGreaterThan(60);
  const missing = [...keys].filter((key) => !new RegExp(`\\b${key}\\b`).test(page));
  expect(missing).toEqual([]);
});

test('the page names every rule of the gate itself', () => {
  for (const rule of Object.values(ownRules)) expect(page).toContain(`\`${rule}\``);
});

test('the example of the page can be used, and nothing is warned of', () => {
  const [, example = ''] = /```yaml\n(gate: .*?)```/s.exec(page) ?? [];
  const value: Json = JSON.parse(JSON.stringify(parse(example)));
  expect(gateWarnings(readGateFile(value, 'docs/gate-file.md'))).toEqual([]);
});
