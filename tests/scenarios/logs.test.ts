import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approve, openPage } from '../support/local-page.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: 'shell' });
});
afterAll(() => stack.close());

const said = () => readFileSync(join(stack.directory, 'desk.log'), 'utf8');

/** Invokes a function with an event that it can only fail on, and that holds what must not be told. */
async function failOn(functionName: string, event: object): Promise<void> {
  const { endpoints, region } = stack.endpoints;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const lambda = new LambdaClient({ region, credentials, endpoint: endpoints.lambda });
  const { FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName: functionName, Payload: Buffer.from(JSON.stringify(event)) }),
  );
  expect(FunctionError).toBeDefined();
}

test('nothing that a function says is a secret: no link, no token, and no word of what people and agents wrote', async () => {
  const run = await stack.start('Run the tests and tell me whether they pass, dear Zoë.');
  const link = await stack.openLink(run);
  await approve(link, { comment: 'Only on the second machine, please.' });
  await stack.end(run);
  const guessed = 'Z3Vlc3NlZC1zZWNyZXQtb2YtYS1saW5rLW9mLTMyLWJ5dGVz';
  await openPage(`${link.slice(0, link.lastIndexOf('/'))}/${guessed}`);
  await failOn('shell-dev-ask', { runId: run.runId, requestId: 'request-1', taskToken: 'a-token-of-an-event' });
  await failOn('shell-dev-after-death', { detail: { input: 'an-input-in-an-event' } });

  const history = await stack.history(run);
  const tokens = history.flatMap(
    ({ taskScheduledEventDetails }) =>
      /"taskToken":"([^"]+)"/.exec(taskScheduledEventDetails?.parameters ?? '')?.[1] ?? [],
  );
  const secrets = [...tokens, link.slice(link.lastIndexOf('/') + 1)];
  expect(secrets).toHaveLength(2);
  // The functions did speak: of the guard's denial, and of both failures.
  await vi.waitFor(() => expect(said().match(/"level":"ERROR"/g)).toHaveLength(2));
  expect(said()).toContain('"GuardDenied":1');
  const personal = ['Zoë', 'second machine', 'npm test', 'a-token-of', 'an-input-in', guessed, '@example.com'];
  for (const word of [...secrets, ...personal]) expect(said()).not.toContain(word);
});
