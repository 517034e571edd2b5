import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../lib/core/canonical-json.ts';
import { misfits } from '../../../lib/core/json-schema.ts';
import type { Problem, ProblemKind, ProblemOf } from '../../../lib/core/problem.ts';
import { worded } from '../../../lib/core/problem.ts';
import { problemWords } from '../../../lib/core/problem-words.ts';
import { ja } from '../../../lib/web/texts/ja.ts';

const place = { at: '/a' } as const;
const json = { place: { pointer: '', offset: 3 }, why: { kind: 'json.unclosed' } } as const;

// One of each kind; the type sees to it that none is missing.
const samples: { readonly [K in ProblemKind]: ProblemOf<K> } = {
  'condition.none-holds': { kind: 'condition.none-holds' },
  'condition.holds-and-must-not': { kind: 'condition.holds-and-must-not' },
  'condition.absent': { kind: 'condition.absent', place: { at: '' } },
  'condition.no-number': { kind: 'condition.no-number', place: { label: 'l' } },
  'condition.no-text': { kind: 'condition.no-text', place },
  'condition.other-type': { kind: 'condition.other-type', place, types: ['string', 'number'] },
  'condition.unit-undeclared': { kind: 'condition.unit-undeclared', place },
  'condition.unit-other': { kind: 'condition.unit-other', place, unit: 'USD' },
  'condition.unit-unsaid': { kind: 'condition.unit-unsaid', place, unit: 'USD', saidAt: '/u' },
  'condition.compared': { kind: 'condition.compared', place, value: 7, comparison: 'atMost', number: 5, unit: 'EUR' },
  'condition.not-equal': { kind: 'condition.not-equal', place, value: 'x' },
  'condition.not-one-of': { kind: 'condition.not-one-of', place, values: ['x', 1] },
  'condition.not-beginning': { kind: 'condition.not-beginning', place, text: 'x' },
  'condition.no-path': { kind: 'condition.no-path', place, directory: '/d' },
  'condition.path-outside': { kind: 'condition.path-outside', place, directory: '/d' },
  'limit.count': { kind: 'limit.count', made: 3, most: 2 },
  'limit.negative': { kind: 'limit.negative', at: '/a', value: -1 },
  'limit.earlier-uncounted': { kind: 'limit.earlier-uncounted', at: '/a' },
  'limit.sum': { kind: 'limit.sum', at: '/a', total: '12', unit: 'EUR', before: '5', most: 10 },
  'schema.missing': { kind: 'schema.missing', name: 'n' },
  'schema.extra': { kind: 'schema.extra', name: 'n' },
  'schema.one-of': { kind: 'schema.one-of', allowed: '["x"]' },
  'schema.exactly': { kind: 'schema.exactly', allowed: '"x"' },
  'schema.type': { kind: 'schema.type', types: ['string', 'null'] },
  'schema.bound': { kind: 'schema.bound', comparison: '<=', limit: 5 },
  'schema.multiple': { kind: 'schema.multiple', of: 5 },
  'schema.size': { kind: 'schema.size', of: 'characters', bound: 'least', limit: 5 },
  'schema.pattern': { kind: 'schema.pattern', pattern: '^x$' },
  'schema.twice': { kind: 'schema.twice', one: 0, other: 1 },
  'schema.other': { kind: 'schema.other', keyword: 'not', words: 'must NOT be valid' },
  'json.too-large': { kind: 'json.too-large', bytes: 9, most: 8 },
  'json.byte-order-mark': { kind: 'json.byte-order-mark' },
  'json.goes-on': { kind: 'json.goes-on', found: 'x' },
  'json.no-name': { kind: 'json.no-name' },
  'json.name-twice': { kind: 'json.name-twice', name: 'n' },
  'json.name-proto': { kind: 'json.name-proto' },
  'json.name-prototype': { kind: 'json.name-prototype' },
  'json.no-number': { kind: 'json.no-number' },
  'json.number-too-large': { kind: 'json.number-too-large', number: '1e999' },
  'json.negative-zero': { kind: 'json.negative-zero', number: '-0' },
  'json.number-changes': { kind: 'json.number-changes', number: '0.30000000000000001', becomes: '0.3' },
  'json.no-value': { kind: 'json.no-value', found: 'x' },
  'json.too-deep': { kind: 'json.too-deep', most: 32 },
  'json.no-mark': { kind: 'json.no-mark', mark: ':' },
  'json.half-pair': { kind: 'json.half-pair' },
  'json.half-pair-escaped': { kind: 'json.half-pair-escaped' },
  'json.unclosed': { kind: 'json.unclosed' },
  'json.unescaped': { kind: 'json.unescaped', found: 'x' },
  'json.bad-escape': { kind: 'json.bad-escape' },
  misfit: { kind: 'misfit', at: '', why: { kind: 'schema.missing', name: 'n' } },
  beyond: { kind: 'beyond', why: { kind: 'limit.count', made: 3, most: 2 } },
  undecidable: { kind: 'undecidable', why: { kind: 'condition.absent', place } },
  unreadable: { kind: 'unreadable', ...json },
  'third-identical': { kind: 'third-identical' },
  'unnamed-tool': { kind: 'unnamed-tool', tool: 't', named: ['a', 'b'] },
  'requester-claimed': { kind: 'requester-claimed' },
  'requester-erased': { kind: 'requester-erased' },
  'needs-before': { kind: 'needs-before', needed: 'a', tool: 't' },
  'not-their-words': { kind: 'not-their-words', at: '/a' },
  'turned-down': {
    kind: 'turned-down',
    outcome: 'sent-back',
    where: { by: ['kim'], requestId: 'r', toolUseId: 'c' },
  },
  'no-rule-holds': { kind: 'no-rule-holds' },
  'too-many-at-once': { kind: 'too-many-at-once' },
  'approvals-used-up': { kind: 'approvals-used-up' },
  'too-few-deciders': { kind: 'too-few-deciders', needed: 2, left: 1 },
  'wrapped-directly': { kind: 'wrapped-directly', tool: 't' },
  'wrapped-members': { kind: 'wrapped-members' },
  'wrapped-other': { kind: 'wrapped-other', granted: ['a', 'b'], tool: 't', isNamed: 'named' },
  'edit.too-often': { kind: 'edit.too-often', most: 20 },
  'edit.rules-gone': { kind: 'edit.rules-gone' },
  'edit.input-erased': { kind: 'edit.input-erased' },
  'edit.empty': { kind: 'edit.empty' },
  'edit.unreadable': { kind: 'edit.unreadable', ...json },
  'edit.other-tool': { kind: 'edit.other-tool', tool: 't' },
  'edit.misused': { kind: 'edit.misused', why: { kind: 'wrapped-members' } },
  'edit.nobody-asked': { kind: 'edit.nobody-asked' },
  'edit.too-few-deciders': { kind: 'edit.too-few-deciders' },
  'edit.needs': { kind: 'edit.needs', assurance: 'iam' },
  'edit.refused-by-rule': { kind: 'edit.refused-by-rule', rule: 'r', because: 'b' },
  'edit.unchanged': { kind: 'edit.unchanged' },
};

// Names that are the same in every language, and what JSON itself is made of.
const everywhere = /JSON|null|caps\.approvals|request_approval|arguments|constructor|prototype|__proto__|tool/g;

describe.each(Object.values<Problem>(samples))('$kind', (problem) => {
  test('has Japanese words without an English sentence in them, and without an undefined value', () => {
    const words = worded(ja.problems, problem);
    expect(words).toMatch(/[\p{sc=Hira}\p{sc=Kana}]/u);
    expect(words.replaceAll(everywhere, '').match(/[A-Za-z]{4,}/g) ?? []).toEqual([]);
    expect(`${words}${problemWords(problem)}`).not.toMatch(/undefined|NaN|\[object/);
  });
});

// Japanese has words of its own for these, or leaves out what only the model can do something with.
const otherwise: ReadonlySet<ProblemKind> = new Set([
  'edit.empty',
  'unnamed-tool',
  'wrapped-other',
  'wrapped-directly',
]);

test.each(Object.values<Problem>(samples).filter(({ kind }) => !otherwise.has(kind)))(
  '$kind says in Japanese every number, place and quoted word that it says in English',
  (problem) => {
    const said = problemWords(problem).match(/-?\d+(?:\.\d+)?|"[^"]*"|\/[a-z]\b/g) ?? [];
    for (const one of said) expect(worded(ja.problems, problem)).toContain(one.replaceAll(/^"(.)"$/g, '$1'));
  },
);

test.each<readonly [JsonObject, Json]>([
  [{ type: ['string', 'null'] }, 5],
  [{ type: 'number', minimum: 5 }, 4],
  [{ type: 'number', maximum: 5.5 }, 6],
  [{ type: 'number', exclusiveMinimum: 5 }, 5],
  [{ type: 'number', exclusiveMaximum: 5 }, 5],
  [{ type: 'number', multipleOf: 5 }, 4],
  [{ type: 'string', minLength: 2 }, 'a'],
  [{ type: 'string', maxLength: 2 }, 'abc'],
  [{ type: 'array', minItems: 1 }, []],
  [{ type: 'array', maxItems: 1 }, [1, 2]],
  [{ type: 'object', minProperties: 1 }, {}],
  [{ type: 'object', maxProperties: 0 }, { a: 1 }],
  [{ type: 'string', pattern: '^a$' }, 'b'],
  [{ type: 'array', uniqueItems: true }, [1, 1]],
  [{ not: { type: 'string' } }, 'b'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 5],
])("the English of a misfit of %j is the validator's own", (schema, value) => {
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
  validate(value);
  expect(misfits(schema, value).map(({ why }) => problemWords(why))).toEqual(
    validate.errors?.map(({ message }) => message),
  );
});
