import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rawSignature } from '../../lib/aws/raw-signature.ts';

// RFC 6979, appendix A.2.5: P-256 and SHA-256 with the message "sample".
const r = 'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716';
const s = 'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8';
const x = '60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6';
const y = '7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('a signature as KMS gives it', () => {
  test('becomes r and s, by a vector of RFC 6979', () => {
    const raw = rawSignature(hex(`3046022100${r}022100${s}`));
    expect(Buffer.from(raw).toString('hex').toUpperCase()).toBe(r + s);
    const [jwkX, jwkY] = [hex(x).toString('base64url'), hex(y).toString('base64url')];
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: jwkX, y: jwkY } });
    expect(verify('sha256', Buffer.from('sample'), { key, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
  });

  test('keeps 32 bytes for each number, however short the number is', () => {
    expect(Buffer.from(rawSignature(hex('3006020101020102'))).toString('hex')).toBe(
      `${'0'.repeat(63)}1${'0'.repeat(63)}2`,
    );
    expect(Buffer.from(rawSignature(hex('30080202008002020102'))).toString('hex')).toBe(
      `${'0'.repeat(62)}80${'0'.repeat(60)}0102`,
    );
  });

  test('is right for 500 signatures of node:crypto, whose numbers have all the lengths that occur', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    for (let round = 0; round < 500; round += 1) {
      const message = Buffer.from(`message ${round}`);
      const raw = rawSignature(sign('sha256', message, privateKey));
      expect(raw).toHaveLength(64);
      expect(verify('sha256', message, key, raw)).toBe(true);
    }
  });
});

test.each([
  ['nothing', ''],
  ['no sequence', '3106020101020102'],
  ['a length that is too long', '3007020101020102'],
  ['a length that is too short', '3005020101020102'],
  ['something behind it', '300602010102010200'],
  ['something behind the numbers', '3009020101020102020103'],
  ['one number', '3003020101'],
  ['a number that ends behind the sequence', '3006020101020202'],
  ['an empty number', '30050200020101'],
  ['a negative number', '3006020181020102'],
  ['a number with needless zeros', '300702020001020102'],
  ['a zero', '3006020100020102'],
  ['another type', '3006040101020102'],
  ['a number of 33 bytes', `3026022101${'00'.repeat(32)}020101`],
])('a signature with %s is refused', (_, text) => {
  expect(() => rawSignature(hex(text))).toThrow(/Not an ECDSA signature on P-256/);
});
