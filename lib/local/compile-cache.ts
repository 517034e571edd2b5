import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Runs `load` with V8's compiled code kept on disk between processes: it halves the start of a thread that loads a large
 * library or bundle. Where the directory cannot be written, loading is merely as slow as it was.
 */
export async function withCompileCache<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/desk-compiled', import.meta.url)));
  const loaded = await load();
  // A thread may be ended any time without a chance to write.
  flushCompileCache();
  return loaded;
}
