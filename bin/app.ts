import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { readGateYaml } from '../lib/cli/gate-file-yaml.ts';
import { gateWarnings } from '../lib/core/gate-file-warnings.ts';
import { addGateStack } from '../lib/infra/gate-stack.ts';

// cdk deploy -c gate=examples/purchase/gate.yaml -c harnessArn=arn:...
const app = new App();
const file: unknown = app.node.tryGetContext('gate');
if (typeof file !== 'string') {
  throw new Error('Which gate? Give the path of its gate file: cdk deploy -c gate=examples/purchase/gate.yaml');
}
const gate = readGateYaml(readFileSync(file, 'utf8'), file);
for (const warning of gateWarnings(gate)) process.stderr.write(`Warning: ${file}: ${warning}\n`);
const harnessArn: unknown = app.node.tryGetContext('harnessArn');
addGateStack(app, { gate, ...(typeof harnessArn === 'string' ? { harnessArn } : {}) });
