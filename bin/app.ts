import { App } from 'aws-cdk-lib';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
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
/** Under the name of the property that it sets, and only when it was given. */
const option = <Name extends string>(name: Name, as: string = name): Partial<Record<Name, string>> => {
  const value = given(as);
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
};
const file = given('gate');
if (file === undefined) {
  throw new Error('Which gate? Give the path of its gate file: cdk deploy --all -c gate=examples/purchase/gate.yaml');
}
const gate = readGate(file, given('stage'));
for (const warning of gateWarnings(gate)) process.stderr.write(`Warning: ${file}: ${warning}\n`);
addGateStacks(app, {
  gateFile: gate,
  ...option('harnessArn'),
  ...option('domainName', 'domain'),
  ...option('certificateArn'),
  ...option('encryptionKeyArn'),
  ...option('alarmTopicArn'),
  ...(given('savedQueries') === 'saved' ? { savedQueries: 'saved' as const } : {}),
  ...(given('tracing') === 'on' ? { tracing: Tracing.ACTIVE } : {}),
  ...(given('pageConcurrency') === 'unreserved' ? { pageConcurrency: 'unreserved' as const } : {}),
});
