import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionName } from '../settings.ts';

const lambdas = fileURLToPath(new URL('../../lambdas/', import.meta.url));

/**
 * One function's code with the gate file beside it, as one asset: code and policy change together. The SDK is bundled,
 * since the one that Lambda brings may not know InvokeHarness.
 */
export function functionCode(name: FunctionName, gate: GateFile): Code {
  const bundle = (outputDir: string) => {
    writeFileSync(join(outputDir, 'index.mjs'), bundled(name));
    writeFileSync(join(outputDir, 'gate.json'), JSON.stringify(gate));
    return true;
  };
  return Code.fromAsset(join(lambdas, name), {
    assetHashType: AssetHashType.OUTPUT,
    // The image is never pulled: bundling is done here, without docker and without a network.
    bundling: { image: DockerImage.fromRegistry('unused'), local: { tryBundle: bundle } },
  });
}

// An app with a gate per stage has the same code several times, with another gate file beside it.
const bundles = new Map<FunctionName, Uint8Array>();

function bundled(name: FunctionName): Uint8Array {
  const known = bundles.get(name);
  if (known !== undefined) return known;
  const [output] = buildSync({
    entryPoints: [join(lambdas, name, 'index.ts')],
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
