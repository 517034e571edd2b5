import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../house/source-files.ts';

/** Somebody else's project, empty but for what an example of the README would hold. */
export interface Consumer {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Runs a program there; what it printed. @throws with what it printed when it fails */
  readonly run: (program: string, ...args: readonly string[]) => string;
  readonly remove: () => void;
}

/**
 * Packs the project and installs the tarball into an empty one. What the package declares, and the CDK that its user has, are
 * linked from this project instead of being fetched again: an import of anything that is not declared finds nothing.
 */
export function installedConsumer(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-consumer-'));
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write('package.json', JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  execFileSync(process.execPath, ['bin/build.ts'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const tarball = /countersign-[\w.]+\.tgz/.exec(packed)?.[0] ?? '';
  const installed = join('node_modules', 'countersign');
  mkdirSync(join(folder, installed), { recursive: true });
  run('tar', '-xzf', tarball, '-C', installed, '--strip-components=1');
  const { dependencies }: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(folder, installed, 'package.json'), 'utf8'),
  );
  for (const name of [...Object.keys(dependencies), 'aws-cdk-lib', 'constructs']) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'dir');
  }
  // npm itself links the command.
  run('npm', 'rebuild', 'countersign', '--ignore-scripts', '--offline');
  return { folder, write, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function exampleText(path: string): string {
  return readFileSync(join(root, 'examples', path), 'utf8');
}
