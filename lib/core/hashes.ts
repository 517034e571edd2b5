import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in 64 lower-case hex characters; a text is hashed as its UTF-8 bytes. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Whether a text has this hash, in a time that does not depend on how far they agree. */
export function hasHash(text: string, sha256: string): boolean {
  const known = Buffer.from(sha256, 'hex');
  const made = createHash('sha256').update(text).digest();
  return known.length === made.length && timingSafeEqual(known, made);
}

/**
 * What an entry says about sealed bytes: hex of SHA-256(salt || bytes).
 * The salt is what makes it safe to keep after an erasure: without it, short texts could be guessed from their hash.
 * @throws RangeError unless the salt has 32 bytes, since with a salt of any length (salt, bytes) would be ambiguous
 */
export function commitment(salt: Uint8Array, bytes: Uint8Array): string {
  if (salt.length !== saltBytes) {
    throw new RangeError(`A commitment needs a salt of ${saltBytes} bytes, but got ${salt.length}`);
  }
  return createHash('sha256').update(salt).update(bytes).digest('hex');
}

/** Length of every salt in bytes. */
export const saltBytes = 32;

/** The first 32 bits of a hex digest as `xxxx-xxxx`: for people to compare by eye, never for code to decide by. */
export function shortForm(digest: string): string {
  return `${digest.slice(0, 4)}-${digest.slice(4, 8)}`;
}
