import { beginningOf } from './action-told.ts';
import { canonicalJson, type Json } from './canonical-json.ts';
import { type Change, changesBetween } from './changes.ts';

/** What people made of a call's arguments, for the model. */
export interface EditsTold {
  /** Who changed them, by id, in order. */
  readonly by: readonly string[];
  /** What the model asked for, and what it came to; absent where either was erased. */
  readonly values?: { readonly before: Json; readonly after: Json };
}

// More changes than this are another call, and nobody, nor a model, reads them one by one.
const mostChanges = 50;

// In bytes of one side's JSON: enough for a sentence or two, and fifty of them stay below what a result may have.
const mostValueBytes = 512;

/** The members that tell of edits: each change with its place, in the order of the arguments; what is too large is cut and says so. */
export function editMembers({ by, values }: EditsTold): object {
  if (values === undefined) return { edits: { by, changes: 'erased' } };
  const changes = changesBetween(values.before, values.after);
  const missing = changes.length - mostChanges;
  return {
    edits: {
      by,
      changes: changes.slice(0, mostChanges).map(changeMembers),
      ...(missing <= 0 ? {} : { changesMissing: missing }),
    },
  };
}

function changeMembers({ at, before, after }: Change): object {
  return { at: beginning(at), ...side('before', before), ...side('after', after) };
}

function side(name: 'before' | 'after', value: Json | undefined): object {
  if (value === undefined) return {};
  const { part, missing } = beginningOf(canonicalJson(value), mostValueBytes);
  return missing === 0 ? { [name]: value } : { [`${name}BeginsWith`]: part, [`${name}BytesMissing`]: missing };
}

function beginning(text: string): string {
  const { part, missing } = beginningOf(text, mostValueBytes);
  return missing === 0 ? text : `${part}… (${missing} bytes more)`;
}
