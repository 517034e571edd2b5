import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../house/source-files.ts';

/** Somebody else's project, empty but for what an example of the README would hold. */
export interface Consumer {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Runs a program there; what it printed. @throws with what it printed when it fails */
  readonly run: (program: string, ...args: readonly string[]) => string;
  readonly remove: () => void;
}

/** Packs the project and installs the tarball into an empty one, which has the CDK beside it as its own dependency. */
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
  mkdirSync(join(folder, 'node_modules'));
  // Legacy: the CDK is 160 MB that this machine has already, and is linked below instead.
  const quiet = ['--legacy-peer-deps', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', 'install', '--prefer-offline', ...quiet, join(folder, tarball));
  for (const name of ['aws-cdk-lib', 'constructs']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
  }
  return { folder, write, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function exampleText(path: string): string {
  return readFileSync(join(root, 'examples', path), 'utf8');
}
