import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resourceType } from '../../../lib/local/template/resource-types.ts';

/** Full names of the types in one column of the table; a short one has the service of the one before it. */
function documented(column: 'served' | 'account'): readonly string[] {
  const page = readFileSync(new URL('../../../docs/local.md', import.meta.url), 'utf8');
  const section = page.split('## The template')[1]?.split('\n## ')[0] ?? '';
  const cells = section.split('\n').flatMap((line) => {
    const [, served, account] = line.startsWith('|') ? line.split('|') : [];
    return (column === 'served' ? served : account) ?? [];
  });
  let service = '';
  return [...cells.join('|').matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
    if (!name.startsWith('AWS::')) return `${service}${name}`;
    service = name.slice(0, name.lastIndexOf('::') + 2);
    return name;
  });
}

/** What the refusal of a type that nobody knows says of those that are known. */
function known(): Readonly<Record<'served' | 'account', readonly string[]>> {
  let message = '';
  try {
    resourceType('Thing', 'AWS::Nobody::Knows');
  } catch (error) {
    message = String(error);
  }
  const [, served = '', account = ''] = /It serves (.*); it leaves to a real account (.*)\. Put/.exec(message) ?? [];
  return { served: served.split(', '), account: account.split(', ') };
}

test.each(['served', 'account'] as const)('the types of the table are those of the desk: %s', (column) => {
  expect(known()[column].length).toBeGreaterThan(10);
  expect(documented(column).toSorted()).toEqual(known()[column].toSorted());
});
