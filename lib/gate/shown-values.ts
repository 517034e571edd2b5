import type { Json } from '../core/canonical-json.ts';
import type { Shown } from '../core/gate-file.ts';
import { readPointer } from '../core/json-pointer.ts';
import type { ShownValue } from './views.ts';

/** The lines that the gate file wants shown first, with what the call has there. */
export function shownValues(lines: readonly Shown[], input: Json | undefined): readonly ShownValue[] {
  return lines.map(({ at, label, unit }) => {
    const pointed = input === undefined ? { found: false as const } : readPointer(input, at);
    return { label, at, ...(unit === undefined ? {} : { unit }), ...(pointed.found ? { value: pointed.value } : {}) };
  });
}
