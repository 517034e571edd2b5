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
  const names = Object.keys(functionSettings) as readonly FunctionName[];
  const guards = names.filter(isGuard);
  const others = names.filter((name) => !isGuard(name));
  return new Map([...bundlesOf(guards), ...bundlesOf(others)]);
}

function bundlesOf(names: readonly FunctionName[]): readonly (readonly [string, Uint8Array])[] {
  const { outputFiles } = esbuild().buildSync({
    entryPoints: names.map((name) => ({ in: join(lambdasFolder, name, 'index.ts'), out: name })),
    outdir: 'bundles',
    ...bundling,
    ...(names.every(isGuard) ? { external: [...otherCredentials] } : {}),
  });
  return outputFiles.map(({ path, contents }) => [basename(path, '.js'), contents] as const);
}

/** How a function is made one file, for esbuild. */
export const bundling = {
  write: false,
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's ES modules, of which only what is used is taken: its CommonJS is a third more of every bundle.
  mainFields: ['module', 'main'],
  // Some of the SDK's dependencies still call require, which ES modules do not have.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  legalComments: 'none',
  // Japanese as it is, which is half of what its escapes are.
  charset: 'utf8',
  logLevel: 'error',
} satisfies import('esbuild').BuildOptions;

/**
 * What the SDK would load where the environment holds no credentials. Lambda's always does, and the agent waits for the guard
 * before each of its calls. The others keep them: at a desk with a real harness they run with a user's profile.
 */
export const otherCredentials = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
] as const;

function isGuard(name: FunctionName): boolean {
  return name === 'guard';
}

// Looked for only here: whoever uses the package gets finished bundles and needs no bundler.
function esbuild(): typeof import('esbuild') {
  return createRequire(import.meta.url)('esbuild');
}
