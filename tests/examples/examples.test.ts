import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { functionsBeside } from '../../bin/functions-beside.ts';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { parseAgentScript } from '../../lib/local/harness/agent-script.ts';

const root = fileURLToPath(new URL('../../examples', import.meta.url));
const examples = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(examples)('the example %s', (example) => {
  const read = (name: string) => readFileSync(join(root, example, name), 'utf8');
  const gate = readGateYaml(read('gate.yaml'), 'gate.yaml');

  test('has a gate file that nothing is to be said about', () => {
    expect(gateWarnings(gate)).toEqual([]);
  });

  test('has every executor and verifier that its gate file names, and no other function', () => {
    const named = Object.values(gate.tools).flatMap(({ executor }) =>
      executor === undefined ? [] : [executor.lambda, executor.verifier?.lambda ?? []].flat(),
    );
    const functions = join(root, example, 'functions');
    const files = existsSync(functions) ? readdirSync(functions) : [];
    expect(functionsBeside(gate, join(root, example)).map(({ arn }) => arn)).toEqual([...new Set(named)]);
    expect(files).toHaveLength(new Set(named).size);
  });

  test.each(['agent.yaml', 'agent.misbehaving.yaml'])('has %s, which can be read', (script) => {
    expect(() => parseAgentScript(read(script), join(root, example, script))).not.toThrow();
  });

  test('offers tasks, each on a line of its own', () => {
    const lines = read('prompts.txt').trimEnd().split('\n');
    expect(lines.filter((line) => line.trim() === '')).toEqual([]);
  });
});
