import { randomUUID, sign } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from './aws-json.ts';
import { type Listening, listen, type WireRequest, type WireResponse } from './http-server.ts';
import { type KmsKey, openKeys } from './kms-keys.ts';
import { signDigest } from './sign-digest.ts';
import type { DeskLog } from './thread.ts';

export type KmsOptions = {
  readonly port: number;
  /** Where private keys are kept, each a file: what was signed before a restart can be checked after it. */
  readonly directory: string;
  /** ARNs of the keys for signatures on P-256. */
  readonly signingKeys: readonly string[];
  readonly log: DeskLog;
};

const keyRequest = z.strictObject({ KeyId: z.string(), GrantTokens: z.array(z.string()).optional() });
const signRequest = z.strictObject({
  ...keyRequest.shape,
  Message: z.base64(),
  MessageType: z.enum(['RAW', 'DIGEST']).default('RAW'),
  SigningAlgorithm: z.string(),
});

// What KMS takes as a message: longer ones have to be hashed by the caller.
const maxMessageBytes = 4096;

/** Starts KMS for what a key for signatures is asked: Sign, GetPublicKey, DescribeKey. Rights are nobody's business here. */
export function startKms({ port, directory, signingKeys, log }: KmsOptions): Promise<Listening> {
  const keys = openKeys(directory, signingKeys);

  const operations: Readonly<Record<string, (body: unknown) => object>> = {
    Sign: (body) => {
      const { KeyId, Message, MessageType, SigningAlgorithm } = parsed(signRequest, body);
      const key = keyOf(keys, KeyId);
      const message = Buffer.from(Message, 'base64');
      if (SigningAlgorithm !== signingAlgorithm) {
        throw new AwsError(
          'InvalidKeyUsageException',
          `${key.arn} has KeySpec ${keySpec}, which cannot be used with the algorithm ${SigningAlgorithm}.`,
        );
      }
      const signature = signed(key, message, MessageType);
      return { KeyId: key.arn, Signature: signature.toString('base64'), SigningAlgorithm };
    },
    GetPublicKey: (body) => {
      const { arn, publicKey } = keyOf(keys, parsed(keyRequest, body).KeyId);
      return { KeyId: arn, PublicKey: publicKey.toString('base64'), CustomerMasterKeySpec: keySpec, ...ability };
    },
    DescribeKey: (body) => {
      const { arn, keyId } = keyOf(keys, parsed(keyRequest, body).KeyId);
      return {
        KeyMetadata: {
          Arn: arn,
          KeyId: keyId,
          AWSAccountId: arn.split(':')[4],
          Enabled: true,
          KeyManager: 'CUSTOMER',
          KeyState: 'Enabled',
          Origin: 'AWS_KMS',
          MultiRegion: false,
          CustomerMasterKeySpec: keySpec,
          ...ability,
        },
      };
    },
  };

  return listen(async (request) => operate(request, operations), {
    port,
    onError: (error) => log('kms', String(error)),
  });
}

const keySpec = 'ECC_NIST_P256';
const signingAlgorithm = 'ECDSA_SHA_256';
const ability = { KeySpec: keySpec, KeyUsage: 'SIGN_VERIFY', SigningAlgorithms: [signingAlgorithm] };

function signed(key: KmsKey, message: Buffer, messageType: 'RAW' | 'DIGEST'): Buffer {
  if (messageType === 'RAW') {
    if (message.length === 0 || message.length > maxMessageBytes) {
      throw invalid(`a RAW Message has 1 to ${maxMessageBytes} bytes, but got ${message.length}`);
    }
    return sign('sha256', message, key.privateKey);
  }
  if (message.length !== 32) throw invalid('Digest is invalid length for algorithm ECDSA_SHA_256.');
  return signDigest(privateNumber(key), message);
}

function privateNumber({ privateKey }: KmsKey): bigint {
  const { d = '' } = privateKey.export({ format: 'jwk' });
  return BigInt(`0x${Buffer.from(d, 'base64url').toString('hex')}`);
}

function keyOf(keys: readonly KmsKey[], given: string): KmsKey {
  const key = keys.find(({ arn, keyId }) => arn === given || keyId === given);
  if (key === undefined) throw new AwsError('NotFoundException', `Key '${given}' does not exist`);
  return key;
}

function operate(request: WireRequest, operations: Readonly<Record<string, (body: unknown) => object>>): WireResponse {
  const target = String(request.headers['x-amz-target'] ?? '');
  const name = /^TrentService\.(\w+)$/.exec(target)?.[1] ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  try {
    if (operation === undefined) {
      throw new AwsError(
        'UnknownOperationException',
        `The desk's KMS knows ${Object.keys(operations).join(', ')}, not "${name || target}"`,
      );
    }
    return answer(200, operation(JSON.parse(request.body.toString('utf8'))));
  } catch (error) {
    if (error instanceof AwsError) return answer(400, { __type: error.name, message: error.message });
    throw error;
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}

function invalid(problem: string): AwsError {
  return new AwsError('ValidationException', `1 validation error detected: ${problem}`);
}

function answer(status: number, body: object): WireResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() };
  return { status, headers, body: JSON.stringify(body) };
}
