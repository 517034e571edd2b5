// P-256: r and s are numbers below 2^256.
const numberBytes = 32;

/**
 * An ECDSA signature on P-256 as JWS has it (RFC 7518 section 3.4: r and s, 32 bytes each) from what KMS gives (RFC 3279 section
 * 2.2.3: a DER sequence of two integers).
 * @throws RangeError for anything else
 */
export function rawSignature(der: Uint8Array): Uint8Array {
  // A sequence of two such integers has at most 72 bytes, so every length is one byte below 128.
  const [tag, length] = der;
  if (tag !== 0x30 || length === undefined || length !== der.length - 2 || length > 70) throw notDer(der);
  const r = integerAt(der, 2);
  const s = integerAt(der, r.end);
  if (s.end !== der.length) throw notDer(der);
  return Buffer.concat([padded(r.bytes, der), padded(s.bytes, der)]);
}

function integerAt(der: Uint8Array, start: number): { readonly bytes: Uint8Array; readonly end: number } {
  const length = der[start + 1] ?? 0;
  const end = start + 2 + length;
  const first = der[start + 2] ?? 0;
  const second = der[start + 3] ?? 0;
  const isNegative = first >= 0x80;
  // DER has one spelling for a number: a zero leads only where the next byte would be taken for a sign.
  const isPadded = length > 1 && first === 0 && second < 0x80;
  if (der[start] !== 0x02 || length === 0 || end > der.length || isNegative || isPadded) throw notDer(der);
  return { bytes: der.subarray(first === 0 ? start + 3 : start + 2, end), end };
}

function padded(bytes: Uint8Array, der: Uint8Array): Uint8Array {
  if (bytes.length > numberBytes || bytes.length === 0) throw notDer(der);
  return Buffer.concat([Buffer.alloc(numberBytes - bytes.length), bytes]);
}

function notDer(der: Uint8Array): RangeError {
  return new RangeError(
    `Not an ECDSA signature on P-256: ${Buffer.from(der).toString('hex')}. Expected: a DER sequence of two positive integers below 2^256.`,
  );
}
