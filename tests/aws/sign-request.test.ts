import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, test } from 'vitest';
import { signedHeaders } from '../../lib/aws/sign-request.ts';

const request = {
  url: 'https://abc123.execute-api.eu-west-1.amazonaws.com/requests/resend',
  body: '{"requestId":"request-1","ü":1}',
  region: 'eu-west-1',
  now: new Date('2027-03-04T05:06:07.890Z'),
};

test.each([
  [{ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+key' }],
  [{ accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 'another', sessionToken: 'token==' }],
])("a request signed here bears the signature that AWS's own signer computes", async (credentials) => {
  const signer = new SignatureV4({ credentials, region: request.region, service: 'execute-api', sha256: NodeSha256 });
  const { authorization, ...rest } = signedHeaders({ ...request, credentials });
  const expected = await signer.sign(
    {
      method: 'POST',
      protocol: 'https:',
      hostname: new URL(request.url).hostname,
      path: new URL(request.url).pathname,
      headers: Object.fromEntries(Object.entries(rest).filter(([name]) => name === 'content-type' || name === 'host')),
      body: request.body,
    },
    { signingDate: request.now },
  );
  expect(authorization).toBe(expected.headers['authorization']);
  for (const name of ['x-amz-date', 'x-amz-content-sha256', 'x-amz-security-token'])
    expect(rest[name]).toBe(expected.headers[name]);
});

test('another body is another signature', () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };
  const one = signedHeaders({ ...request, credentials });
  const other = signedHeaders({ ...request, credentials, body: '{}' });
  expect(one['authorization']).not.toBe(other['authorization']);
});

/** The hash that the signer wants, on Node's own. */
class NodeSha256 {
  readonly hash: { update: (text: Uint8Array) => unknown; digest: () => Buffer };

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = typeof secret === 'string' || secret === undefined ? secret : Buffer.from(bytesOf(secret));
    this.hash = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  }

  update(text: Uint8Array) {
    this.hash.update(text);
  }

  async digest() {
    return new Uint8Array(this.hash.digest());
  }

  reset() {}
}

function bytesOf(value: ArrayBuffer | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
}
