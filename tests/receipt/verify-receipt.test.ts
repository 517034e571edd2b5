import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ReceiptProblem, ReceiptRefused, verifyReceipt } from '../../lib/receipt/verify-receipt.ts';
import {
  claims,
  executorArn,
  expected,
  input,
  keyArn,
  keyPair,
  publicPem,
  receiptOf,
  rightHeader,
  withPayload,
} from './receipt-builder.ts';

const right = receiptOf(claims());
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const iat = claims().iat;
const at = (seconds: number) => ({ now: (iat + seconds) * 1000 });

async function problemOf(receipt: string, changes: Parameters<typeof expected>[0] = {}): Promise<ReceiptRefused> {
  const error: unknown = await verifyReceipt(receipt, expected(changes)).then(
    () => 'accepted',
    (thrown) => thrown,
  );
  if (error instanceof ReceiptRefused) return error;
  throw new Error(`expected a refusal, but got ${String(error)}`);
}

describe('a right receipt is accepted', () => {
  test('and gives the claims, with who approved and how sure the gate is of them', async () => {
    expect(await verifyReceipt(right, expected({ tool: 'pay' }))).toEqual(claims());
  });

  test('whatever the order of the arguments, since their canonical text is compared', async () => {
    const turned = Object.fromEntries(Object.entries(input).toReversed());
    expect(await verifyReceipt(right, expected({ input: turned }))).toMatchObject({ jti: claims().jti });
  });

  test('with the key as JWK, as PEM, and looked up by its id', async () => {
    const jwk = keyPair.publicKey.export({ format: 'jwk' });
    const lookUp = async (kid: string) => (kid === keyArn ? jwk : undefined);
    for (const key of [jwk, publicPem, lookUp]) await verifyReceipt(right, expected({ key }));
  });

  test('with the digest of what the agent had asked for, where a person changed the call', async () => {
    const edited = claims({ outcome: 'approved-with-edits', editedFrom: 'd4'.repeat(32) });
    expect(await verifyReceipt(receiptOf(edited), expected())).toEqual(edited);
  });

  test('until 15 minutes have passed, with five seconds for two clocks that differ', async () => {
    for (const seconds of [-5, 0, 900, 904]) await verifyReceipt(right, expected(at(seconds)));
  });
});

describe('a receipt is refused', () => {
  test.each<[string, ReceiptProblem, string]>([
    ['signed with another key', 'forged', receiptOf(claims(), { by: stranger.privateKey })],
    ['with an edited digest', 'forged', withPayload(right, (payload) => ({ ...payload, digest: 'e2'.repeat(32) }))],
    ['with another approver', 'forged', withPayload(right, (payload) => ({ ...payload, approvers: [] }))],
    ['with a longer life', 'forged', withPayload(right, (payload) => ({ ...payload, exp: iat + 90_000 }))],
    ['without a signature', 'forged', right.replace(/[^.]+$/, '')],
    [
      'with the signature of another receipt',
      'forged',
      right.replace(/[^.]+$/, receiptOf(claims({ jti: 'b' })).split('.')[2] ?? ''),
    ],
    ['of alg none', 'other-algorithm', receiptOf(claims(), { header: { ...rightHeader, alg: 'none' }, by: 'nobody' })],
    [
      'of alg HS256 with the public key as the secret',
      'other-algorithm',
      receiptOf(claims(), { header: { ...rightHeader, alg: 'HS256' }, by: publicPem }),
    ],
    ['for another executor', 'other-audience', receiptOf(claims({ aud: `${executorArn}-2` }))],
    ['for several executors', 'unreadable', receiptOf(claims({ aud: [executorArn, `${executorArn}-2`] }))],
    ['for nobody', 'other-audience', receiptOf(claims({ aud: undefined }))],
    ['of another gate', 'other-issuer', receiptOf(claims({ iss: 'countersign:shop/dev' }))],
    ['without its end', 'unreadable', receiptOf(claims({ exp: undefined }))],
    ['without when it was signed', 'unreadable', receiptOf(claims({ iat: undefined }))],
    ['signed in the future', 'not-yet', receiptOf(claims({ iat: iat + 60 }))],
    ['not good before some time', 'not-yet', receiptOf(claims({ nbf: iat + 60 }))],
    [
      'that is another kind of token by the same key',
      'unreadable',
      receiptOf(claims(), { header: { ...rightHeader, typ: 'JWT' } }),
    ],
    ['without an outcome that the gate knows', 'unreadable', receiptOf(claims({ outcome: 'rejected' }))],
    ['with something else than a digest of what was changed', 'unreadable', receiptOf(claims({ editedFrom: true }))],
    ['without the hash of the arguments', 'unreadable', receiptOf(claims({ inputHash: undefined }))],
    ['that is none', 'unreadable', 'approved by morgan'],
    ['that is empty', 'unreadable', ''],
  ])('%s: %s', async (_, code, receipt) => {
    expect((await problemOf(receipt)).code).toBe(code);
  });

  test('once it has expired, and after 15 minutes whatever it says about its own end', async () => {
    const longLived = receiptOf(claims({ exp: iat + 90_000 }));
    for (const receipt of [right, longLived]) {
      expect(await problemOf(receipt, at(906))).toMatchObject({ code: 'expired' });
    }
  });

  test.each([
    ['another amount', { ...input, amount: 20.51 }],
    ['a number that became a text', { ...input, amount: '20.5' }],
    ['one argument more', { ...input, note: '' }],
    ['one argument less', { orderId: input.orderId }],
    ['null for an argument', { ...input, amount: null }],
  ])('for arguments with %s', async (_, changed) => {
    expect(await problemOf(right, { input: changed })).toMatchObject({ code: 'other-input' });
  });

  test.each([
    ['missing', undefined],
    ['no number that JSON has', { ...input, amount: Number.NaN }],
  ])('for arguments that are %s', async (_, given) => {
    const error = await problemOf(right, { input: given as typeof input });
    expect(error).toMatchObject({ code: 'other-input', message: expect.stringContaining('Not canonical JSON') });
  });

  test('for another tool of the same executor with the same arguments', async () => {
    expect(await problemOf(right, { tool: 'pay_back' })).toMatchObject({ code: 'other-tool' });
  });

  test('by a key that is not known, before its signature is looked at', async () => {
    const error = await problemOf(right, { key: () => undefined });
    expect(error).toMatchObject({ code: 'unknown-key', message: expect.stringContaining(keyArn) });
    const { kid: _, ...nameless } = rightHeader;
    const unnamed = receiptOf(claims(), { header: nameless });
    expect(await problemOf(unnamed, { key: () => publicPem })).toMatchObject({ code: 'unknown-key' });
  });

  test('with a key of its own in the header, which nobody asks', async () => {
    const jwk = stranger.publicKey.export({ format: 'jwk' });
    const own = receiptOf(claims(), { header: { ...rightHeader, jwk }, by: stranger.privateKey });
    expect(await problemOf(own)).toMatchObject({ code: 'forged' });
  });

  test.each([
    [
      'other-audience',
      { aud: 'arn:aws:lambda:us-east-1:123456789012:function:theirs' },
      ['shop-pay', 'function:theirs'],
    ],
    ['other-issuer', { issuer: 'countersign:shop/dev' }, ['countersign:shop/prod', 'countersign:shop/dev']],
    ['expired', at(1000), ['2026-03-02T12:15:00.000Z', '2026-03-02T12:16:40.000Z']],
    ['not-yet', at(-60), ['2026-03-02T12:00:00.000Z', '2026-03-02T11:59:00.000Z']],
    ['other-tool', { tool: 'refuse' }, ['pay', 'refuse']],
  ] as const)('%s, with what was given and what was expected', async (code, changes, named) => {
    const error = await problemOf(right, changes);
    expect(error.code).toBe(code);
    for (const word of named) expect(error.message).toContain(word);
  });

  test('as an error that a Lambda function shows by name', async () => {
    expect((await problemOf('')).name).toBe('Countersign.ReceiptRefused');
  });
});

test('a key that cannot check ES256 is a fault of the executor, and nothing is accepted with it', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' });
  const secret = { kty: 'oct', k: Buffer.from('secret').toString('base64url') };
  for (const key of [rsa.toString(), secret, 'no key']) {
    const outcome = await verifyReceipt(right, expected({ key })).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(Error);
  }
});
