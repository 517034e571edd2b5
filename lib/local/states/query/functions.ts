import { createHash, randomInt, randomUUID } from 'node:crypto';
import jsonata from 'jsonata';
import type { DeskClock } from '../../clock.ts';

export type QueryFunction = (...args: never[]) => unknown;

/** The functions that Step Functions adds to JSONata, its clock functions on the desk's time, and `$eval` taken away. */
export function queryFunctions(clock: DeskClock): Readonly<Record<string, QueryFunction | undefined>> {
  return {
    partition,
    range,
    hash,
    random,
    uuid: () => randomUUID(),
    parse,
    now: (picture?: string, timezone?: string) => formatted.evaluate({ at: clock.now(), picture, timezone }),
    millis: () => clock.now(),
    // Step Functions has no $eval; calling it fails as any unknown name does.
    eval: undefined,
  };
}

const formatted = jsonata('$fromMillis(at, picture, timezone)');

function partition(list: readonly unknown[] | undefined, size: number): unknown {
  if (list === undefined) return undefined;
  if (!Number.isInteger(size) || size < 1)
    throw wrongArgument('$partition', 'the chunk size must be a whole number > 0');
  const items = Array.isArray(list) ? list : [list];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, chunk) =>
    items.slice(chunk * size, (chunk + 1) * size),
  );
}

function range(first: number, last: number, step: number): unknown {
  if (![first, last, step].every(Number.isInteger) || step === 0)
    throw wrongArgument('$range', 'it takes three whole numbers, of which the last is not 0');
  const length = Math.max(0, Math.floor((last - first) / step) + 1);
  if (length > 1000) throw wrongArgument('$range', `it makes at most 1000 items, not ${length}`);
  const items = Array.from({ length }, (_, index) => first + index * step);
  // AWS returns a JSONata sequence, and a sequence of one is that one item.
  return items.length > 1 ? items : items[0];
}

const algorithms: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

function hash(text: string, algorithm: string): string {
  const name = algorithms[algorithm];
  if (typeof text !== 'string' || name === undefined)
    throw wrongArgument('$hash', `it takes a text and one of ${Object.keys(algorithms).join(', ')}`);
  return createHash(name).update(text, 'utf8').digest('hex');
}

function random(seed?: number): number {
  if (seed === undefined) return randomInt(2 ** 47) / 2 ** 47;
  const digest = createHash('sha256').update(String(seed)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw wrongArgument('$parse', 'it takes a text that holds JSON');
  return JSON.parse(text);
}

function wrongArgument(name: string, rule: string): Error {
  return new Error(`${name} was called with arguments that do not fit: ${rule}`);
}
