import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { problemsOf, smallestFile } from './gate-file-builder.ts';

/** A file with one tool of this schema, whose author acknowledges these places. */
function paying(inputSchema: JsonObject, acknowledge: readonly string[] = []): JsonObject {
  const pay = { description: 'Pays.', effect: 'irreversible', inputSchema, rule: 'refuse', acknowledge };
  return { ...smallestFile(), tools: { pay } };
}

test.each(['apiKey', 'password', 'access_token', 'client-secret', 'Passphrase', 'newpassword2', 'authtoken', 'sshkey'])(
  'a credential called %s',
  (name) => {
    const inputSchema = {
      type: 'object',
      properties: { inner: { type: 'object', properties: { [name]: { type: 'string' } } } },
    };
    expect(problemsOf(paying(inputSchema))).toEqual([expect.stringContaining('looks like a credential')]);
    expect(problemsOf(paying(inputSchema, [`/inner/${name}`]))).toEqual([]);
  },
);

test.each<readonly [where: string, schema: JsonObject, pointer: string]>([
  ['a part of all', { allOf: [{ properties: { pin: {}, password: {} } }] }, '/password'],
  ['a branch', { if: {}, else: { properties: { token: {} } } }, '/token'],
  ['a definition', { $defs: { login: { properties: { secret: {} } } } }, '/secret'],
  [
    'the members of a list',
    { properties: { users: { type: 'array', items: { properties: { password: {} } } } } },
    '/users/*/password',
  ],
  ['members of any name', { additionalProperties: { properties: { password: {} } } }, '/*/password'],
])('a credential in %s', (_, schema, pointer) => {
  const inputSchema = { type: 'object', ...schema };
  const lines = problemsOf(paying(inputSchema)).filter((line) => line.includes('looks like a credential'));
  expect(lines).toEqual([expect.stringContaining(`acknowledge: [${pointer}]`)]);
  expect(problemsOf(paying(inputSchema, [pointer])).join()).not.toContain('credential');
});

test.each(['keyboard', 'tokens', 'monkey'])('but %s is none', (name) => {
  expect(problemsOf(paying({ type: 'object', properties: { [name]: { type: 'string' } } }))).toEqual([]);
});
