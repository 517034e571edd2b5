import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { describe, expect, test } from 'vitest';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import { ApprovalGate } from '../../lib/infra/approval-gate.ts';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { actingGate } from '../support/acting/gate.ts';
import { exampleGate, harnessArn, type Resource, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:till-AbCdEf';
const gateFile = exampleGate('purchase');
const { gateStack } = addGateStacks(unbundledApp(), { gateFile, harnessArn });
const resources = resourcesOf(gateStack);

/** What the policy of the key itself allows: actions, and to whom as JSON. */
function keyPolicyOf(all: readonly Resource[]) {
  const [key, ...others] = all.filter(({ type }) => type === 'AWS::KMS::Key');
  if (key === undefined || others.length > 0) throw new Error('expected one key');
  const { Statement } = key.properties['KeyPolicy'] as {
    readonly Statement: readonly { Effect: string; Action: string | readonly string[]; Principal: unknown }[];
  };
  const statements = Statement.map(({ Effect, Action, Principal }) => ({
    effect: Effect,
    actions: [Action].flat(),
    principal: JSON.stringify(Principal),
  }));
  return { key, statements };
}

describe('the key that signs receipts', () => {
  test('is for ES256 and outlives the stack', () => {
    const { key } = keyPolicyOf(resources);
    expect(key.properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
    expect(key.deletionPolicy).toBe('Retain');
  });

  test('lets the role of act sign and nobody else, whatever the IAM of the account says', () => {
    const { statements } = keyPolicyOf(resources);
    const signing = statements.filter(({ actions }) => actions.includes('kms:Sign'));
    const act = resources.find(({ type, id }) => type === 'AWS::IAM::Role' && id.includes('FunctionsAct'))?.id ?? '';
    expect(signing).toEqual([
      { effect: 'Allow', actions: ['kms:Sign'], principal: JSON.stringify({ AWS: { 'Fn::GetAtt': [act, 'Arn'] } }) },
    ]);
    const others = statements.filter((one) => !signing.includes(one)).flatMap(({ actions }) => actions);
    // A grant would hand signing on, and a wildcard is all of these.
    expect(others.filter((action) => /\*|kms:(Sign|CreateGrant)$/.test(action))).toEqual([]);
    // What the account needs to keep the key, and never to be locked out of it.
    expect(others).toEqual(expect.arrayContaining(['kms:PutKeyPolicy', 'kms:DescribeKey', 'kms:GetPublicKey']));
  });

  test('is told to act, and to whoever verifies by the outputs', () => {
    const { key } = keyPolicyOf(resources);
    const functions = resources.filter(({ type }) => type === 'AWS::Lambda::Function');
    const told = functions.filter((one) => JSON.stringify(one.properties['Environment']).includes(key.id));
    expect(told.map(({ properties }) => properties['FunctionName'])).toEqual(['purchase-dev-act']);
    const outputs = gateStack.node.children.map(({ node }) => node.id);
    expect(outputs).toEqual(expect.arrayContaining(['ReceiptKeyArn', 'ReceiptIssuer']));
  });

  test('shows its public half, and no more, to an executor that grantVerify names', () => {
    const stack = new Stack(unbundledApp(), 'Mine');
    const gate = new ApprovalGate(stack, 'Gate', { gateFile, harnessArn });
    const executor = new Role(stack, 'Executor', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    gate.grantVerify(executor);
    const all = resourcesOf(stack);
    const role = all.find(({ type, id }) => type === 'AWS::IAM::Role' && id.startsWith('Executor'))?.id ?? '';
    const { key } = keyPolicyOf(all);
    expect(statementsOf(all, role)).toEqual([
      {
        effect: 'Allow',
        actions: ['kms:GetPublicKey'],
        resource: JSON.stringify({ 'Fn::GetAtt': [key.id, 'Arn'] }),
        condition: undefined,
      },
    ]);
  });

  test('shows it to the role that the gate file names for an executor, unasked', () => {
    const credentials = `credentials: { role: 'arn:aws:iam::123456789012:role/till', secrets: ['${secret}'] }, verifier:`;
    const acting = readGateYaml(actingGate.replace('verifier:', credentials), 'gate.yaml');
    const all = resourcesOf(addGateStacks(unbundledApp(), { gateFile: acting, harnessArn }).gateStack);
    const { key } = keyPolicyOf(all);
    const theirs = all.filter(({ properties }) => JSON.stringify(properties['Roles']) === '["till"]');
    const showing = { Effect: 'Allow', Action: 'kms:GetPublicKey', Resource: { 'Fn::GetAtt': [key.id, 'Arn'] } };
    expect(theirs.map(({ properties }) => properties)).toMatchObject([
      { PolicyDocument: { Statement: expect.arrayContaining([showing]) } },
    ]);
  });
});
