import { describe, expect, test } from 'vitest';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, harnessArn, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

const gateFile = exampleGate('purchase');
const resources = resourcesOf(addGateStacks(unbundledApp(), { gateFile, harnessArn }).gateStack);
const roles = resources.filter(({ type }) => type === 'AWS::IAM::Role');

/** A role's rights as the design's table writes them. */
function rightsOf(roleName: string) {
  const role = roles.find(({ properties }) =>
    JSON.stringify(properties['RoleName']).includes(`purchase-dev-${roleName}-`),
  );
  if (role === undefined) throw new Error(`no role ${roleName}`);
  const rights = statementsOf(resources, role.id).flatMap(({ effect, actions, resource }) =>
    actions.map((action) => ({ effect, action, resource })),
  );
  const isOn = (table: string) => (resource: string) => resource.includes(`GateTables${table}`);
  const tables = { audit: isOn('Audit'), contents: isOn('Contents'), operational: isOn('Operational') };
  const on = (isThis: (resource: string) => boolean) => {
    const actions = rights.filter(({ resource }) => isThis(resource)).map(({ action }) => action);
    return actions.toSorted().join(' ');
  };
  return {
    audit: on(tables.audit),
    contents: on(tables.contents),
    operational: on(tables.operational),
    // Whatever is on no table of ours, so that nothing goes by unseen; logs have a test of their own.
    else: rights
      .filter(
        ({ action, resource }) => !Object.values(tables).some((is) => is(resource)) && !action.startsWith('logs:'),
      )
      .map(({ effect, action, resource }) => `${effect === 'Deny' ? 'never ' : ''}${action} ${about(resource)}`)
      .toSorted(),
  };
}

function about(resource: string): string {
  const parts = [
    'harness/any',
    'stateMachine:purchase-dev',
    'execution:purchase-dev',
    'identity/',
    'FunctionsAdvance',
    'FunctionsAsk',
    'FunctionsAct',
    'FunctionsTell',
    'ReceiptsKey',
  ];
  return parts.find((part) => resource.includes(part)) ?? resource;
}

const read = 'dynamodb:GetItem dynamodb:Query';
const readPut = 'dynamodb:GetItem dynamodb:PutItem dynamodb:Query';
const mail = ['ses:SendEmail identity/'];
const wake = 'states:SendTaskSuccess stateMachine:purchase-dev';

// The design's table of rights, line by line.
const table = {
  advance: {
    audit: readPut,
    contents: readPut,
    operational: readPut,
    else: ['bedrock-agentcore:InvokeAgentRuntime harness/any', 'bedrock-agentcore:InvokeHarness harness/any'],
  },
  ask: { audit: readPut, contents: read, operational: readPut, else: [...mail, wake] },
  act: { audit: readPut, contents: readPut, operational: '', else: ['kms:Sign ReceiptsKey'] },
  'verdict-page': { audit: readPut, contents: readPut, operational: readPut, else: [...mail, wake] },
  // Of the audit table grants and the stop alone: see below.
  guard: { audit: readPut, contents: '', operational: read, else: [] },
  start: { audit: read, contents: readPut, operational: '', else: ['states:StartExecution stateMachine:purchase-dev'] },
  operate: {
    audit: readPut,
    contents: readPut,
    operational: readPut,
    else: [...mail, 'states:ListExecutions stateMachine:purchase-dev', wake],
  },
  tell: { audit: readPut, contents: read, operational: 'dynamodb:PutItem', else: mail },
  'mail-events': { audit: readPut, contents: '', operational: read, else: [wake] },
  'after-death': { audit: readPut, contents: read, operational: 'dynamodb:PutItem', else: mail },
  workflow: {
    audit: '',
    contents: '',
    operational: '',
    else: ['Act', 'Advance', 'Ask', 'Tell'].map((called) => `lambda:InvokeFunction Functions${called}`),
  },
  auditor: {
    // The only one that may see which chains there are: an export of all of them needs that.
    audit: `${read} dynamodb:Scan`,
    contents: read,
    operational: '',
    else: ['never states:GetExecutionHistory execution:purchase-dev'],
  },
} as const;

describe('the rights of the synthesized stack', () => {
  test.each(Object.entries(table))('of %s are those of the design and no others', (role, rights) => {
    expect(rightsOf(role)).toEqual(rights);
  });

  test.each([
    ['FunctionsAdvance', ['session#*']],
    ['FunctionsOperate', ['stopped#*', 'message#*']],
    ['FunctionsVerdictPage', ['code#*', 'message#*']],
    ['FunctionsTell', ['message#*']],
    ['FunctionsAfterDeath', ['message#*']],
  ])('let %s put into the operational table only under %j: a link would be a right to approve', (id, begins) => {
    const role = roles.find((other) => other.id.includes(id));
    const puts = statementsOf(resources, role?.id ?? '').filter(
      ({ actions, resource }) => actions.includes('dynamodb:PutItem') && resource.includes('GateTablesOperational'),
    );
    const under = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': begins } };
    expect(puts).toEqual([expect.objectContaining({ actions: ['dynamodb:PutItem'], condition: under })]);
  });

  test('of the guard on the audit table are for grants, and for looking whether the gate is stopped', () => {
    const role = roles.find(({ id }) => id.includes('Guard'));
    const onAudit = statementsOf(resources, role?.id ?? '').filter(({ resource }) => resource.includes('TablesAudit'));
    const keys = (begins: readonly string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': begins } });
    expect(onAudit.map(({ actions, condition }) => ({ actions, condition }))).toEqual([
      { actions: ['dynamodb:GetItem', 'dynamodb:Query'], condition: keys(['grant-*', 'stop']) },
      { actions: ['dynamodb:PutItem'], condition: keys(['grant-*']) },
    ]);
  });

  test('are given to no role that the table does not name', () => {
    expect(roles).toHaveLength(Object.keys(table).length);
  });

  test('let each function write its own log and no other', () => {
    for (const { id } of roles.filter(({ id }) => id.includes('Functions'))) {
      const logs = statementsOf(resources, id).filter(({ actions }) =>
        actions.some((action) => action.startsWith('logs:')),
      );
      expect(logs).toEqual([
        expect.objectContaining({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resource: expect.stringMatching(new RegExp(`"${id.replace(/Role[0-9A-F]{8}$/, '')}Logs[0-9A-F]{8}"`)),
        }),
      ]);
    }
    const others = roles.filter(({ id }) => !id.includes('Functions') && !id.includes('Workflow'));
    const theirs = others.flatMap(({ id }) => statementsOf(resources, id)).flatMap(({ actions }) => actions);
    expect(theirs.filter((action) => action.startsWith('logs:'))).toEqual([]);
  });

  test('are all in policies that the tests above read', () => {
    for (const { properties } of roles) {
      expect(properties).not.toHaveProperty('ManagedPolicyArns');
      expect(properties).not.toHaveProperty('Policies');
    }
    const kinds = resources.filter(({ type }) => type.startsWith('AWS::IAM::')).map(({ type }) => type);
    expect([...new Set(kinds)].toSorted()).toEqual(['AWS::IAM::Policy', 'AWS::IAM::Role']);
  });

  test('to publish are for the topics of the gate file, and for those who tell people', () => {
    const elsewhere = 'arn:aws:sns:us-east-1:123456789012:theirs';
    const topics = { own: { kind: 'create' }, theirs: { kind: 'arn', arn: elsewhere } } as const;
    const { gateStack } = addGateStacks(unbundledApp(), { gateFile: { ...gateFile, topics }, harnessArn });
    const theirs = resourcesOf(gateStack);
    const own = theirs.find(({ type }) => type === 'AWS::SNS::Topic')?.id;
    const published = theirs.flatMap(({ id, type }) =>
      (type === 'AWS::IAM::Role' ? statementsOf(theirs, id) : [])
        .filter(({ actions }) => actions.includes('sns:Publish'))
        .map(({ resource }) => `${id.replace(/Role[0-9A-F]{8}$/, '')} ${resource}`),
    );
    const whoTells = ['GateFunctionsAsk', 'GateFunctionsOperate', 'GateFunctionsTell', 'GateFunctionsAfterDeath'];
    const both = [{ Ref: own }, elsewhere].map((topic) => JSON.stringify(topic));
    expect(published).toEqual(whoTells.flatMap((who) => both.map((topic) => `${who} ${topic}`)));
  });

  test('have a wildcard only where Step Functions sets up the delivery of its log', () => {
    const wild = roles.flatMap(({ id }) => statementsOf(resources, id)).filter(({ resource }) => /"\*"/.test(resource));
    expect(wild.flatMap(({ actions }) => actions).filter((action) => !action.startsWith('logs:'))).toEqual([]);
    expect(wild).toHaveLength(1);
  });

  test.each(['purchase', 'ferry', 'shell'])(
    'let nobody in %s run a command in the machine of a session, update or delete an item, or answer for another task',
    (example) => {
      const { gateStack, harnessStack } = addGateStacks(unbundledApp(), { gateFile: exampleGate(example) });
      if (harnessStack === undefined) throw new Error('no harness stack');
      const actions = [gateStack, harnessStack].flatMap((stack) => {
        const theirs = resourcesOf(stack);
        const withRights = theirs.filter(({ type }) => type === 'AWS::IAM::Role');
        return withRights.flatMap(({ id }) => statementsOf(theirs, id)).flatMap((statement) => statement.actions);
      });
      expect(actions.length).toBeGreaterThan(30);
      const forbidden =
        /InvokeAgentRuntimeCommand|UpdateItem|DeleteItem|BatchWriteItem|SendTaskFailure|SendTaskHeartbeat|PartiQL/;
      // An action with a wildcard is all of its service that begins so.
      expect(actions.filter((action) => forbidden.test(action) || action.includes('*'))).toEqual([]);
    },
  );
});
