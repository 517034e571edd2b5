import { createHash } from 'node:crypto';
import { type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { canonicalJson } from '../core/canonical-json.ts';
import { receiptAlgorithm, receiptType } from '../core/receipt-claims.ts';
import type { ReceiptSigner } from '../gate/ports.ts';
import { rawSignature } from './raw-signature.ts';

/** Receipts as compact JWS (RFC 7515), signed by a key that never leaves KMS. */
export function receiptSigner(client: KMSClient, keyArn: string): ReceiptSigner {
  return {
    async sign(claims) {
      const header = { alg: receiptAlgorithm, kid: keyArn, typ: receiptType };
      const signed = [header, claims].map((part) => base64url(canonicalJson(part))).join('.');
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyArn,
          SigningAlgorithm: 'ECDSA_SHA_256',
          // A message may have 4096 bytes, which many approvers could exceed; a digest has always 32.
          MessageType: 'DIGEST',
          Message: createHash('sha256').update(signed).digest(),
        }),
      );
      if (Signature === undefined) throw new Error(`KMS gave no signature with ${keyArn}.`);
      return `${signed}.${base64url(rawSignature(Signature))}`;
    },
  };
}

function base64url(bytes: Uint8Array | string): string {
  return (typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : Buffer.from(bytes)).toString('base64url');
}
