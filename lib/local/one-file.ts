import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const root = fileURLToPath(new URL('../../', import.meta.url));
const kept = join(root, 'node_modules/.cache/desk-one-file');
const require = createRequire(import.meta.url);

/**
 * The path of a CommonJS module with all that it requires as one file, made once per version and kept: finding and reading
 * some hundred small files takes a thread twice as long as running what is in them. `source` is the module, which requires
 * as from the project's root; `__dirname` is the folder of the package `home`.
 */
export function oneFile(name: string, { source, home }: { readonly source: string; readonly home: string }): string {
  // A lock file that changed may have brought another version of something below the package.
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const file = join(kept, `${name}-${lock.update(source).digest('hex').slice(0, 16)}.cjs`);
  if (existsSync(file)) return file;
  const esbuild: typeof import('esbuild') = require('esbuild');
  const unfinished = `${file}.${process.pid}.${threadId}`;
  mkdirSync(kept, { recursive: true });
  esbuild.buildSync({
    stdin: { contents: source, resolveDir: root },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    // Files that the package reads from its own folder are still there.
    define: { __dirname: JSON.stringify(dirname(require.resolve(home))) },
    logLevel: 'error',
    outfile: unfinished,
  });
  renameSync(unfinished, file);
  return file;
}
