import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseProperties } from './template/parse-properties.ts';
import type { Stack } from './template/stack.ts';

/** A key for signatures on P-256. */
export type KmsKey = {
  readonly arn: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  /** DER, SubjectPublicKeyInfo. */
  readonly publicKey: Buffer;
};

const ignored = z.unknown().optional();
const keyProperties = z.strictObject({
  KeySpec: z.enum(['SYMMETRIC_DEFAULT', 'ECC_NIST_P256']).default('SYMMETRIC_DEFAULT'),
  KeyUsage: z.enum(['ENCRYPT_DECRYPT', 'SIGN_VERIFY']).default('ENCRYPT_DECRYPT'),
  Enabled: z.literal(true).optional(),
  BypassPolicyLockoutSafetyCheck: ignored,
  Description: ignored,
  EnableKeyRotation: ignored,
  KeyPolicy: ignored,
  PendingWindowInDays: ignored,
  RotationPeriodInDays: ignored,
  Tags: ignored,
});

/**
 * ARNs of the stack's keys that sign. A symmetric key encrypts what lies on AWS's disks, and no program on a desk could tell
 * that it is not there.
 */
export function signingKeysOf({ resources }: Stack): readonly string[] {
  return resources
    .filter(({ type }) => type === 'AWS::KMS::Key')
    .filter((key) => parseProperties(keyProperties, key).KeyUsage === 'SIGN_VERIFY')
    .map(({ arn }) => arn ?? '');
}

/** Opens the keys that the directory holds, and makes those that are missing. */
export function openKeys(directory: string, arns: readonly string[]): readonly KmsKey[] {
  if (arns.length > 0) mkdirSync(directory, { recursive: true });
  return arns.map((arn) => {
    const keyId = arn.slice(arn.lastIndexOf('/') + 1);
    const privateKey = openKey(join(directory, `${keyId}.pem`));
    const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
    return { arn, keyId, privateKey, publicKey };
  });
}

function openKey(file: string): KeyObject {
  const kept = readKept(file);
  if (kept !== undefined) return createPrivateKey(kept);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // By renaming: a desk that is killed meanwhile leaves a whole key or none.
  writeFileSync(`${file}.new`, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return privateKey;
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
