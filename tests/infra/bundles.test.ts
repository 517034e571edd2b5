import { expect, test } from 'vitest';
import { functionBundle } from '../../lib/infra/function-bundle.ts';
import { type FunctionName, functionSettings } from '../../lib/settings.ts';
import { eagerFiles } from '../support/eager-files.ts';

const names = Object.keys(functionSettings) as readonly FunctionName[];

test('the guard, which answers within each tool call, loads at most half of what Advance does', () => {
  const guard = loaded('guard').length;
  expect(guard).toBeGreaterThan(0);
  expect(guard / loaded('advance').length).toBeLessThan(0.5);
});

test('a function that starts has read no validator of schemas, no mail client and no user’s profile before it needs one', () => {
  for (const name of names) expect(loaded(name), name).not.toContain('sso_session');
  for (const part of ['unevaluatedProperties', 'ConfigurationSetName', '承認']) {
    expect(loaded('verdict-page'), part).not.toContain(part);
    expect(everything('verdict-page'), part).toContain(part);
  }
});

test('whoever may run with a user’s profile at a desk has everything that reads one, and the guard has not', () => {
  expect(everything('advance')).toContain('sso_session');
  expect(everything('guard')).not.toContain('sso_session');
});

test.each(names)('%s has every file beside it that it loads, now or later', (name) => {
  const bundle = functionBundle(name);
  const named = [...everything(name).matchAll(/["'`]\.\/([^"'`/]+\.mjs)["'`]/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((file) => !bundle.has(file))).toEqual([]);
});

function loaded(name: FunctionName): string {
  return textOf(eagerFiles(functionBundle(name)).values());
}

function everything(name: FunctionName): string {
  return textOf(functionBundle(name).values());
}

function textOf(files: Iterable<Uint8Array>): string {
  return [...files].map((contents) => new TextDecoder().decode(contents)).join('\n');
}
