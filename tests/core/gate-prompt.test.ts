import { expect, test } from 'vitest';
import { spellDuration } from '../../lib/core/duration.ts';
import { gatePromptSection } from '../../lib/core/gate-prompt.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { fullFile } from './gate-file-builder.ts';

test('the section names every tool of the gate with what becomes of a call, and the two rules that agents break', () => {
  const gate = readGateFile(fullFile(), 'gate.yaml');
  const section = gatePromptSection(gate);
  for (const [name, { description }] of Object.entries(gate.tools)) {
    const line = section.split('\n').find((text) => text.startsWith(`- ${name}: `));
    expect(line).toContain(description.replaceAll(/\s+/g, ' ').trim());
    expect(line).toMatch(/A person decides, within|Runs without a person|always refused/);
  }
  expect(section).toContain('A rejection is final');
  expect(section).toContain('Silence is no consent');
});

test.each([
  [60, '1 minute'],
  [5_400, '1 hour 30 minutes'],
  [172_801, '2 days 1 second'],
  [0, '0 seconds'],
])('%d seconds are %s', (seconds, words) => {
  expect(spellDuration(seconds)).toBe(words);
});
