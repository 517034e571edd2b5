import type { Json } from '../core/canonical-json.ts';
import { readPointer } from '../core/json-pointer.ts';
import type { CallView } from '../gate/views.ts';

/** A call as it would be with other arguments; what the rules said of the old ones is left out, since nobody knows it yet. */
export function withInput(call: CallView, input: Json): CallView {
  const shown = call.shown.map(({ value: _, ...line }) => {
    const found = readPointer(input, line.at);
    return found.found ? { ...line, value: found.value } : line;
  });
  return { ...call, input, shown, undecided: [], notInRequest: [] };
}
