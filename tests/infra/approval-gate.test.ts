import { type App, Duration, Stack } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, test } from 'vitest';
import { ApprovalGate } from '../../lib/infra/approval-gate.ts';
import type { ApprovalGateProps } from '../../lib/infra/approval-gate-props.ts';
import { exampleGate, harnessArn, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

/** A gate in somebody else's stack, which has other things in it. */
function gateIn(app: App, props: (stack: Stack) => Partial<ApprovalGateProps> = () => ({})) {
  const stack = new Stack(app, 'Theirs');
  const gate = new ApprovalGate(stack, 'Gate', { gateFile: exampleGate('purchase'), harnessArn, ...props(stack) });
  return { stack, gate, ofType: (type: string) => resourcesOf(stack).filter((resource) => resource.type === type) };
}

const certified = (stack: Stack) => ({
  domainName: 'approve.example.com',
  certificate: new Certificate(stack, 'Certificate', { domainName: 'approve.example.com' }),
});

describe('the construct', () => {
  test('throttles its page, reserves invocations for it, and logs neither path nor query', () => {
    const { ofType } = gateIn(unbundledApp());
    const [stage] = ofType('AWS::ApiGatewayV2::Stage');
    expect(stage?.properties['DefaultRouteSettings']).toEqual({ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 });
    const settings = stage?.properties['AccessLogSettings'] as { readonly Format: string } | undefined;
    expect(Object.values(JSON.parse(settings?.Format ?? '{}'))).toContain('$context.routeKey');
    expect(settings?.Format).not.toMatch(/\$context\.(path|domainName|identity|protocol|authorizer)|query|http\.path/i);
    const page = ofType('AWS::Lambda::Function').find(({ id }) => id.includes('VerdictPage'));
    expect(page?.properties['ReservedConcurrentExecutions']).toBe(20);
  });

  test('asks for a signature on the routes of callers and operators, and on no other', () => {
    const { ofType } = gateIn(unbundledApp());
    const routes = ofType('AWS::ApiGatewayV2::Route').map(
      ({ properties }) => `${properties['RouteKey']} ${properties['AuthorizationType']}`,
    );
    expect(routes.toSorted()).toEqual([
      'ANY /{proxy+} NONE',
      'POST /go AWS_IAM',
      'POST /requests/resend AWS_IAM',
      'POST /runs AWS_IAM',
      'POST /runs/stop AWS_IAM',
      'POST /stop AWS_IAM',
      'POST /verdicts AWS_IAM',
    ]);
  });

  test('with a domain, has its default address off and sends people to the domain', () => {
    const { ofType, gate } = gateIn(unbundledApp(), certified);
    expect(ofType('AWS::ApiGatewayV2::Api')[0]?.properties['DisableExecuteApiEndpoint']).toBe(true);
    expect(gate.api.url).toBe('https://approve.example.com');
    const ask = ofType('AWS::Lambda::Function').find(({ id }) => id.includes('FunctionsAsk'));
    expect(JSON.stringify(ask?.properties['Environment'])).toContain('"PAGE_URL":"https://approve.example.com"');
  });

  test('refuses a domain without a certificate, and the other way round', () => {
    expect(() => gateIn(unbundledApp(), () => ({ domainName: 'approve.example.com' }))).toThrow(/certificate/);
    expect(() => gateIn(unbundledApp(), (stack) => ({ certificate: certified(stack).certificate }))).toThrow(
      /domainName/,
    );
  });

  test('refuses a stage that could not stand in names, with what is allowed', () => {
    expect(() => gateIn(unbundledApp(), () => ({ stage: 'Prod_1' }))).toThrow(/stage: given "Prod_1"; allowed: /);
  });

  test('logs what the machine does and no data of it, since a task token stands in the input of Ask', () => {
    const { ofType } = gateIn(unbundledApp());
    expect(ofType('AWS::StepFunctions::StateMachine')[0]?.properties['LoggingConfiguration']).toMatchObject({
      Level: 'ALL',
      IncludeExecutionData: false,
    });
    const names = ofType('AWS::Logs::LogGroup').map(({ properties }) => String(properties['LogGroupName']));
    expect(names).toContain('/aws/vendedlogs/states/purchase-dev');
  });

  test('keeps every log as long as it is told to, and encrypts logs and tables with a key that is given', () => {
    const { ofType } = gateIn(unbundledApp(), (stack) => ({
      logRetention: RetentionDays.ONE_YEAR,
      encryptionKey: new Key(stack, 'Key', { pendingWindow: Duration.days(7) }),
    }));
    const groups = ofType('AWS::Logs::LogGroup');
    expect(groups).toHaveLength(ofType('AWS::Lambda::Function').length + 2);
    for (const { properties } of groups) {
      expect(properties).toMatchObject({
        RetentionInDays: 365,
        KmsKeyId: { 'Fn::GetAtt': [expect.any(String), 'Arn'] },
      });
    }
    for (const { properties } of ofType('AWS::DynamoDB::Table')) {
      expect(properties['SSESpecification']).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
    }
    const [key] = ofType('AWS::KMS::Key');
    expect(JSON.stringify(key?.properties['KeyPolicy'])).toContain('log-group:/aws/lambda/purchase-dev-guard');
  });

  test('lets those who read and write use the key, through DynamoDB alone', () => {
    const { stack } = gateIn(unbundledApp(), (theirs) => ({ encryptionKey: new Key(theirs, 'Key') }));
    const resources = resourcesOf(stack);
    const guard = resources.find(({ id, type }) => type === 'AWS::IAM::Role' && id.includes('Guard'));
    const statements = statementsOf(resources, guard?.id ?? '').filter(({ actions }) => actions[0]?.startsWith('kms:'));
    const [reads, puts] = statements.map(({ actions }) => actions);
    expect(statements).toHaveLength(2);
    expect(reads).toEqual(['kms:Decrypt', 'kms:DescribeKey']);
    expect(puts).toContain('kms:GenerateDataKey');
    expect(JSON.stringify(resources)).toContain('"kms:ViaService":{"Fn::Join":["",["dynamodb."');
  });

  test('listens for executions of its own machine that did not succeed', () => {
    const { ofType } = gateIn(unbundledApp());
    expect(ofType('AWS::Events::Rule')[0]?.properties['EventPattern']).toMatchObject({
      source: ['aws.states'],
      detail: {
        status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        stateMachineArn: [{ 'Fn::Join': ['', expect.arrayContaining([':stateMachine:purchase-dev'])] }],
      },
    });
  });
});

describe('its grants', () => {
  test.each([
    ['grantStart', ['execute-api:Invoke POST/runs']],
    [
      'grantOperate',
      [
        'execute-api:Invoke POST/verdicts',
        'execute-api:Invoke POST/runs/stop',
        'execute-api:Invoke POST/requests/resend',
        'execute-api:Invoke POST/stop',
        'execute-api:Invoke POST/go',
      ],
    ],
    ['grantRead', ['dynamodb:GetItem Audit', 'dynamodb:Query Audit']],
    [
      'grantAudit',
      [
        'dynamodb:GetItem Audit',
        'dynamodb:Query Audit',
        'dynamodb:Scan Audit',
        'dynamodb:GetItem Contents',
        'dynamodb:Query Contents',
      ],
    ],
  ] as const)('%s gives exactly what it says', (verb, granted) => {
    const { stack, gate } = gateIn(unbundledApp());
    const theirs = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
    gate[verb](theirs);
    const resources = resourcesOf(stack);
    const role = resources.find(({ id, type }) => type === 'AWS::IAM::Role' && /^Role[0-9A-F]{8}$/.test(id));
    const statements = statementsOf(resources, role?.id ?? '');
    const given = statements.flatMap(({ actions, resource }) => {
      const about = [...resource.matchAll(/POST\/[a-z/]+|Tables(?<table>Audit|Contents)/g)].map(
        ({ groups, 0: whole }) => groups?.['table'] ?? whole,
      );
      // What is about nothing that is known here must not go by unseen.
      const on = about.length > 0 ? about : [resource];
      return on.flatMap((one) => actions.map((action) => `${action} ${one}`));
    });
    expect(given.toSorted()).toEqual([...granted].toSorted());
  });
});
