import { expect, test } from 'vitest';
import { commitment, sha256Hex, shortForm } from '../../lib/core/hashes.ts';

// FIPS 180-2, appendix B.1.
const ofAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

test('a text is hashed as its UTF-8 bytes', () => {
  expect(sha256Hex('abc')).toBe(ofAbc);
  expect(sha256Hex('€')).toBe(sha256Hex(Uint8Array.of(0xe2, 0x82, 0xac)));
});

test('a commitment is the hash of salt and bytes, one after the other', () => {
  const salt = new Uint8Array(32).fill(7);
  expect(commitment(salt, Buffer.from('abc'))).toBe(sha256Hex(Buffer.concat([salt, Buffer.from('abc')])));
});

test('one other bit of salt makes another commitment', () => {
  const salt = new Uint8Array(32);
  const other = Uint8Array.from(salt, (byte, index) => (index === 31 ? byte ^ 1 : byte));
  expect(commitment(other, Buffer.from('abc'))).not.toBe(commitment(salt, Buffer.from('abc')));
});

test('a salt of another length is refused, since salt and bytes could then be told apart in two ways', () => {
  expect(() => commitment(new Uint8Array(31), new Uint8Array())).toThrow('needs a salt of 32 bytes, but got 31');
});

test('the short form is eight digits in two groups', () => {
  expect(shortForm(ofAbc)).toBe('ba78-16bf');
});
