import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { type Reach, schemaReach } from '../../lib/core/schema-reach.ts';

const closed: JsonObject = {
  type: 'object',
  properties: {
    item: { type: 'string' },
    'a/b': { type: 'number' },
    sailing: { type: 'object', properties: { date: { type: 'string' } }, additionalProperties: false },
    passengers: {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } }, additionalProperties: false },
    },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    anything: { type: 'object' },
    never: false,
    referred: { $ref: '#/$defs/x' },
  },
  additionalProperties: false,
};

test.each<[string, Reach]>([
  ['', 'declared'],
  ['/item', 'declared'],
  ['/a~1b', 'declared'],
  ['/sailing/date', 'declared'],
  ['/passengers/0/name', 'declared'],
  ['/labels/any', 'declared'],
  ['/anything/at/all', 'possible'],
  ['/referred/deep', 'possible'],
  ['/itm', 'impossible'],
  ['/constructor', 'impossible'],
  ['/item/length', 'impossible'],
  ['/sailing/day', 'impossible'],
  ['/passengers/name', 'impossible'],
  ['/passengers/00', 'impossible'],
  ['/passengers/0/nam', 'impossible'],
  ['/labels/any/deeper', 'impossible'],
  ['/never', 'impossible'],
])('%s is %s in a closed schema', (pointer, reach) => {
  expect(schemaReach(closed, pointer)).toBe(reach);
});

test('an open schema makes an undeclared member possible, and so does one that combines others', () => {
  expect(schemaReach({ type: 'object', properties: {} }, '/itm')).toBe('possible');
  expect(schemaReach({ type: 'object', anyOf: [{ required: ['a'] }], additionalProperties: false }, '/itm')).toBe(
    'possible',
  );
});
