import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { shareCode } from '../../lib/local/shared-code.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const longAgo = new Date('2026-01-01');

test('equal code of two stacks lies at one path, other code at another, and what lies beside it stays', () => {
  const { folder, shared } = folders();
  const [one, other, different] = [folder('one', 'equal'), folder('other', 'equal'), folder('different', 'changed')];
  shareCode([one, other], shared);
  shareCode([different], shared);
  const [path, again, elsewhere] = [one, other, different].map((at) => realpathSync(join(at, 'index.mjs')));
  expect(again).toBe(path);
  expect(elsewhere).not.toBe(path);
  expect(codeIn(different)).toBe('changed');
  expect(readFileSync(join(other, 'gate.json'), 'utf8')).toBe('other');
});

test('a folder whose shared code is gone gets it again, and a folder without a bundle is left alone', () => {
  const { folder, shared } = folders();
  const one = folder('one', 'code');
  shareCode([one, shared], shared);
  rmSync(realpathSync(join(one, 'index.mjs')));
  shareCode([one], shared);
  expect(codeIn(one)).toBe('code');
});

test('the chunks that a bundle loads lie beside it, whole again where one was damaged, and nothing else of its folder does', () => {
  const { folder, shared } = folders();
  const one = folder('one', 'code');
  writeFileSync(join(one, 'chunk-A1.mjs'), 'chunk');
  shareCode([one], shared);
  const [path, chunk] = [realpathSync(join(one, 'index.mjs')), join(shared, 'chunk-A1.mjs')];
  expect(dirname(path)).toBe(dirname(realpathSync(chunk)));
  writeFileSync(chunk, 'chu');
  shareCode([one], shared);
  expect(readFileSync(chunk, 'utf8')).toBe('chunk');
  expect(readdirSync(shared).toSorted()).toEqual([basename(path), 'chunk-A1.mjs'].toSorted());
});

test('shared code that no stack has used for long is forgotten', () => {
  const { folder, shared } = folders();
  const [used, unused, newest] = [folder('used', 'used'), folder('unused', 'unused'), folder('newest', 'newest')];
  shareCode([used, unused], shared);
  const old = realpathSync(join(unused, 'index.mjs'));
  utimesSync(old, longAgo, longAgo);
  shareCode([newest], shared);
  expect(codeIn(used)).toBe('used');
  expect(() => readFileSync(old)).toThrow('ENOENT');
});

function folders() {
  const root = temporaryDirectory();
  const folder = (name: string, code: string) => {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'index.mjs'), code);
    writeFileSync(join(root, name, 'gate.json'), name);
    return join(root, name);
  };
  return { folder, shared: join(root, 'shared') };
}

function codeIn(folder: string): string {
  return readFileSync(join(folder, 'index.mjs'), 'utf8');
}
