import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FunctionName, functionSettings } from '../settings.ts';

/** Where the functions are: sources in the project, finished bundles in the package. */
export const lambdasFolder = fileURLToPath(new URL('../../lambdas/', import.meta.url));

/** The files of one function by name: `index.mjs`, and the chunks that it loads now or only when it needs them. */
export type FunctionBundle = ReadonlyMap<string, Uint8Array>;

let bundles: ReadonlyMap<string, FunctionBundle> | undefined;

/**
 * One function as ES modules for Node 24. The SDK is in it, since the one that Lambda brings may not know InvokeHarness. What
 * few invocations need (a schema's validator, the mails, the SDK's way to a user's profile) are chunks that a cold start leaves
 * alone.
 */
export function functionBundle(name: FunctionName): FunctionBundle {
  bundles ??= allBundles();
  const bundle = bundles.get(name);
  if (bundle === undefined) throw new Error(`esbuild gave no code for the function ${name}.`);
  return bundle;
}

// Once per process: an app with a gate per stage has the same code several times, with another gate file beside it. Together,
// since they share most of what has to be read and written; the page by itself, since chunks that suit many functions hold more
// than one of them needs, and somebody waits for it.
function allBundles(): ReadonlyMap<string, FunctionBundle> {
  const names = Object.keys(functionSettings) as readonly FunctionName[];
  const alone: readonly FunctionName[] = ['guard', 'verdict-page'];
  const others = names.filter((name) => !alone.includes(name));
  return new Map([...alone.map((name) => [name]), others].flatMap(bundlesOf));
}

function bundlesOf(names: readonly FunctionName[]): readonly (readonly [string, FunctionBundle])[] {
  const { outputFiles, metafile } = esbuild().buildSync({
    entryPoints: names.map((name) => ({ in: join(lambdasFolder, name, 'index.ts'), out: name })),
    outdir: 'bundles',
    ...bundling,
    ...(names.every(isGuard) ? { external: [...otherCredentials] } : {}),
  });
  const contents = new Map(outputFiles.map((file) => [basename(file.path), file.contents]));
  const imports = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [
      basename(path),
      output.imports.flatMap(({ path: imported, external }) => (external === true ? [] : [basename(imported)])),
    ]),
  );
  return names.map((name) => [name, filesFrom(`${name}.mjs`, { contents, imports })]);
}

interface Outputs {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

function filesFrom(entry: string, { contents, imports }: Outputs): FunctionBundle {
  const reached = new Set([entry]);
  // A set hands out what is added to it while it is walked.
  for (const file of reached) for (const imported of imports.get(file) ?? []) reached.add(imported);
  return new Map([...reached].map((file) => [file === entry ? 'index.mjs' : file, givenCode(file, contents)]));
}

function givenCode(file: string, contents: Outputs['contents']): Uint8Array {
  const code = contents.get(file);
  // A file that is empty would fail much later, in whatever needs it.
  if (code === undefined) throw new Error(`esbuild names the file ${file} and gave no code for it.`);
  return code;
}

/** How functions are made files, for esbuild. */
export const bundling = {
  write: false,
  bundle: true,
  metafile: true,
  splitting: true,
  outExtension: { '.js': '.mjs' },
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
