import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import type { GateFile } from '../lib/core/gate-file.ts';
import { addGateStacks } from '../lib/infra/gate-app.ts';
import { readAssets } from '../lib/local/assets.ts';
import { shareCode } from '../lib/local/shared-code.ts';

/** A gate as CDK would deploy it. */
export interface Synthesized {
  /** The CloudFormation template, as parsed JSON. */
  readonly template: unknown;
  /** Directories of the functions' code by object key. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Synthesizes a gate's stack in this process; template and bundled functions are left in `outdir`, for a desk. */
export function synthesize(
  gate: GateFile,
  { harnessArn, outdir }: { readonly harnessArn: string; readonly outdir: string },
): Synthesized {
  // CDK's check of the template takes as long as all the rest. A deployment has it (bin/app.ts), and this desk refuses what
  // it does not know.
  const app = new App({ analyticsReporting: false, outdir, builtinCloudFormationValidation: false });
  const stack = addGateStacks(app, { gateFile: gate, harnessArn }).gateStack;
  const template: unknown = app.synth().getStackByName(stack.stackName).template;
  const assets = readAssets(join(outdir, `${stack.artifactId}.assets.json`));
  shareCode(assets.values());
  return { template, assets };
}
