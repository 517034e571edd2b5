import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { GateStack } from '../../lib/infra/gate-stack.ts';
import { functionSettings } from '../../lib/settings.ts';
import { exampleGate, harnessArn, resourcesOf, unbundledApp } from './synthesized.ts';

const gateFile = exampleGate('purchase');
const template = Template.fromStack(addGateStacks(unbundledApp(), { gateFile, harnessArn }).gateStack);

describe('the synthesized stack', () => {
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

  test('lets the guard end before the hook that waits for it gives up', () => {
    const { gateStack, harnessStack } = addGateStacks(unbundledApp(), { gateFile });
    const guard = resourcesOf(gateStack).find(({ properties }) => properties['FunctionName'] === 'purchase-dev-guard');
    const harness = Object.values(
      harnessStack === undefined
        ? {}
        : Template.fromStack(harnessStack).findResources('AWS::BedrockAgentCore::Harness'),
    );
    const waited = harness[0]?.['Properties'].Hooks[0].BeforeToolCall.Target.Lambda.TimeoutSeconds;
    expect(guard?.properties['Timeout']).toBeLessThan(waited);
  });

  test('is a Standard workflow whose definition has no literal partition', () => {
    template.hasResourceProperties('AWS::StepFunctions::StateMachine', {
      StateMachineType: 'STANDARD',
      StateMachineName: 'purchase-dev',
    });
    expect(JSON.stringify(template.toJSON())).not.toMatch(/arn:aws:(?!bedrock-agentcore:us-east-1:123456789012)/);
  });

  test('is plain CloudFormation, with its harness: no custom resources, no macros, no functions of the CDK', () => {
    const { gateStack, harnessStack } = addGateStacks(unbundledApp(), { gateFile });
    if (harnessStack === undefined) throw new Error('no harness stack');
    for (const stack of [gateStack, harnessStack]) {
      const types = resourcesOf(stack).map(({ type }) => type);
      expect(types.filter((type) => /^Custom::|^AWS::CloudFormation::/.test(type))).toEqual([]);
      expect(Template.fromStack(stack).toJSON()).not.toHaveProperty('Transform');
    }
    const functions = resourcesOf(gateStack).filter(({ type }) => type === 'AWS::Lambda::Function');
    expect(functions).toHaveLength(Object.keys(functionSettings).length);
  });

  test('refuses a gate file that creates its harness when no ARN is given, and says what to do', () => {
    expect(() => new GateStack(unbundledApp(), 'Alone', { gateFile })).toThrow(/harnessArn/);
  });
});
