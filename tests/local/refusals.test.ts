import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskFunctions } from '../../lib/local/desk-functions.ts';
import { deployApis } from '../../lib/local/http-api/deployed-api.ts';
import { loadStack, type Stack } from '../../lib/local/template/stack.ts';
import { subscriptionsOf } from '../../lib/local/template/subscriptions.ts';
import { probeAssets, probeTemplate } from './support/probe-stack.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

// Whatever a desk would have to ignore although a program could notice is refused, by resource, property and reason.
test.each<[string, Changes, RegExp]>([
  ['CORS settings', { Api: { CorsConfiguration: {} } }, /Api .*CorsConfiguration/],
  ['a WebSocket API', { Api: { ProtocolType: 'WEBSOCKET' } }, /Api .*ProtocolType/],
  ['an authorizer', { Route: { AuthorizationType: 'JWT', AuthorizerId: 'x' } }, /Route .*AuthorizationType/],
  ['payload format 1.0', { Integration: { PayloadFormatVersion: '1.0' } }, /Integration .*PayloadFormatVersion/],
  [
    'an integration of more than 30 seconds',
    { Integration: { TimeoutInMillis: 30_001 } },
    /Integration .*TimeoutInMillis/,
  ],
  ['a stage that is not deployed by itself', { Stage: { AutoDeploy: false } }, /Stage .*AutoDeploy/],
  ['a route to nowhere', { Route: { Target: 'integrations/none' } }, /Route targets integrations\/none/],
  ['another runtime', { Page: { Runtime: 'python3.14' } }, /Page .*only nodejs runtimes/],
  ['code inside the template', { Page: { Code: { ZipFile: 'x' } } }, /Page .*Code/],
  ['layers', { Page: { Layers: ['arn'] } }, /Page .*Layers/],
  [
    'code that was not synthesized',
    { Page: { Code: { S3Bucket: 'b', S3Key: 'gone.zip' } } },
    /Page wants the code gone\.zip, but the assets are page\.zip, work\.zip/,
  ],
  ['a FIFO topic', { Asks: { FifoTopic: true } }, /Asks .*FifoTopic/],
])('%s', (_, changes, message) => {
  expect(() => deploy(changed(changes))).toThrow(message);
});

test('the stack without changes is refused nothing', () => {
  expect(deploy(changed({}))).toMatchObject({
    apis: [{ routes: [{ routeKey: 'GET /{proxy+}' }] }],
    functions: [{}, {}],
  });
});

type Changes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function changed(changes: Changes): Stack {
  const resources = Object.entries(probeTemplate.Resources).map(([logicalId, resource]) => [
    logicalId,
    { ...resource, Properties: { ...resource.Properties, ...changes[logicalId] } },
  ]);
  return loadStack(
    { Resources: Object.fromEntries(resources) },
    {
      name: 'probe',
      place: { region: 'us-east-1', account: '123456789012' },
      parameters: {},
      apiEndpoint: () => 'http://127.0.0.1:1',
    },
  );
}

function deploy(stack: Stack) {
  const assets = probeAssets(join(temporaryDirectory(), 'cdk.out'));
  const surroundings = { endpoints: {}, credentials: undefined };
  return {
    apis: deployApis(stack),
    functions: deskFunctions(stack, { region: 'us-east-1', assets, surroundings }),
    topics: subscriptionsOf(stack),
  };
}
