import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FunctionName } from '../settings.ts';

/** Where the functions are: sources in the project, finished bundles in the package. */
export const lambdasFolder = fileURLToPath(new URL('../../lambdas/', import.meta.url));

// An app with a gate per stage has the same code several times, with another gate file beside it.
const bundles = new Map<FunctionName, Uint8Array>();

/**
 * One function as a single ES module for Node 24. The SDK is in it, since the one that Lambda brings may not know
 * InvokeHarness.
 */
export function functionBundle(name: FunctionName): Uint8Array {
  const known = bundles.get(name);
  if (known !== undefined) return known;
  const [output] = esbuild().buildSync({
    entryPoints: [join(lambdasFolder, name, 'index.ts')],
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
  }).outputFiles;
  if (output === undefined) throw new Error(`esbuild gave no code for the function ${name}.`);
  bundles.set(name, output.contents);
  return output.contents;
}

// Looked for only here: whoever uses the package gets finished bundles and needs no bundler.
function esbuild(): typeof import('esbuild') {
  return createRequire(import.meta.url)('esbuild');
}
