import { App, PermissionsBoundary } from 'aws-cdk-lib';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, test } from 'vitest';
import { contextOptions } from '../../lib/infra/context-options.ts';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { readGate } from '../../lib/infra/read-gate.ts';
import { exampleGate, resourcesOf, unbundledApp } from './synthesized.ts';

describe('the options of cdk deploy', () => {
  test('set the properties of the construct, each under its own name', () => {
    const context = {
      gate: 'gate.yaml',
      stage: 'prod',
      domain: 'approve.example.com',
      logRetentionDays: '365',
      savedQueries: 'saved',
      tracing: 'on',
      pageConcurrency: '5',
    };
    expect(contextOptions(context)).toEqual({
      gateFile: 'gate.yaml',
      stage: 'prod',
      domainName: 'approve.example.com',
      logRetention: RetentionDays.ONE_YEAR,
      savedQueries: 'saved',
      tracing: Tracing.ACTIVE,
      pageConcurrency: 5,
    });
  });

  test('are looked for beside what CDK itself keeps in the context', () => {
    const context = { ...new App().node.getAllContext(), '@aws-cdk/core:x': true, 'vpc:account=1': {}, gate: 'g.yaml' };
    expect(contextOptions(context)).toEqual({ gateFile: 'g.yaml' });
  });

  test.each([
    [{}, /^Which gate\? .*-c gate=/],
    [{ gate: 'g.yaml', tracing: 'yes' }, /^-c tracing: given "yes"; allowed: on or off$/],
    [{ gate: 'g.yaml', savedQueries: 'true' }, /^-c savedQueries: given "true"; allowed: saved or none$/],
    [
      { gate: 'g.yaml', pageConcurrency: '0' },
      /^-c pageConcurrency: given "0"; allowed: a number from 1, or unreserved$/,
    ],
    [{ gate: 'g.yaml', logRetentionDays: '100' }, /^-c logRetentionDays: given "100"; allowed: one of 1, 3, .*3653/],
    [{ gate: 'g.yaml', stage: '' }, /^-c stage: given ""; allowed: the name of a stage$/],
    [{ gate: true }, /^-c gate: given true; allowed: the path of a gate file$/],
    [{ gate: 'g.yaml', stgae: 'prod' }, /^-c stgae: there is no such option; did you mean stage\?$/],
  ])('%j are refused with what is allowed', (context, message) => {
    expect(() => contextOptions(context)).toThrow(message);
  });
});

test('a gate file that is not there is named, with where its path begins', () => {
  expect(() => readGate('nowhere/gate.yaml')).toThrow(
    /^The gate file nowhere\/gate\.yaml cannot be read \(ENOENT\)\. Give a path from \//,
  );
});

test('what a caller says of the stacks is said of both', () => {
  const { gateStack, harnessStack } = addGateStacks(unbundledApp(), {
    gateFile: exampleGate('purchase'),
    stackName: 'approvals',
    env: { account: '123456789012', region: 'eu-north-1' },
    terminationProtection: true,
    permissionsBoundary: PermissionsBoundary.fromName('edge'),
  });
  expect([gateStack.stackName, harnessStack?.stackName]).toEqual(['approvals', 'approvals-harness']);
  if (harnessStack === undefined) throw new Error('no harness stack');
  for (const stack of [gateStack, harnessStack]) {
    expect(stack).toMatchObject({ region: 'eu-north-1', account: '123456789012', terminationProtection: true });
    const roles = resourcesOf(stack).filter(({ type }) => type === 'AWS::IAM::Role');
    for (const { properties } of roles)
      expect(JSON.stringify(properties['PermissionsBoundary'])).toContain('policy/edge');
  }
});
