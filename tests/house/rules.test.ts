import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, type SourceFile, sourceFiles } from './source-files.ts';

const product = sourceFiles('lib', 'lambdas', 'bin');
const everything = [...product, ...sourceFiles('tests')];

function offenders(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ line, place: `${path}:${index + 1}` }))
      .filter(({ line }) => pattern.test(line))
      .map(({ place, line }) => `${place} ${line.trim()}`),
  );
}

// What the compiler reads: neither comments nor the insides of texts, each of which may speak of what code must not do.
function codeOnly({ path, text }: SourceFile): SourceFile {
  const bare = text
    .replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|\/\/.*$|`[^`]*`/gm, "''");
  return { path, text: bare };
}

describe('house rules', () => {
  test('no any and no cast through unknown', () => {
    const code = everything.filter(({ path }) => !path.startsWith('tests/house/')).map(codeOnly);
    expect(offenders(code, /([:<|&,]\s*|\bas )any\b(?=\s*([;,)=>|&\]}[]|$))|as unknown as/)).toEqual([]);
  });

  // Each costs three seconds of two cores, and the whole run has four minutes: one more shares a desk that is there already
  // (as in tests/scenarios/asking.test.ts), or another goes.
  test('the tests start no more than 14 desks with a gate', () => {
    const tests = sourceFiles('tests').filter(({ path }) => /^tests\/(?!house\/).*\.test\.ts$/.test(path));
    const starts = offenders(tests, /\bstartLocal(Stack|Desk)\(/);
    expect(starts.length, starts.join('\n')).toBeGreaterThan(0);
    expect(starts.slice(14)).toEqual([]);
  });

  test('no file over 300 lines', () => {
    const long = everything.filter(({ text }) => text.split('\n').length > 301).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  test('no default exports, but for the configuration that its tool wants so', () => {
    expect(
      offenders(everything, /^export default/).filter((line) => !/^tests\/vitest[.a-z]*\.config\.ts/.test(line)),
    ).toEqual([]);
  });

  test('no barrel in lib: no file only passes others on', () => {
    const barrels = sourceFiles('lib').filter(({ text }) => {
      const code = text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
      return code.length > 0 && code.every((line) => /^export .* from /.test(line));
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test('the environment is read in the settings file alone', () => {
    expect(
      offenders(product.map(codeOnly), /process\.env\b/).filter((line) => !line.startsWith('lib/settings.ts')),
    ).toEqual([]);
  });

  test('console.log stands in bin and cli alone', () => {
    const elsewhere = product.filter(({ path }) => !path.startsWith('bin/') && !path.startsWith('lib/cli/'));
    expect(offenders(elsewhere, /console\.log\(/)).toEqual([]);
  });

  test('core, harness, workflow and gate have no clock and no randomness of their own', () => {
    const pure = product.filter(({ path }) => /^lib\/(core|harness|workflow|gate)\//.test(path));
    expect(offenders(pure, /Date\.now\(|new Date\(\)|Math\.random\(|randomBytes|randomUUID|setTimeout\(/)).toEqual([]);
  });

  test('nothing updates or deletes items, and one file puts to the audit table', () => {
    const aws = product.filter(({ path }) => /^(lib\/(aws|gate)|lambdas)\//.test(path));
    expect(offenders(aws, /(Update|Delete|BatchWrite|TransactWrite)Item/)).toEqual([]);
    const putsToChains = aws
      .filter(({ text }) => /PutItemCommand/.test(text) && /chain: \{ S:/.test(text))
      .map(({ path }) => path);
    expect(putsToChains).toEqual(['lib/aws/audit-table.ts']);
  });

  test('no name from the examples stands in lib or lambdas', () => {
    const names = readdirSync(join(root, 'examples'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => namesOf(name));
    expect(names.length).toBeGreaterThan(1);
    const used = sourceFiles('lib', 'lambdas').flatMap(({ path, text }) =>
      names.filter((name) => text.includes(name)).map((name) => `${path}: ${name}`),
    );
    expect(used).toEqual([]);
  });

  test('the callback carries nothing', () => {
    expect(offenders(product, /SendTaskSuccessCommand\(/).filter((line) => !line.includes("output: '{}'"))).toEqual([]);
  });

  test('nothing that is committed names this machine or a registry', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '' && existsSync(join(root, path)));
    const secretive = files.filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [
        ['resolved"', '"http'].join(': '),
        ['registry', 'npmjs', 'org'].join('.'),
        ['', 'work', 'main'].join('/'),
      ].some((word) => text.includes(word));
    });
    expect(secretive).toEqual([]);
  });
});

// The names that an example gives: its own, its gate's, its tools'. Words that any program may use are left out.
function namesOf(example: string): readonly string[] {
  const file = join(root, 'examples', example, 'gate.yaml');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const tools = /^tools:\n((?: {2}.*\n|\n)+)/m.exec(text)?.[1] ?? '';
  return [...tools.matchAll(/^ {2}([A-Za-z0-9_-]+):/gm)].map((match) => match[1] ?? '').concat(`examples/${example}`);
}
