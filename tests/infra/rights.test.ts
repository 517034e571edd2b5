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
  const tableRights = (table: string) => {
    const actions = rights
      .filter(({ action, resource }) => action.startsWith('dynamodb:') && resource.includes(`Tables${table}`))
      .map(({ action }) => action);
    return actions.toSorted().join(' ');
  };
  return {
    audit: tableRights('Audit'),
    contents: tableRights('Contents'),
    operational: tableRights('Operational'),
    else: rights
      .filter(({ action }) => !action.startsWith('dynamodb:') && !action.startsWith('logs:'))
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
  ];
  return parts.find((part) => resource.includes(part)) ?? resource;
}

const read = 'dynamodb:GetItem dynamodb:Query';
const readPut = 'dynamodb:GetItem dynamodb:PutItem dynamodb:Query';
const wake = 'states:SendTaskSuccess stateMachine:purchase-dev';

// The design's table of rights, line by line.
const table = {
  advance: {
    audit: readPut,
    contents: readPut,
    operational: readPut,
    else: ['bedrock-agentcore:InvokeAgentRuntime harness/any', 'bedrock-agentcore:InvokeHarness harness/any'],
  },
  ask: { audit: readPut, contents: read, operational: readPut, else: ['ses:SendEmail identity/', wake] },
  'verdict-page': { audit: readPut, contents: readPut, operational: read, else: [wake] },
  guard: { audit: '', contents: '', operational: read, else: [] },
  start: { audit: '', contents: readPut, operational: '', else: ['states:StartExecution stateMachine:purchase-dev'] },
  operate: { audit: readPut, contents: readPut, operational: read, else: ['ses:SendEmail identity/', wake] },
  'after-death': { audit: readPut, contents: read, operational: '', else: ['ses:SendEmail identity/'] },
  workflow: {
    audit: '',
    contents: '',
    operational: '',
    else: ['lambda:InvokeFunction FunctionsAdvance', 'lambda:InvokeFunction FunctionsAsk'],
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

  test('are given to no role that the table does not name', () => {
    expect(roles).toHaveLength(Object.keys(table).length);
  });

  test('let each function write its own log and no other', () => {
    for (const { id, properties } of roles.filter(({ id }) => id.includes('Functions'))) {
      const logs = statementsOf(resources, id).filter(({ actions }) =>
        actions.some((action) => action.startsWith('logs:')),
      );
      expect(logs).toEqual([
        expect.objectContaining({
          actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          resource: expect.stringMatching(new RegExp(`"${id.replace(/Role[0-9A-F]{8}$/, '')}Logs[0-9A-F]{8}"`)),
        }),
      ]);
      expect(properties['ManagedPolicyArns']).toBeUndefined();
    }
  });

  test('have a wildcard only where Step Functions sets up the delivery of its log', () => {
    const wild = roles.flatMap(({ id }) => statementsOf(resources, id)).filter(({ resource }) => /"\*"/.test(resource));
    expect(wild.flatMap(({ actions }) => actions).filter((action) => !action.startsWith('logs:'))).toEqual([]);
    expect(wild).toHaveLength(1);
  });

  test('let nobody run a command in the machine of a session, update or delete an item, or answer for another task', () => {
    const all = JSON.stringify(resources.map(({ properties }) => properties));
    expect(all).not.toMatch(
      /InvokeAgentRuntimeCommand|UpdateItem|DeleteItem|BatchWriteItem|SendTaskFailure|SendTaskHeartbeat/,
    );
    expect(all).not.toMatch(/"(dynamodb|states|bedrock-agentcore|\*):?\*"/);
  });
});
