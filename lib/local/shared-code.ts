import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

const shared = fileURLToPath(new URL('../../node_modules/.cache/desk-code', import.meta.url));

// Longer than a desk runs whose next thread would look for the file.
const keptDays = 30;

/**
 * Has the bundles of a stack's functions (`index.mjs` in each of these folders, and its chunks) lie where equal ones of other
 * stacks lie, with a link in the place of `index.mjs`. V8's compiled code is kept by path: without this, each gate has the same
 * megabytes compiled anew. What else lies in a folder stays there, so code must look for it in LAMBDA_TASK_ROOT. For desks only,
 * since nobody can upload a link.
 */
export function shareCode(folders: Iterable<string>, directory: string = shared): void {
  mkdirSync(directory, { recursive: true });
  forgetOld(directory);
  for (const folder of folders) shareBundle(folder, directory);
}

function shareBundle(folder: string, directory: string): void {
  const bundle = join(folder, 'index.mjs');
  // The file itself stays: CDK does not write a folder again that it finds, and the shared copy may be gone by then.
  const own = join(folder, 'bundled.mjs');
  if (!existsSync(own)) {
    if (!existsSync(bundle)) return;
    linkSync(bundle, own);
  }
  // Before the file that imports them. Their names hold hashes of what is in them, which is how functions share them.
  for (const chunk of readdirSync(folder).filter(isChunk)) keepCopy(join(folder, chunk), join(directory, chunk));
  const digest = createHash('sha256').update(readFileSync(own)).digest('hex');
  const copy = join(directory, `${digest.slice(0, 24)}.mjs`);
  keepCopy(own, copy);
  const unfinished = `.${process.pid}.${threadId}`;
  try {
    symlinkSync(copy, `${bundle}${unfinished}`);
  } catch {
    // Where links are a privilege, functions merely start as slowly as they would.
    return;
  }
  renameSync(`${bundle}${unfinished}`, bundle);
}

function isChunk(name: string): boolean {
  return name.endsWith('.mjs') && name !== 'index.mjs' && name !== 'bundled.mjs';
}

/** At `copy` is what `file` holds, all of it or not at all; its age is how long ago somebody used it. */
function keepCopy(file: string, copy: string): void {
  if (existsSync(copy) && readFileSync(copy).equals(readFileSync(file))) {
    utimesSync(copy, new Date(), new Date());
    return;
  }
  const unfinished = `${copy}.${process.pid}.${threadId}`;
  copyFileSync(file, unfinished);
  renameSync(unfinished, copy);
}

/** Each version of the sources leaves some megabytes behind. */
function forgetOld(directory: string): void {
  for (const name of readdirSync(directory)) {
    const { mtimeMs = Date.now() } = statSync(join(directory, name), { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > keptDays * 86_400_000) rmSync(join(directory, name), { force: true });
  }
}
