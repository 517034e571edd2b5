import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { expect, onTestFinished, test } from 'vitest';
import { postSigned } from '../../lib/aws/signed-route.ts';
import { stackOutputs } from '../../lib/aws/stack-outputs.ts';
import { listen } from '../../lib/local/http-server.ts';
import { clientOptions } from './json-server.ts';

const stacks = (inner: string) =>
  `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${inner}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;

async function cloudFormation(status: number, body: string) {
  const answer = { status, headers: { 'content-type': 'text/xml' }, body };
  const server = await listen(async () => answer, { port: 0, onError: () => {} });
  onTestFinished(server.close);
  return new CloudFormationClient(clientOptions(server.url));
}

test("a stack's outputs come by name", async () => {
  const output = '<member><OutputKey>PageUrl</OutputKey><OutputValue>https://page.example</OutputValue></member>';
  const client = await cloudFormation(
    200,
    stacks(`<member><StackName>s</StackName><Outputs>${output}</Outputs></member>`),
  );
  expect(await stackOutputs(client, 's')).toEqual(new Map([['PageUrl', 'https://page.example']]));
});

test('a stack that is not there is undefined, and any other refusal is thrown', async () => {
  const fault = (message: string) =>
    `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>${message}</Message></Error></ErrorResponse>`;
  const gone = await cloudFormation(400, fault('Stack with id s does not exist'));
  expect(await stackOutputs(gone, 's')).toBeUndefined();
  const other = await cloudFormation(400, fault('1 validation error detected'));
  await expect(stackOutputs(other, 's')).rejects.toThrow('1 validation error');
});

test('a signed request carries its body, and any answer of the API is an answer', async () => {
  const seen: { readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = await listen(
    async ({ headers, body, path }) => {
      seen.push({ authorization: headers.authorization, body: body.toString() });
      return path === '/runs' ? { status: 403, body: '{"message":"Forbidden"}' } : { status: 502, body: '<html>' };
    },
    { port: 0, onError: () => {} },
  );
  onTestFinished(server.close);
  const routes = {
    url: server.url,
    region: 'us-east-1',
    credentials: async () => ({ accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }),
  };
  const body = { prompt: 'Bücher' };
  expect(await postSigned(routes, { path: '/runs', body })).toEqual({ status: 403, body: { message: 'Forbidden' } });
  expect(await postSigned(routes, { path: '/other', body })).toEqual({ status: 502, body: '<html>' });
  expect(seen[0]?.body).toBe('{"prompt":"Bücher"}');
  expect(seen[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d{8}\/us-east-1\/execute-api\//);
});
