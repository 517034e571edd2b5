import { App } from 'aws-cdk-lib';
import { gateWarnings } from '../lib/core/gate-file-warnings.ts';
import { contextOptions } from '../lib/infra/context-options.ts';
import { addGateStacks } from '../lib/infra/gate-app.ts';
import { readGate } from '../lib/infra/read-gate.ts';

// cdk deploy --all -c gate=examples/purchase/gate.yaml -c stage=prod
try {
  const app = new App();
  const options = contextOptions(app.node.getAllContext());
  const gate = readGate(options.gateFile, options.stage);
  for (const warning of gateWarnings(gate)) process.stderr.write(`Warning: ${options.gateFile}: ${warning}\n`);
  addGateStacks(app, { ...options, gateFile: gate });
} catch (error) {
  // What is wrong with a gate file or an option needs no trace of the program; with anything else it is all there is.
  const isMeant = error instanceof Error && (error.name === 'Error' || error.name === 'Countersign.Error');
  process.stderr.write(`${isMeant ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  // At once: an app that is left alone synthesizes what it has.
  process.exit(1);
}
