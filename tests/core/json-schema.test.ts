import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import { misfits as misfitsOf, schemaProblem } from '../../lib/core/json-schema.ts';
import { problemWords } from '../../lib/core/problem-words.ts';

const purchase = (members: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { item: { type: 'string', minLength: 1 }, amount: { type: 'number', maximum: 1000 } },
  required: ['item', 'amount'],
  additionalProperties: false,
  ...members,
});

describe('a schema that can be used has no problem', () => {
  test.each<[string, JsonObject]>([
    ['plain', purchase()],
    [
      'draft-07 with definitions',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        definitions: { name: { type: 'string' } },
        properties: { a: { $ref: '#/definitions/name' } },
      },
    ],
    [
      '2020-12 with $defs',
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { name: { type: 'string' } },
        properties: {
          a: { $ref: '#/$defs/name' },
          b: { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: false },
        },
      },
    ],
    [
      'one of two members required',
      purchase({ required: ['item'], anyOf: [{ required: ['amount'] }, { required: ['item'] }] }),
    ],
    ['a nullable text', { type: 'object', properties: { a: { type: ['string', 'null'] } } }],
    ['a format, as an annotation', { type: 'object', properties: { day: { type: 'string', format: 'date' } } }],
    ['a tree', { type: 'object', properties: { next: { $ref: '#' } } }],
  ])('%s', (_, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  });

  test('two schemas may have the same $id', () => {
    expect(schemaProblem(purchase({ $id: 'https://example.com/input' }))).toBeUndefined();
    expect(schemaProblem(purchase({ $id: 'https://example.com/input', title: 'other' }))).toBeUndefined();
  });
});

describe('a schema that cannot be used says why', () => {
  test.each<[string, JsonObject, RegExp]>([
    ['unknown type', { type: 'objekt' }, /^at \/type, must be one of \["array"/],
    ['unknown keyword', { type: 'object', propertys: {} }, /unknown keyword: "propertys"/],
    ['a keyword without its type', { type: 'object', properties: { a: { minimum: 1 } } }, /missing type "number"/],
    [
      'a reference that leads outside',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a' } } },
      /can't resolve reference/,
    ],
    ['a reference that leads to itself', { allOf: [{ $ref: '#' }] }, /leads back to itself/],
    [
      'a pattern that is none',
      { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
      /Invalid regular expression/,
    ],
    [
      'another draft',
      { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' },
      /"\$schema" may be .*2020-12.* or .*draft-07/,
    ],
    ['an asynchronous schema, whose validator would accept everything', { $async: true, type: 'object' }, /"\$async"/],
    ['an asynchronous schema inside', { type: 'object', properties: { a: { $async: true, type: 'string' } } }, /async/],
  ])('%s', (_, schema, problem) => {
    expect(schemaProblem(schema)).toMatch(problem);
  });

  test('and misfits refuses it instead of letting any value through', () => {
    expect(() => misfits({ type: 'objekt' }, {})).toThrow(TypeError);
  });
});

/** As the model reads them. */
const misfits = (schema: JsonObject, value: Json) =>
  misfitsOf(schema, value).map(({ path, why }) => ({ path, problem: problemWords(why) }));

describe('values', () => {
  test('one that fits has no misfits', () => {
    expect(misfits(purchase(), { item: 'desk', amount: 12.5 })).toEqual([]);
  });

  test('every misfit has its pointer and what is allowed', () => {
    const schema = purchase({
      properties: { item: { enum: ['desk', 'lamp'] }, amount: { type: 'number', maximum: 1000 } },
    });
    expect(misfits(schema, { item: 'car', amount: 5000, color: 'red' })).toEqual([
      { path: '', problem: 'the member "color" is not allowed' },
      { path: '/item', problem: 'must be one of ["desk","lamp"]' },
      { path: '/amount', problem: 'must be <= 1000' },
    ]);
    expect(misfits(purchase(), {})).toEqual([
      { path: '', problem: 'the member "item" is missing' },
      { path: '', problem: 'the member "amount" is missing' },
    ]);
  });

  test('inherited members count for nothing', () => {
    const schema: JsonObject = { type: 'object', required: ['constructor', 'toString'] };
    expect(misfits(schema, {})).toHaveLength(2);
  });

  test('a number in quotes stays a text, and defaults are not filled in', () => {
    const input = { item: 'desk', amount: '12' };
    expect(misfits(purchase(), input)).toEqual([{ path: '/amount', problem: 'must be number' }]);
    const value = {};
    misfits({ type: 'object', properties: { a: { type: 'string', default: 'x' } } }, value);
    expect(value).toEqual({});
  });

  test('format checks nothing', () => {
    expect(
      misfits({ type: 'object', properties: { day: { type: 'string', format: 'date' } } }, { day: 'soon' }),
    ).toEqual([]);
  });

  test('twenty misfits are told at most, and of a large value only the first', () => {
    const schema: JsonObject = { type: 'array', items: { type: 'string' } };
    const numbers = (count: number): Json => Array.from({ length: count }, (_, index) => index);
    expect(misfits(schema, numbers(100))).toHaveLength(20);
    expect(misfits(schema, numbers(50_000))).toHaveLength(1);
  });

  test('a list that is too long is not compared item by item', () => {
    const schema: JsonObject = { type: 'array', items: { type: 'object' }, maxItems: 10, uniqueItems: true };
    const started = performance.now();
    expect(
      misfits(
        schema,
        Array.from({ length: 60_000 }, () => ({})),
      ),
    ).toEqual([{ path: '', problem: 'must NOT have more than 10 items' }]);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test('a hostile member name is quoted and shortened', () => {
    const [misfit] = misfits(purchase(), { item: 'a', amount: 1, ['x"\n'.repeat(100)]: 1 });
    expect(misfit?.problem).toMatch(/^the member "x\\"\\n/);
    expect(misfit?.problem.length).toBeLessThan(250);
  });
});
