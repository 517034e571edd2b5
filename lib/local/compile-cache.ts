import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const directory = fileURLToPath(new URL('../../node_modules/.cache/desk-compiled', import.meta.url));

/**
 * The address of a worker's first module that keeps code compiled before it loads `module`: a thread that turns the cache on
 * later has loaded Node's compiler of TypeScript for a handful of files, a third of its whole start. Not by an environment
 * variable, since a function's environment is what it declares and no more.
 */
export function compiledFromTheStart(module: URL): URL {
  const source = `import { enableCompileCache } from 'node:module';
enableCompileCache(${JSON.stringify(directory)});
await import(${JSON.stringify(module.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

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
