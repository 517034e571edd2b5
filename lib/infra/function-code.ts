import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionName } from '../settings.ts';
import { functionBundle, lambdasFolder } from './function-bundle.ts';

/** One function's code with the gate file beside it, as one asset: code and policy change together. */
export function functionCode(name: FunctionName, gate: GateFile): Code {
  const bundle = (outputDir: string) => {
    writeFileSync(join(outputDir, 'index.mjs'), codeOf(name));
    writeFileSync(join(outputDir, 'gate.json'), JSON.stringify(gate));
    return true;
  };
  return Code.fromAsset(join(lambdasFolder, name), {
    assetHashType: AssetHashType.OUTPUT,
    // The image is never pulled: bundling is done here, without docker and without a network.
    bundling: { image: DockerImage.fromRegistry('unused'), local: { tryBundle: bundle } },
  });
}

function codeOf(name: FunctionName): Uint8Array {
  const finished = join(lambdasFolder, name, 'index.mjs');
  return existsSync(finished) ? readFileSync(finished) : functionBundle(name);
}
