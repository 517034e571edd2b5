import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { doctorPorts } from '../../bin/doctor-ports.ts';
import { listen } from '../../lib/local/http-server.ts';
import { gateFile } from '../support/gate-files.ts';

const xmlns = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';
const outputs = {
  StateMachineArn: 'arn:aws:states:eu-west-1:123456789012:stateMachine:purchase-prod',
  PageUrl: 'http://127.0.0.1:1',
  AuditTable: 'purchase-prod-audit',
  ContentTable: 'purchase-prod-content',
};
const members = Object.entries(outputs).map(
  ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
);
const deployed = {
  status: 200,
  body: `<DescribeStacksResponse ${xmlns}><DescribeStacksResult><Stacks><member><StackName>s</StackName><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
};
const denied = {
  status: 403,
  body: `<ErrorResponse ${xmlns}><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>not you</Message></Error></ErrorResponse>`,
};

/** An account whose CloudFormation answers this; Lambda knows every function, and says which were asked for. */
async function account(stack: { readonly status: number; readonly body: string }) {
  const asked: string[] = [];
  const server = await listen(
    async ({ path }) => {
      if (path === '/') return { ...stack, headers: { 'content-type': 'text/xml' } };
      asked.push(path.split('/').at(-2) ?? '');
      return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"Timeout":120}' };
    },
    { port: 0, onError: () => {} },
  );
  onTestFinished(server.close);
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  return asked;
}
afterEach(() => vi.unstubAllEnvs());

const target = { kind: 'stack', name: 'countersign-purchase-prod', region: 'eu-west-1' } as const;

test('the functions of the stack that is named are looked at, whatever stage the gate file says', async () => {
  const asked = await account(deployed);
  const ports = await doctorPorts(target, gateFile());
  expect((await ports.functions()).kind).toBe('found');
  expect(asked.toSorted()).toEqual(['purchase-prod-act', 'purchase-prod-advance', 'purchase-prod-guard']);
  expect(await ports.installation()).toEqual({
    kind: 'found',
    value: { stack: target.name, region: 'eu-west-1', state: 'deployed' },
  });
});

test('a stack that may not be read leaves open what hangs on it, and is not taken for one that is not there', async () => {
  await account(denied);
  const ports = await doctorPorts(target, gateFile());
  const kinds = [await ports.installation(), await ports.subscriptions({ id: 'ops' }), await ports.page()];
  expect(kinds.map(({ kind }) => kind)).toEqual(['failed', 'failed', 'failed']);
});
