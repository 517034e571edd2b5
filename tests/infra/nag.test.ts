import { type App, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, unbundledApp } from './synthesized.ts';

/** What the AwsSolutions pack finds in an app, as `rule at construct`. */
function findingsIn(app: App): readonly string[] {
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  return violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
  );
}

/** All acknowledgements in an app. */
function acknowledgementsIn(app: App): readonly { readonly id: string; readonly reason?: string }[] {
  return app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(data as Record<string, string>).map(([id, reason]) => ({ id, reason })));
}

function plain(): App {
  const app = unbundledApp();
  addGateStacks(app, { gateFile: exampleGate('purchase') });
  return app;
}

function withEverything(): App {
  const app = unbundledApp();
  const others = new Stack(app, 'Others');
  addGateStacks(app, {
    gateFile: exampleGate('ferry'),
    encryptionKey: new Key(others, 'Key', { enableKeyRotation: true }),
    domainName: 'approve.example.com',
    certificate: new Certificate(others, 'Certificate', { domainName: 'approve.example.com' }),
    tracing: Tracing.ACTIVE,
  });
  return app;
}

describe("cdk-nag's AwsSolutions pack", () => {
  test.each([
    ['a gate with its harness', plain],
    ['a gate with a key, a domain and tracing', withEverything],
  ])('finds nothing in %s', (_, app) => {
    expect(findingsIn(app())).toEqual([]);
  });

  test('would find a wildcard that nobody gave a reason for', () => {
    const app = plain();
    const { gateStack } = addGateStacks(app, { gateFile: exampleGate('purchase'), stage: 'bad' });
    gateStack.gate.functions.ask.addToRolePolicy(
      new PolicyStatement({ actions: ['states:SendTask*'], resources: ['*'] }),
    );
    const findings = findingsIn(app).map((finding) => finding.split(' at ')[0]);
    expect(findings.toSorted()).toEqual([
      'AwsSolutions-IAM5[Action::states:SendTask*]',
      'AwsSolutions-IAM5[Resource::*]',
    ]);
  });

  test('is answered with a reason each time, and never for tables, task tokens or AgentCore', () => {
    const all = [...acknowledgementsIn(plain()), ...acknowledgementsIn(withEverything())];
    expect(all.length).toBeGreaterThan(4);
    for (const { id, reason } of all) {
      expect(reason?.length ?? 0, id).toBeGreaterThan(40);
      expect(id).not.toMatch(/dynamodb|states:|bedrock-agentcore:|Action::/i);
      // A whole rule would cover every wildcard of a policy.
      expect(id).toMatch(/IAM5\[Resource::.+\]$|APIG4$|SF2$/);
    }
  });
});
