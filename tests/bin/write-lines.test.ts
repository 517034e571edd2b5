import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeLines } from '../../bin/write-lines.ts';

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lines-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'x.jsonl');
}

async function* lines(...texts: readonly (string | Error)[]): AsyncIterable<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield text;
  }
}

test('lines become a file that only its owner may read', async () => {
  const file = place();
  await writeLines(file, lines('a', 'ü'));
  expect(readFileSync(file, 'utf8')).toBe('a\nü\n');
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('a failure on the way leaves what was there before', async () => {
  const file = place();
  writeFileSync(file, 'before');
  await expect(writeLines(file, lines('a', new Error('throttled')))).rejects.toThrow('throttled');
  expect(readFileSync(file, 'utf8')).toBe('before');
  expect(existsSync(`${file}.new`)).toBe(false);
});

test('a folder that is not there is named before anything is read', async () => {
  const read: string[] = [];
  const source = (async function* () {
    read.push('asked');
    yield 'a';
  })();
  const written = writeLines(join(`${place()}.gone`, 'x.jsonl'), source);
  await expect(written).rejects.toThrow(/there is no folder .*x\.jsonl\.gone/);
  expect(read).toEqual([]);
});

test.each([
  [['harness', 'prompt', 'examples/purchase'], 0, 'A rejection is final', ''],
  [['audit', 'verify'], 2, '', 'Usage: countersign'],
  [['--version'], 0, (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version, ''],
  [['runs', '--local', 'nowhere'], 4, '', 'Start the local desk first'],
])('the program ends as its words say: %j with %d', async (words, code, stdout, stderr) => {
  const ended = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('node', ['bin/countersign.ts', ...words], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout: out, stderr: err }),
    );
  });
  expect(ended.code).toBe(code);
  expect(ended.stdout).toContain(stdout);
  expect(ended.stderr).toContain(stderr);
  expect(existsSync('nowhere')).toBe(false);
});
