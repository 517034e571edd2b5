import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { smallestFile } from './gate-file-builder.ts';

const allow = { allow: { because: 'Harmless.' } };

/** The warnings about a tool with these rules over a closed schema of these properties. */
function warnings(properties: JsonObject, rules: Json, more: JsonObject = {}): readonly string[] {
  const inputSchema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  const send = { description: 'Sends.', inputSchema, rules, ...more };
  return gateWarnings(readGateFile({ ...smallestFile(), tools: { send } }, 'gate.yaml'));
}

const text = { type: 'string' };

test('arguments that nobody declared are warned of where no person would see them', () => {
  const open = { type: 'object', properties: { to: text } };
  expect(warnings({}, [allow], { inputSchema: open })).toEqual([
    'tools.send.inputSchema: the input may have members that are not declared, and rules[0] lets them pass without a person; say additionalProperties: false',
  ]);
  expect(warnings({ inner: open }, [allow])).toEqual([expect.stringContaining('/inner may have members')]);
  expect(warnings({ to: text }, [allow])).toEqual([]);
  expect(warnings({}, [allow], { inputSchema: open, effect: 'read' })).toEqual([]);
});

test('a condition on one member of a list is warned of, since the others pass unseen', () => {
  const amounts = { type: 'array', items: { type: 'number', minimum: 0, maximum: 9 } };
  const when = { all: [{ at: '/amounts/0', exists: true }, { not: { at: '/amounts/0', above: 5 } }] };
  const unbounded = { unbounded: true };
  expect(warnings({ amounts }, [{ ...allow, when }], unbounded)).toEqual([
    'tools.send: /amounts/0 is one member of the list /amounts, and no rule looks at the others; bound all of them by items: in the inputSchema',
  ]);
  const named = { type: 'object', properties: { 0: text }, required: ['0'], additionalProperties: false };
  expect(warnings({ named }, [{ ...allow, when: { at: '/named/0', equals: 'x' } }])).toEqual([]);
});

test('a text that is kept out by its name alone is warned of, since another spelling passes', () => {
  const production = { refuse: {}, when: { at: '/stage', oneOf: ['prod', 'production'] } };
  const line = /rules\[0\]: \/stage is compared letter by letter, so any other spelling passes by rules\[1\]/;
  expect(warnings({ stage: text }, [production, allow])).toEqual([expect.stringMatching(line)]);
  expect(warnings({ stage: { enum: ['prod', 'dev'] } }, [production, allow])).toEqual([]);
  expect(warnings({ stage: text }, [production, { ...allow, when: { at: '/stage', equals: 'dev' } }])).toEqual([]);
  expect(warnings({ stage: text }, [production, { refuse: {} }])).toEqual([]);
});
