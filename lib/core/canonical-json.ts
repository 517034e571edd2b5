import { CountersignError } from './errors.ts';
import { pointerOf } from './json-pointer.ts';

/** A JSON value that code may read and never change. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Look names up with Object.hasOwn: a member may be called `constructor`. */
export type JsonObject = { readonly [name: string]: Json };

/**
 * The one text of a JSON value (RFC 8785, JSON Canonicalization Scheme), over whose UTF-8 bytes every hash is computed.
 * @throws CountersignError 'not-canonical' with the place, for lone surrogates, NaN, infinities, undefined and whatever else JSON cannot hold
 */
// `object` lets typed records in, which have no index signature; what JSON cannot hold is refused when written.
export function canonicalJson(value: Json | object): string {
  return write(value, []);
}

function write(value: unknown, path: readonly string[]): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return writeString(value, path);
  if (typeof value === 'number') return writeNumber(value, path);
  if (Array.isArray(value)) {
    // Array.from visits holes too: they would otherwise vanish and two different arrays would share a text.
    return `[${Array.from(value, (item, index) => write(item, [...path, String(index)])).join(',')}]`;
  }
  if (isPlainObject(value)) return writeObject(value, path);
  throw notCanonical(path, `${typeof value} is not a JSON value`);
}

function writeObject(value: object, path: readonly string[]): string {
  // The default order of sort() is by UTF-16 code units, which is what RFC 8785 section 3.2.3 asks for.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  const written = members.map(([name, member]) => {
    const memberPath = [...path, name];
    return `${writeString(name, memberPath)}:${write(member, memberPath)}`;
  });
  return `{${written.join(',')}}`;
}

function writeString(text: string, path: readonly string[]): string {
  // JSON.stringify would write a lone surrogate as an escape, a text that other implementations refuse to make.
  if (!text.isWellFormed()) throw notCanonical(path, 'the text holds half of a surrogate pair');
  return JSON.stringify(text);
}

function writeNumber(value: number, path: readonly string[]): string {
  if (!Number.isFinite(value)) throw notCanonical(path, `${value} has no JSON form`);
  return JSON.stringify(value);
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  // A Date or a Map would be written as `{}` or by its own toJSON: bytes that nobody meant to hash.
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function notCanonical(path: readonly string[], problem: string): CountersignError {
  const place = path.length === 0 ? 'the value itself' : pointerOf(path.map((segment) => segment.toWellFormed()));
  return new CountersignError('not-canonical', `Not canonical JSON: at ${place}, ${problem}`);
}
