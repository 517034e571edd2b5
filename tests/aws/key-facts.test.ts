import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { keyFacts } from '../../lib/aws/key-facts.ts';
import { startKms } from '../../lib/local/kms.ts';
import { clientOptions } from './json-server.ts';

const keyArn = 'arn:aws:kms:us-east-1:123456789012:key/receipts';

test('a key is found with its state and what it can sign, and one that is not there is missing', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'keys-'));
  const kms = await startKms({ port: 0, directory, signingKeys: [keyArn], log: () => undefined });
  onTestFinished(async () => {
    await kms.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const { signingKey } = keyFacts(new KMSClient(clientOptions(kms.url)));
  expect(await signingKey(keyArn)).toEqual({ kind: 'found', value: { state: 'Enabled', spec: 'ECC_NIST_P256' } });
  expect(await signingKey(`${keyArn}-gone`)).toEqual({ kind: 'missing' });
  expect(await signingKey('')).toEqual({ kind: 'missing' });
});

test('a service that cannot be reached leaves it open', async () => {
  const { signingKey } = keyFacts(new KMSClient(clientOptions('http://127.0.0.1:1')));
  expect(await signingKey(keyArn)).toMatchObject({ kind: 'failed' });
});
