import { expect, test } from 'vitest';
import { nearest } from '../../lib/core/nearest.ts';

const known = ['approvers', 'topic', 'deadline', 'rule', 'mail'];

test.each<[string, string | undefined]>([
  ['aprovers', 'approvers'],
  ['approver', 'approvers'],
  ['deadlien', 'deadline'],
  ['Rule', 'rule'],
  ['urle', 'rule'],
  ['mial', 'mail'],
  ['colour', undefined],
  ['', undefined],
])('%j probably meant %s', (name, meant) => {
  expect(nearest(name, known)).toBe(meant);
});
