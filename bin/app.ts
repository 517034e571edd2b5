import { App } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { gateWarnings } from '../lib/core/gate-file-warnings.ts';
import { addGateStacks } from '../lib/infra/gate-app.ts';
import { readGate } from '../lib/infra/read-gate.ts';

// cdk deploy --all -c gate=examples/purchase/gate.yaml -c stage=prod
const app = new App();
const given = (name: string) => {
  const value: unknown = app.node.tryGetContext(name);
  if (value === undefined || typeof value === 'string') return value;
  throw new Error(`-c ${name}=... takes a text, but got ${JSON.stringify(value)}.`);
};
const file = given('gate');
if (file === undefined) {
  throw new Error('Which gate? Give the path of its gate file: cdk deploy --all -c gate=examples/purchase/gate.yaml');
}
const gate = readGate(file, given('stage'));
for (const warning of gateWarnings(gate)) process.stderr.write(`Warning: ${file}: ${warning}\n`);
const harnessArn = given('harnessArn');
const domainName = given('domain');
const certificateArn = given('certificateArn');
addGateStacks(app, {
  gateFile: gate,
  ...(harnessArn === undefined ? {} : { harnessArn }),
  ...(domainName === undefined ? {} : { domainName }),
  ...(certificateArn === undefined
    ? {}
    : { certificate: Certificate.fromCertificateArn(app, 'Certificate', certificateArn) }),
  ...(given('pageConcurrency') === 'unreserved' ? { pageConcurrency: 'unreserved' as const } : {}),
});
