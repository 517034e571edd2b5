import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { supportedOperations } from '../../../lib/local/states/api/serve.ts';
import { stateTypes } from '../../../lib/local/states/definition/state-fields.ts';
import { queryFunctions } from '../../../lib/local/states/query/functions.ts';

test('the document names every operation, state and function that there is', () => {
  const text = readFileSync('docs/local-states.md', 'utf8');
  const functions = Object.keys(queryFunctions({ now: () => 0, at: () => () => undefined })).map((name) => `$${name}`);
  const names = [...supportedOperations, ...stateTypes, ...functions];
  expect(names.filter((name) => !text.includes(`\`${name}`))).toEqual([]);
});
