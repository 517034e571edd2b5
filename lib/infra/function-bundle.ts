import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FunctionName, functionSettings } from '../settings.ts';

/** Where the functions are: sources in the project, finished bundles in the package. */
export const lambdasFolder = fileURLToPath(new URL('../../lambdas/', import.meta.url));

let bundles: ReadonlyMap<string, Uint8Array> | undefined;

/**
 * One function as a single ES module for Node 24. The SDK is in it, since the one that Lambda brings may not know
 * InvokeHarness.
 */
export function functionBundle(name: FunctionName): Uint8Array {
  bundles ??= allBundles();
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`esbuild gave no code for the function ${name}.`);
  return bundle;
}

// All at once and once per process: they share most of what has to be read, and an app with a gate per stage has the same
// code several times, with another gate file beside it.
function allBundles(): ReadonlyMap<string, Uint8Array> {
  const names = Object.keys(functionSettings);
  const { outputFiles } = esbuild().buildSync({
    entryPoints: names.map((name) => ({ in: join(lambdasFolder, name, 'index.ts'), out: name })),
    outdir: 'bundles',
    write: false,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Some of the SDK's dependencies still call require, which ES modules do not have.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    legalComments: 'none',
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path, '.js'), contents]));
}

// Looked for only here: whoever uses the package gets finished bundles and needs no bundler.
function esbuild(): typeof import('esbuild') {
  return createRequire(import.meta.url)('esbuild');
}
