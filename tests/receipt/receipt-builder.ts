import { createHash, createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { ApproverId } from '../../lib/core/ids.ts';
import type { ReceiptClaims } from '../../lib/core/receipt-claims.ts';
import type { ReceiptExpected } from '../../lib/receipt/verify-receipt.ts';

export const keyArn = 'arn:aws:kms:us-east-1:123456789012:key/receipts';
export const executorArn = 'arn:aws:lambda:us-east-1:123456789012:function:shop-pay';
export const input = { orderId: 'A-7', amount: 20.5 };

// By hand and not by our own code: what a receipt must say about `input`.
const inputText = '{"amount":20.5,"orderId":"A-7"}';
const noon = Date.parse('2026-03-02T12:00:00.000Z');
export const keyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const publicPem = keyPair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

export function claims(changes: Readonly<Record<string, unknown>> = {}) {
  const iat = noon / 1000;
  const right: ReceiptClaims = {
    iss: 'countersign:shop/prod',
    aud: executorArn,
    sub: 'run-1/0/tooluse-1',
    tool: 'pay',
    digest: 'd1'.repeat(32),
    inputHash: createHash('sha256').update(inputText).digest('hex'),
    outcome: 'approved',
    approvers: [{ id: 'morgan' as ApproverId, assurance: 'link' }],
    iat,
    exp: iat + 900,
    jti: 'a1'.repeat(32),
  };
  return { ...right, ...changes };
}

export const rightHeader = { alg: 'ES256', kid: keyArn, typ: 'countersign-receipt+jwt' };

/** A compact JWS made with node:crypto alone: by this key, an HMAC with this secret, or not signed at all. */
export function receiptOf(
  payload: object,
  {
    header = rightHeader,
    by = keyPair.privateKey,
  }: { readonly header?: object; readonly by?: KeyObject | string | 'nobody' } = {},
): string {
  const signed = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${signatureBy(by, signed)}`;
}

function signatureBy(by: KeyObject | string, signed: string): string {
  if (by === 'nobody') return '';
  if (typeof by === 'string') return createHmac('sha256', by).update(signed).digest('base64url');
  return sign('sha256', Buffer.from(signed), { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}

/** What the executor expects, a second after the receipt was signed. */
export function expected(changes: Partial<ReceiptExpected> = {}): ReceiptExpected {
  return { aud: executorArn, input, issuer: 'countersign:shop/prod', key: publicPem, now: noon + 1000, ...changes };
}

/** A compact JWS of which one part is replaced, with the signature as it was. */
export function withPayload(receipt: string, change: (payload: Record<string, unknown>) => object): string {
  const [header = '', payload = '', signature = ''] = receipt.split('.');
  const changed = change(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}
