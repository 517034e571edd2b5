import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Example } from '../../bin/local-example.ts';
import type { Synthesized } from '../../bin/synthesize.ts';
import { readAssets } from '../../lib/local/assets.ts';
import { eventually } from './local-eventually.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cache = join(root, 'node_modules/.cache/countersign-scenarios');

// Whatever can change a template or a bundle. Reading it takes some 20 ms, synthesizing several seconds.
const sources = ['core', 'harness', 'gate', 'aws', 'web', 'infra', 'workflow', 'settings.ts'].map((one) =>
  join('lib', one),
);

/** The gate's template and bundles, synthesized once per version of the sources and kept for later tests. */
export async function synthesizedOnce({ gate, harnessArn }: Example): Promise<Synthesized> {
  const key = createHash('sha256').update(JSON.stringify([gate, harnessArn]));
  for (const file of [...sources, 'lambdas', 'bin/synthesize.ts', 'package-lock.json'].flatMap((source) =>
    filesBelow(join(root, source)),
  )) {
    key.update(file).update(readFileSync(file));
  }
  const outdir = join(cache, key.digest('hex').slice(0, 24));
  if (!existsSync(outdir)) {
    if (isOurs(outdir)) await synthesizeInto(outdir, { gate, harnessArn });
    // Another worker is at it. Should it have died, the wait ends in an error that says so.
    else await eventually(`${outdir}, which another worker synthesizes`, async () => existsSync(outdir) || undefined);
  }
  const stack = `countersign-${gate.gate}-${gate.stage}`;
  return {
    template: JSON.parse(readFileSync(join(outdir, `${stack}.template.json`), 'utf8')),
    assets: readAssets(join(outdir, `${stack}.assets.json`)),
  };
}

/** Takes the work for this process, so that two workers do not both spend seconds on it. */
function isOurs(outdir: string): boolean {
  const lock = `${outdir}.lock`;
  mkdirSync(cache, { recursive: true });
  try {
    writeFileSync(lock, '', { flag: 'wx' });
    return true;
  } catch {
    // What a killed worker left behind does not count.
    return !existsSync(outdir) && Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 60_000;
  }
}

async function synthesizeInto(outdir: string, { gate, harnessArn }: Pick<Example, 'gate' | 'harnessArn'>) {
  const unfinished = `${outdir}.${process.pid}`;
  forgetOld();
  try {
    // Loaded only here: CDK takes a second to load.
    const { synthesize } = await import('../../bin/synthesize.ts');
    synthesize(gate, { harnessArn, outdir: unfinished });
    renameSync(unfinished, outdir);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Or another worker was faster, with the same result.
    if (!existsSync(outdir)) throw error;
  } finally {
    // Also after a failure: the next one would wait for nobody.
    rmSync(`${outdir}.lock`, { force: true });
  }
}

/** Each version of the sources leaves some megabytes behind. */
function forgetOld(): void {
  for (const name of readdirSync(cache)) {
    const { mtimeMs = Date.now() } = statSync(join(cache, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > 24 * 3_600_000) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

function filesBelow(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path];
  }
}
