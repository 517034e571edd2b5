import { GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms';

/**
 * The gate's public key as `verifyReceipt` takes it: asked of KMS once, and only for this key. Needs kms:GetPublicKey on it.
 * @param keyArn the output ReceiptKeyArn of the gate's stack
 */
export function kmsKey(client: KMSClient, keyArn: string): (kid: string) => Promise<string | undefined> {
  let asked: Promise<string> | undefined;
  return async (kid) => {
    if (kid !== keyArn) return undefined;
    asked ??= publicKey(client, keyArn);
    try {
      return await asked;
    } catch (error) {
      // A function lives for hours: it must not remember one failure for as long.
      asked = undefined;
      throw error;
    }
  };
}

async function publicKey(client: KMSClient, keyArn: string): Promise<string> {
  const { PublicKey } = await client.send(new GetPublicKeyCommand({ KeyId: keyArn }));
  if (PublicKey === undefined) throw new Error(`KMS gave no public key for ${keyArn}. Expected: a key for signing.`);
  const lines =
    Buffer.from(PublicKey)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}
