import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { countersign } from './host.ts';

const path = 'examples/purchase/gate.yaml';
const files = { [path]: readFileSync(path, 'utf8') };

const printed = z.object({
  commands: z.array(z.string()),
  tools: z.array(
    z.object({
      type: z.literal('inline_function'),
      name: z.string(),
      config: z.object({ inlineFunction: z.object({ description: z.string(), inputSchema: z.looseObject({}) }) }),
    }),
  ),
});

test('harness tools prints the entries of harness.json and one command a tool', async () => {
  const { code, json, targets } = await countersign(['harness', 'tools', path, '--json'], { files });
  expect([code, targets]).toEqual([0, []]);
  const { tools, commands } = printed.parse(json());
  expect(tools.length).toBeGreaterThan(0);
  expect(commands).toHaveLength(tools.length);
  for (const [index, { name }] of tools.entries()) {
    expect(commands[index]).toMatch(
      new RegExp(`^agentcore add tool --harness \\w+ --type inline_function --name ${name}$`),
    );
  }
  const { text } = await countersign(['harness', 'tools', 'examples/purchase'], { files });
  for (const { name, config } of tools) {
    expect(text).toContain(`--name ${name}`);
    expect(text).toContain(JSON.stringify(config.inlineFunction.description));
  }
});

test('a doctor in an account is told who nobody can be there, before anything is asked', async () => {
  const { code, errors, targets } = await countersign(['doctor', path, '--as', 'user/dana'], { files });
  expect([code, targets]).toEqual([2, []]);
  expect(errors).toContain('--as was given without --local');
  const there = await countersign(['doctor', path, '--region', 'eu-west-1'], { files });
  expect(there.targets).toEqual([{ kind: 'stack', name: 'countersign-purchase-dev', region: 'eu-west-1' }]);
});

test('harness prompt prints the section', async () => {
  const { code, text } = await countersign(['harness', 'prompt', path], { files });
  expect(code).toBe(0);
  expect(text).toContain('A rejection is final');
  expect(text).toContain('Silence is no consent');
});

test('a gate file that is wrong is told with its problems, and ends with 2', async () => {
  const { code, errors } = await countersign(['harness', 'tools', 'x.yaml'], { files: { 'x.yaml': 'gate: A B' } });
  expect([code, errors]).toEqual([2, expect.stringContaining('x.yaml cannot be used')]);
});

test.each([
  [[], { kind: 'stack', name: 'countersign-purchase-dev' }],
  [['--region', 'eu-west-1'], { kind: 'stack', name: 'countersign-purchase-dev', region: 'eu-west-1' }],
  [['--stack', 'mine'], { kind: 'stack', name: 'mine' }],
  [['--local', 'x'], { kind: 'local', folder: 'x', as: { kind: 'user', name: 'local' } }],
])('doctor with %j looks at %j', async (words, target) => {
  const { code, targets, text } = await countersign(['doctor', path, ...words], { files });
  expect([code, targets]).toEqual([0, [target]]);
  expect(text).toContain('0 problems');
});
