import { canonicalJson, type Json } from './canonical-json.ts';
import { pointerOf } from './json-pointer.ts';

/** One place at which two values differ; a side is absent where nothing stands there. */
export interface Change {
  /** JSON pointer; empty for the value itself. */
  readonly at: string;
  readonly before?: Json;
  readonly after?: Json;
}

/** Where two values differ, as deep as both have members; in the order of the first, then what only the second has. */
export function changesBetween(before: Json, after: Json, at = ''): readonly Change[] {
  if (canonicalJson(before) === canonicalJson(after)) return [];
  const [membersBefore, membersAfter] = [membersOf(before), membersOf(after)];
  if (membersBefore === undefined || membersAfter === undefined || Array.isArray(before) !== Array.isArray(after)) {
    return [{ at, before, after }];
  }
  const names = [...new Set([...membersBefore.keys(), ...membersAfter.keys()])];
  return names.flatMap((name) => {
    const place = `${at}${pointerOf([name])}`;
    const [was, is] = [membersBefore.get(name), membersAfter.get(name)];
    if (was !== undefined && is !== undefined) return changesBetween(was, is, place);
    return [{ at: place, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }];
  });
}

function membersOf(value: Json): ReadonlyMap<string, Json> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries<Json>(value));
}
