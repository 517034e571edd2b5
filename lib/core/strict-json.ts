import type { Json } from './canonical-json.ts';
import {
  type Cursor,
  type JsonProblem,
  match,
  placeOf,
  Refusal,
  refuse,
  seen,
  shortened,
  skipSpace,
} from './json-cursor.ts';
import type { JsonPlace } from './problem.ts';
import { numberProblem } from './strict-number.ts';
import { readString } from './strict-string.ts';

/** What was read, or where and why the text was refused. */
export type StrictReading =
  | { readonly kind: 'ok'; readonly value: Json }
  | { readonly kind: 'refused'; readonly place: JsonPlace; readonly why: JsonProblem };

export type StrictLimits = {
  /** Size in UTF-8 bytes. @default 262144: far beyond what a person can judge, and small enough to parse at once */
  readonly maxBytes?: number;
  /** How many arrays and objects may stand inside each other. @default 32 */
  readonly maxDepth?: number;
};

/**
 * Reads JSON (RFC 8259) so that every reader of the same text, now or later, must come to the same value; what is
 * ambiguous is refused, never repaired. The empty text is `{}`: that is how the harness hands out a call without input.
 * Names and values from the text may stand in `place` and `why`, shortened: they are the model's, not for an entry.
 */
export function readStrictJson(text: string, limits: StrictLimits = {}): StrictReading {
  const { maxBytes = 262_144, maxDepth = 32 } = limits;
  if (text === '') return { kind: 'ok', value: {} };
  const size = Buffer.byteLength(text);
  if (size > maxBytes) {
    const why = { kind: 'json.too-large', bytes: size, most: maxBytes } as const;
    return { kind: 'refused', place: placeOf([], 0), why };
  }
  const reader: Reader = { text, maxDepth, at: 0, path: [] };
  try {
    const value = readDocument(reader);
    return { kind: 'ok', value };
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', place: error.at, why: error.why };
    throw error;
  }
}

type Reader = Cursor & { readonly maxDepth: number };

function readDocument(reader: Reader): Json {
  if (reader.text.startsWith('\uFEFF')) refuse(reader, { kind: 'json.byte-order-mark' });
  const value = readValue(reader);
  skipSpace(reader);
  if (reader.at < reader.text.length) refuse(reader, { kind: 'json.goes-on', ...seen(reader) });
  return value;
}

function readValue(reader: Reader): Json {
  skipSpace(reader);
  const first = reader.text[reader.at];
  if (first === '{') return readObject(reader);
  if (first === '[') return readArray(reader);
  if (first === '"') return readString(reader);
  if (first !== undefined && /[-0-9]/.test(first)) return readNumber(reader);
  return readWord(reader);
}

function readObject(reader: Reader): Json {
  enter(reader);
  const members: Record<string, Json> = {};
  if (closes(reader, '}')) return members;
  for (;;) {
    skipSpace(reader);
    if (reader.text[reader.at] !== '"') refuse(reader, { kind: 'json.no-name', ...seen(reader) });
    const nameAt = reader.at;
    const name = readString(reader);
    checkName(reader, { name, nameAt, known: Object.hasOwn(members, name) });
    skipSpace(reader);
    expect(reader, ':');
    reader.path.push(name);
    members[name] = readValue(reader);
    reader.path.pop();
    if (closes(reader, '}')) return members;
    expect(reader, ',');
  }
}

function readArray(reader: Reader): Json {
  enter(reader);
  const items: Json[] = [];
  if (closes(reader, ']')) return items;
  for (;;) {
    reader.path.push(String(items.length));
    items.push(readValue(reader));
    reader.path.pop();
    if (closes(reader, ']')) return items;
    expect(reader, ',');
  }
}

function checkName(reader: Reader, member: { name: string; nameAt: number; known: boolean }): void {
  const { name, nameAt, known } = member;
  if (known) refuse(reader, { kind: 'json.name-twice', name: shortened(name) }, nameAt);
  // Assigning to __proto__ changes what an object inherits, in this reader and in every executor behind it.
  if (name === '__proto__') refuse(reader, { kind: 'json.name-proto' }, nameAt);
  // The other way to reach a prototype is constructor.prototype. Alone, both are ordinary words of tools' inputs.
  if (name === 'prototype' && reader.path.at(-1) === 'constructor') {
    refuse(reader, { kind: 'json.name-prototype' }, nameAt);
  }
}

const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

function readNumber(reader: Reader): number {
  const start = reader.at;
  const text = match(reader, numberForm);
  if (text === '' || /[-+.0-9eE]/.test(reader.text[reader.at] ?? '')) {
    refuse(reader, { kind: 'json.no-number' }, start);
  }
  const problem = numberProblem(text);
  if (problem !== undefined) refuse(reader, problem, start);
  return Number(text);
}

const word = /[A-Za-z]+/y;

function readWord(reader: Reader): Json {
  const start = reader.at;
  const text = match(reader, word);
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  reader.at = start;
  return refuse(reader, { kind: 'json.no-value', ...(text === '' ? seen(reader) : { found: shortened(text) }) });
}

function enter(reader: Reader): void {
  // path has one segment per open array or object.
  if (reader.path.length >= reader.maxDepth) {
    refuse(reader, { kind: 'json.too-deep', most: reader.maxDepth });
  }
  reader.at += 1;
}

function closes(reader: Reader, bracket: '}' | ']'): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== bracket) return false;
  reader.at += 1;
  return true;
}

function expect(reader: Reader, mark: ':' | ','): void {
  if (reader.text[reader.at] !== mark) refuse(reader, { kind: 'json.no-mark', mark, ...seen(reader) });
  reader.at += 1;
}
