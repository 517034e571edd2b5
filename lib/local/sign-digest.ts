import { createECDH } from 'node:crypto';

// The order of the group of P-256 (SEC 2, section 2.4.2).
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const curve = 'prime256v1';

/**
 * ECDSA on P-256 over a digest of 32 bytes, as DER. Node signs messages only and hashes them itself; KMS takes digests. Not in
 * constant time: a desk's keys protect nothing.
 * @param d the private key
 */
export function signDigest(d: bigint, digest: Uint8Array): Buffer {
  const z = toNumber(digest);
  for (;;) {
    // A fresh pair is the nonce and its point: its private half k, and the x of k·G.
    const nonce = createECDH(curve);
    const point = nonce.generateKeys();
    const k = toNumber(nonce.getPrivateKey());
    const r = toNumber(point.subarray(1, 33)) % order;
    const s = (inverse(k) * (z + r * d)) % order;
    if (r !== 0n && s !== 0n) return sequence([r, s]);
  }
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

// Fermat: the order is prime.
function inverse(k: bigint): bigint {
  let result = 1n;
  let base = k % order;
  for (let exponent = order - 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % order;
    base = (base * base) % order;
  }
  return result;
}

function sequence(numbers: readonly bigint[]): Buffer {
  const inside = Buffer.concat(numbers.map(integer));
  return Buffer.concat([Buffer.from([0x30, inside.length]), inside]);
}

function integer(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  // A first bit would be a sign.
  const unsigned = (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]);
  return Buffer.concat([Buffer.from([0x02, unsigned.length]), unsigned]);
}
