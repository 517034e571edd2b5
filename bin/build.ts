import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionBundle } from '../lib/infra/function-bundle.ts';
import { type FunctionName, functionSettings } from '../lib/settings.ts';

// npm run build: what the package holds. JavaScript and declarations of constructs and CLI, and the functions as finished bundles.
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });
for (const name of Object.keys(functionSettings) as FunctionName[]) {
  mkdirSync(join(dist, 'lambdas', name), { recursive: true });
  for (const [file, contents] of functionBundle(name)) writeFileSync(join(dist, 'lambdas', name, file), contents);
}
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '..', 'bin', 'tsc');
// The compiler is a Go program that reads a million lines of declarations, mostly the CDK's, and ends: collecting its garbage
// before that costs more than compiling. It comes to 700 MB; the limit makes it collect after all, should it ever need more.
const env = { GOGC: 'off', GOMEMLIMIT: '2GiB' };
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--singleThreaded'], {
  stdio: 'inherit',
  env,
});
