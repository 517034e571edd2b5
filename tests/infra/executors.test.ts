import { describe, expect, test } from 'vitest';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { actingGate } from '../support/acting/gate.ts';
import { harnessArn, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

const lambda = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
const secret = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:till-AbCdEf';

function stackOf(gate: string) {
  return resourcesOf(
    addGateStacks(unbundledApp(), { gateFile: readGateYaml(gate, 'gate.yaml'), harnessArn }).gateStack,
  );
}

describe('executors', () => {
  test('and verifiers are what the act function may invoke, each by its exact ARN, and nobody else may', () => {
    const resources = stackOf(actingGate);
    const invoking = resources
      .filter(({ type }) => type === 'AWS::IAM::Role')
      .flatMap(({ id }) =>
        statementsOf(resources, id)
          .filter(({ actions, resource }) => actions.includes('lambda:InvokeFunction') && resource.includes('till-'))
          .map(({ resource }) => [id.replace(/Role[0-9A-F]{8}$/, ''), resource]),
      );
    const act = (name: string) => ['GateFunctionsAct', JSON.stringify(lambda(name))];
    expect(invoking).toEqual([act('till-pay'), act('till-look')]);
  });

  test.each(['acting-dev-verdict-page', 'acting-dev-act', 'acting-dev-anything'])(
    'that bear a name of the gate’s own functions, such as %s, are refused',
    (name) => {
      const gate = actingGate.replaceAll(lambda('till-pay'), lambda(name));
      expect(() => stackOf(gate)).toThrow(/tools\.pay\.executor\.lambda: given .*acting-dev-.*Allowed: .*acting-dev-/);
    },
  );

  test('read their secrets with their own role, and no role of the gate does', () => {
    const role = 'arn:aws:iam::123456789012:role/till';
    const credentials = `credentials: { role: '${role}', secrets: ['${secret}'] }, verifier:`;
    const resources = stackOf(actingGate.replace('verifier:', credentials));
    const policies = resources.filter(
      ({ type, properties }) => type === 'AWS::IAM::Policy' && JSON.stringify(properties).includes('secretsmanager'),
    );
    const read = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: secret };
    expect(policies.map(({ properties }) => properties)).toMatchObject([
      { Roles: ['till'], PolicyDocument: { Statement: expect.arrayContaining([read]) } },
    ]);
  });
});
