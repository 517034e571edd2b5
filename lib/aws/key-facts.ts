import { DescribeKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import { look } from './looked.ts';

/** What KMS says of a key. A name that no key can have is one that is not there. */
export function keyFacts(kms: KMSClient) {
  return {
    signingKey: (keyArn: string) =>
      look(async () => {
        if (keyArn === '') return undefined;
        const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId: keyArn }));
        return { state: KeyMetadata?.KeyState ?? 'unknown', spec: KeyMetadata?.KeySpec ?? 'unknown' };
      }, ['NotFoundException']),
  };
}
