import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './source-files.ts';

interface Page {
  readonly path: string;
  readonly text: string;
}

const pages: readonly Page[] = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'examples/README.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Tests that a text names as `tests/file.test.ts` "title". */
function namedTests(text: string) {
  return [...text.matchAll(/`(tests\/[\w/.-]+\.test\.ts)` "([^"]+)"/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
}

describe('the documents', () => {
  test('name files of this project that are there', () => {
    // Not below docs/decisions.md, which is about what was then.
    const named = pages
      .filter(({ path }) => path !== 'docs/decisions.md')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/`((?:lib|bin|lambdas|tests|docs|examples)\/[\w/.-]+\.(?:ts|md|yaml|json))`/g)].map(
          ([, file = '']) => ({ path, file }),
        ),
      );
    expect(named.length).toBeGreaterThan(10);
    const missing = named.filter(({ file }) => !existsSync(join(root, file)));
    expect(missing.map(({ path, file }) => `${path}: ${file}`)).toEqual([]);
  });

  test('link to files that are there, and to headings in them', () => {
    const links = pages.flatMap((page) =>
      [...page.text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target))
        .map((target) => ({ page, target })),
    );
    expect(links.length).toBeGreaterThan(5);
    const missing = links.filter(({ page, target }) => !leadsSomewhere(page, target));
    expect(missing.map(({ page, target }) => `${page.path}: ${target}`)).toEqual([]);
  });

  test('answer each of the six questions of a permission prompt with tests that exist under that title', () => {
    const { text } = pages.find(({ path }) => path === 'docs/security.md') ?? { text: '' };
    const rows = text
      .slice(text.indexOf('## The six questions'))
      .split('\n')
      .filter((line) => /^\| (Does|Is) /.test(line));
    expect(rows).toHaveLength(6);
    for (const row of rows) {
      const tests = namedTests(row);
      expect(tests, row).not.toEqual([]);
      const lost = tests.filter(({ file, title }) => !readFileSync(join(root, file), 'utf8').includes(`'${title}'`));
      expect(lost).toEqual([]);
    }
  });
});

function leadsSomewhere({ path, text }: Page, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const found = join(root, dirname(path), file);
  if (file !== '' && !existsSync(found)) return false;
  return heading === undefined || anchorsIn(file === '' ? text : readFileSync(found, 'utf8')).includes(heading);
}

/** The anchors of a page's headings, as they are made where it is read. */
function anchorsIn(text: string): readonly string[] {
  return [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
