import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../node_modules/.cache/desk-compiled', import.meta.url));

/**
 * What a thread needs in its environment to keep code compiled from its very first module on: without it each thread loads
 * Node's compiler of TypeScript and uses it on a handful of files, a third of its whole start.
 */
export const compiledFromTheStart: Readonly<Record<string, string>> = { NODE_COMPILE_CACHE: directory };

/**
 * Runs `load` with V8's compiled code kept on disk between processes: it halves the start of a thread that loads a large
 * library or bundle. Where the directory cannot be written, loading is merely as slow as it was.
 */
export async function withCompileCache<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  enableCompileCache(directory);
  const loaded = await load();
  // A thread may be ended any time without a chance to write.
  flushCompileCache();
  return loaded;
}
