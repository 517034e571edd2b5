import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionName } from '../settings.ts';
import { type FunctionBundle, functionBundle, lambdasFolder } from './function-bundle.ts';

/** One function's code with the gate file beside it, as one asset: code and policy change together. */
export function functionCode(name: FunctionName, gate: GateFile): Code {
  const bundle = (outputDir: string) => {
    for (const [file, contents] of codeOf(name)) writeFileSync(join(outputDir, file), contents);
    writeFileSync(join(outputDir, 'gate.json'), JSON.stringify(gate));
    return true;
  };
  return Code.fromAsset(join(lambdasFolder, name), {
    assetHashType: AssetHashType.OUTPUT,
    // The image is never pulled: bundling is done here, without docker and without a network.
    bundling: { image: DockerImage.fromRegistry('unused'), local: { tryBundle: bundle } },
  });
}

function codeOf(name: FunctionName): FunctionBundle {
  const folder = join(lambdasFolder, name);
  const finished = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  return finished.length === 0
    ? functionBundle(name)
    : new Map(finished.map((file) => [file, readFileSync(join(folder, file))]));
}
