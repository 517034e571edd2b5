import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

interface Document {
  readonly path: string;
  readonly text: string;
}

const documents: readonly Document[] = ['.', 'docs']
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('the documents', () => {
  test('link to what is there, to headings too', () => {
    const broken = documents.flatMap((document) =>
      [...document.text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !isThere(document, target))
        .map((target) => `${document.path}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('name files of the project that are there', () => {
    const named = /(?<![\w/.-])(?:lib|bin|lambdas|tests|examples|docs)\/[\w./-]*\.(?:ts|mjs|ya?ml|md|json|txt)\b/g;
    const missing = documents.flatMap(({ path, text }) =>
      [...text.matchAll(named)].filter(([file]) => !existsSync(join(root, file))).map(([file]) => `${path}: ${file}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the six questions of a permission prompt', () => {
  const security = documents.find(({ path }) => path === 'docs/security.md')?.text ?? '';
  const [, table = ''] = security.split('## The six questions of a permission prompt');
  const questions = table.split('\n').filter((line) => /^\| [A-Z].*\?/.test(line));

  test('are six', () => {
    expect(questions).toHaveLength(6);
  });

  test.each(questions.map((line) => line.split(' | ')))('"%s" has tests with the titles that it names', (...cells) => {
    const cited = [...(cells[2] ?? '').matchAll(/`([^`]+)` "([^"]+)"/g)];
    expect(cited.length).toBeGreaterThan(0);
    for (const [, file = '', title = ''] of cited) {
      expect(readFileSync(join(root, file), 'utf8'), `${file} has no test "${title}"`).toContain(`test('${title}'`);
    }
  });
});

function isThere(from: Document, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? from.path : join(dirname(from.path), file);
  if (!existsSync(join(root, path))) return false;
  if (heading === undefined) return true;
  return headingsOf(readFileSync(join(root, path), 'utf8')).includes(heading);
}

/** As GitHub and others make anchors of headings. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
