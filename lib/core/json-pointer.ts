import type { Json } from './canonical-json.ts';

/** What a pointer leads to; a member that is null is found. */
export type Pointed = { readonly found: true; readonly value: Json } | { readonly found: false };

const nowhere: Pointed = { found: false };

/** Follows an RFC 6901 pointer through own members only; a malformed pointer leads nowhere. */
export function readPointer(value: Json, pointer: string): Pointed {
  if (pointerProblem(pointer) !== undefined) return nowhere;
  let here = value;
  for (const segment of pointerSegments(pointer)) {
    const next = step(here, segment);
    if (next === undefined) return nowhere;
    here = next;
  }
  return { found: true, value: here };
}

/** Why a text is no RFC 6901 pointer, or undefined when it is one. */
export function pointerProblem(text: string): string | undefined {
  if (text !== '' && !text.startsWith('/')) return `a JSON pointer begins with "/" (try "/${text}") or is empty`;
  if (/~(?![01])/.test(text)) return 'in a JSON pointer "~" is written "~0", and "/" inside a name is written "~1"';
  return undefined;
}

/** The pointer to a place, with `~` and `/` inside names escaped. */
export function pointerOf(segments: readonly string[]): string {
  return segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The names and indexes of a well-formed pointer, unescaped. */
export function pointerSegments(pointer: string): readonly string[] {
  // ~1 before ~0: the other order would turn "~01", which means "~1", into "/".
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function step(value: Json, segment: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isList(value)) return /^(0|[1-9][0-9]*)$/.test(segment) ? value[Number(segment)] : undefined;
  return Object.hasOwn(value, segment) ? value[segment] : undefined;
}

// Array.isArray alone does not narrow a readonly array away from the object.
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
