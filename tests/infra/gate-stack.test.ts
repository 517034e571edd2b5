import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import { addGateStack } from '../../lib/infra/gate-stack.ts';
import { functionSettings } from '../../lib/settings.ts';

const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/any-AbCdEf1234';

function synthesized(
  yaml = readFileSync(new URL('../../examples/purchase/gate.yaml', import.meta.url), 'utf8'),
): Template {
  // No bundling: what the functions contain is not this test's business.
  const app = new App({ context: { 'aws:cdk:bundling-stacks': [] }, analyticsReporting: false });
  return Template.fromStack(addGateStack(app, { gate: readGateYaml(yaml, 'gate.yaml'), harnessArn }));
}

const template = synthesized();
const resources = Object.entries(
  template.toJSON()['Resources'] as Record<
    string,
    { readonly Type: string; readonly Properties: Record<string, unknown> }
  >,
);

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

/** The actions that a function's role has, with what they are about, as text. */
function rightsOf(id: string): readonly string[] {
  const policies = resources.filter(
    ([name, { Type }]) => Type === 'AWS::IAM::Policy' && name.startsWith(`Gate${id}ServiceRole`),
  );
  return policies
    .flatMap(
      ([, { Properties }]) => (Properties['PolicyDocument'] as { readonly Statement: readonly Statement[] }).Statement,
    )
    .flatMap(({ Action, Resource }) => [Action].flat().map((action) => `${action} ${about(JSON.stringify(Resource))}`))
    .toSorted();
}

function about(resource: string): string {
  const parts = ['TablesAudit', 'TablesContents', 'TablesOperational', 'stateMachine', 'harness', 'identity'];
  return parts.find((part) => resource.includes(part)) ?? resource;
}

describe('the synthesized stack', () => {
  test('gives each function the rights of the design and no others', () => {
    expect(rightsOf('Advance')).toEqual([
      'bedrock-agentcore:InvokeAgentRuntime harness',
      'bedrock-agentcore:InvokeHarness harness',
      'dynamodb:GetItem TablesAudit',
      'dynamodb:GetItem TablesContents',
      'dynamodb:PutItem TablesAudit',
      'dynamodb:PutItem TablesContents',
      'dynamodb:Query TablesAudit',
      'dynamodb:Query TablesContents',
    ]);
    expect(rightsOf('Ask')).toEqual([
      'dynamodb:GetItem TablesAudit',
      'dynamodb:GetItem TablesContents',
      'dynamodb:GetItem TablesOperational',
      'dynamodb:PutItem TablesAudit',
      'dynamodb:PutItem TablesOperational',
      'dynamodb:Query TablesAudit',
      'dynamodb:Query TablesContents',
      'dynamodb:Query TablesOperational',
      'ses:SendEmail identity',
      'states:SendTaskSuccess stateMachine',
    ]);
    expect(rightsOf('VerdictPage')).toEqual([
      'dynamodb:GetItem TablesAudit',
      'dynamodb:GetItem TablesContents',
      'dynamodb:GetItem TablesOperational',
      'dynamodb:PutItem TablesAudit',
      'dynamodb:PutItem TablesContents',
      'dynamodb:Query TablesAudit',
      'dynamodb:Query TablesContents',
      'dynamodb:Query TablesOperational',
      'states:SendTaskSuccess stateMachine',
    ]);
  });

  test('has no wildcard resource in any policy of its own', () => {
    const wild = resources.filter(
      ([, { Type, Properties }]) =>
        Type === 'AWS::IAM::Policy' && /"Resource":("\*"|\[[^\]]*"\*")/.test(JSON.stringify(Properties)),
    );
    expect(wild.map(([name]) => name)).toEqual([]);
  });

  test('keeps the chains and the sealed texts, and lets only secrets expire', () => {
    const tables = Object.values(template.findResources('AWS::DynamoDB::Table'));
    const kept = tables.filter((table) => table['DeletionPolicy'] === 'Retain');
    expect(kept.map((table) => table['Properties'].TableName).sort()).toEqual([
      'purchase-dev-audit',
      'purchase-dev-contents',
    ]);
    for (const { Properties } of kept) {
      expect(Properties.DeletionProtectionEnabled).toBe(true);
      expect(Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      expect(Properties.TimeToLiveSpecification).toBeUndefined();
    }
  });

  test('writes into each environment exactly the settings that its function declares', () => {
    const functions = Object.values(template.findResources('AWS::Lambda::Function'));
    const environments = Object.fromEntries(
      functions.map(({ Properties }) => [
        Properties.FunctionName,
        Object.keys(Properties.Environment.Variables).sort(),
      ]),
    );
    expect(environments).toEqual(
      Object.fromEntries(
        Object.entries(functionSettings).map(([name, settings]) => [`purchase-dev-${name}`, [...settings].sort()]),
      ),
    );
  });

  test('lets each timeout end before the one around it: harness, function, task', () => {
    const [advance] = Object.values(
      template.findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'purchase-dev-advance' } }),
    );
    const machine = JSON.stringify(Object.values(template.findResources('AWS::StepFunctions::StateMachine')));
    const task = Number(/\\"TimeoutSeconds\\":(\d+)/.exec(machine)?.[1]);
    expect(advance?.['Properties'].Timeout).toBeGreaterThan(60);
    expect(task).toBeGreaterThan(advance?.['Properties'].Timeout);
  });

  test('is a Standard workflow whose definition has no literal partition', () => {
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineType: 'STANDARD',
      StateMachineName: 'purchase-dev',
    });
    expect(JSON.stringify(template.toJSON())).not.toMatch(/arn:aws:(?!bedrock-agentcore:us-east-1:123456789012)/);
  });

  test('refuses a gate file that creates its harness when no ARN is given, and says what to do', () => {
    const gate = readGateYaml(
      readFileSync(new URL('../../examples/purchase/gate.yaml', import.meta.url), 'utf8'),
      'gate.yaml',
    );
    expect(() => addGateStack(new App({ context: { 'aws:cdk:bundling-stacks': [] } }), { gate })).toThrow(/harnessArn/);
  });
});
