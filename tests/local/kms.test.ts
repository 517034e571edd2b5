import { createHash, createPublicKey, verify } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DescribeKeyCommand, EncryptCommand, GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { startKms } from '../../lib/local/kms.ts';
import { signingKeysOf } from '../../lib/local/kms-keys.ts';
import { loadStack } from '../../lib/local/template/stack.ts';
import { sdkClient } from './support/sdk-client.ts';
import { temporaryDirectory } from './support/temporary-directory.ts';

const KeyId = 'arn:aws:kms:us-east-1:123456789012:key/abc123';
const message = Buffer.from('a message');
const digest = createHash('sha256').update(message).digest();
const SigningAlgorithm = 'ECDSA_SHA_256';

test.each([
  ['a digest', { Message: digest, MessageType: 'DIGEST' }],
  ['a message', { Message: message, MessageType: 'RAW' }],
] as const)('what was signed as %s verifies with the public key, by ARN and by id', async (_, given) => {
  const { client } = await kms();
  for (const id of [KeyId, 'abc123']) {
    const signed = await client.send(new SignCommand({ KeyId: id, ...given, SigningAlgorithm }));
    expect(signed).toMatchObject({ KeyId, SigningAlgorithm });
    expect(verify('sha256', message, await publicKeyOf(client), signed.Signature ?? Buffer.of())).toBe(true);
  }
});

test('each of 50 digests has a signature that verifies: numbers with and without a first bit occur among them', async () => {
  const { client } = await kms();
  const key = await publicKeyOf(client);
  for (let round = 0; round < 50; round += 1) {
    const Message = createHash('sha256').update(`${round}`).digest();
    const { Signature } = await client.send(
      new SignCommand({ KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm }),
    );
    expect(verify('sha256', Buffer.from(`${round}`), key, Signature ?? Buffer.of())).toBe(true);
  }
});

test('a restart has the same key, and its file is for its owner alone', async () => {
  const directory = temporaryDirectory();
  const first = await kms(directory);
  const before = await publicKeyOf(first.client);
  await first.close();
  const second = await kms(directory);
  expect((await publicKeyOf(second.client)).equals(before)).toBe(true);
  expect(readdirSync(join(directory, 'kms'))).toEqual(['abc123.pem']);
  expect(statSync(join(directory, 'kms', 'abc123.pem')).mode & 0o777).toBe(0o600);
});

test('what a key can do is told', async () => {
  const { client } = await kms();
  const { KeyMetadata } = await client.send(new DescribeKeyCommand({ KeyId }));
  expect(KeyMetadata).toMatchObject({ Arn: KeyId, KeyId: 'abc123', KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  expect(await client.send(new GetPublicKeyCommand({ KeyId }))).toMatchObject({
    SigningAlgorithms: [SigningAlgorithm],
  });
});

test.each([
  ['an unknown key', { KeyId: `${KeyId}4` }, 'NotFoundException'],
  ['another algorithm', { SigningAlgorithm: 'ECDSA_SHA_384' }, 'InvalidKeyUsageException'],
  ['a digest of 31 bytes', { Message: digest.subarray(1) }, 'ValidationException'],
  ['a message of 4097 bytes', { Message: Buffer.alloc(4097), MessageType: 'RAW' }, 'ValidationException'],
  ['an option that the desk has not', { DryRun: true }, 'ValidationException'],
] as const)('%s is refused as by KMS', async (_, changes, name) => {
  const { client } = await kms();
  const right = { KeyId, Message: digest, MessageType: 'DIGEST', SigningAlgorithm } as const;
  await expect(client.send(new SignCommand({ ...right, ...changes }))).rejects.toMatchObject({ name });
});

test('an operation that the desk does not have is refused by name', async () => {
  const { client } = await kms();
  const encrypt = client.send(new EncryptCommand({ KeyId, Plaintext: message }));
  await expect(encrypt).rejects.toThrow(/knows Sign, GetPublicKey, DescribeKey, not "Encrypt"/);
});

test('a template brings the keys that sign; others encrypt what no program sees, and a spec that the desk lacks stops it', () => {
  const p256 = { KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' };
  const signing = stackWith(p256);
  expect(signingKeysOf(signing)).toEqual([signing.resources[0]?.arn]);
  expect(signing.resources[0]?.arn).toMatch(/^arn:aws:kms:us-east-1:123456789012:key\/\w+$/);
  expect(signingKeysOf(stackWith({ EnableKeyRotation: true }))).toEqual([]);
  expect(() => signingKeysOf(stackWith({ ...p256, KeySpec: 'RSA_2048' }))).toThrow(/Key .*KeySpec/);
});

function stackWith(Properties: object) {
  return loadStack(
    { Resources: { Key: { Type: 'AWS::KMS::Key', Properties } } },
    {
      name: 'desk',
      place: { region: 'us-east-1', account: '123456789012' },
      parameters: {},
      apiEndpoint: () => '',
    },
  );
}

async function publicKeyOf(client: KMSClient) {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId }));
  return createPublicKey({ key: Buffer.from(PublicKey ?? Buffer.of()), format: 'der', type: 'spki' });
}

async function kms(directory = temporaryDirectory()) {
  const service = await startKms({
    port: 0,
    directory: join(directory, 'kms'),
    signingKeys: [KeyId],
    log: () => undefined,
  });
  const client = new KMSClient(sdkClient(service.url));
  const close = async () => {
    client.destroy();
    await service.close();
  };
  onTestFinished(close);
  return { client, close };
}
