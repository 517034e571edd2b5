import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The TypeScript files below these folders of the project. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const file = join(root, folder, name);
        return { path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') };
      }),
  );
}

export interface Import {
  /** A path from the project's root, or a package's name. */
  readonly target: string;
  readonly kind: 'value' | 'type';
}

/** What a file imports or exports from elsewhere. */
export function importsOf(file: SourceFile): readonly Import[] {
  const pattern = /^(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^import\s+'([^']+)'|import\('([^']+)'\)/gms;
  return [...file.text.matchAll(pattern)].map((match) => {
    const specifier = match[2] ?? match[3] ?? match[4] ?? '';
    return { target: resolved(file.path, specifier), kind: match[1] === undefined ? 'value' : 'type' };
  });
}

function resolved(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return join(from, '..', specifier).split(sep).join('/');
}
