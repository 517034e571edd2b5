import { canonicalJson, type Json } from './canonical-json.ts';
import type { GateFile } from './gate-file.ts';
import type { Problem } from './problem.ts';
import type { CallState } from './run.ts';
import { readStrictJson } from './strict-json.ts';
import { type Subject, subjectInputOf, subjectNameOf, subjectOf } from './wrapped-call.ts';

/** What a person's text makes of a call's arguments, before any rule has looked at it. */
export type ReadEdit =
  | {
      readonly kind: 'changed';
      /** The whole input as it is to be kept; of a wrapped call the wrapper with other arguments in it. */
      readonly input: Json;
      readonly subject: Extract<Subject, { readonly kind: 'call' }>;
    }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: Problem };

/**
 * Reads an edit as strictly as the model's own text. What is edited is what was shown: of a call of request_approval the arguments
 * of the tool that it is for, and never that tool.
 */
export function readEdit(
  gate: GateFile,
  call: CallState,
  { before, text }: { readonly before: Json; readonly text: string },
): ReadEdit {
  // The harness hands out a call without input as an empty text; a person's empty form is a mistake.
  if (text.trim() === '') return refused({ kind: 'edit.empty' });
  const reading = readStrictJson(text);
  if (reading.kind === 'refused') {
    const { place, why } = reading;
    return refused({ kind: 'edit.unreadable', place, why });
  }
  if (canonicalJson(reading.value) === canonicalJson(subjectInputOf(call, before))) return { kind: 'unchanged' };
  const input = wholeInput(call, { before, edited: reading.value });
  const subject = subjectOf(gate, { name: call.name, input });
  if (subject.kind === 'misused') return refused({ kind: 'edit.misused', why: subject.problem });
  if (subject.tool !== subjectNameOf(call)) return refused({ kind: 'edit.other-tool', tool: subject.tool });
  return { kind: 'changed', input, subject };
}

function wholeInput({ policy }: CallState, { before, edited }: { readonly before: Json; readonly edited: Json }): Json {
  const isWrapped = policy?.subject !== undefined && typeof before === 'object' && before !== null;
  return isWrapped ? { ...before, arguments: edited } : edited;
}

function refused(problem: Problem): ReadEdit {
  return { kind: 'refused', problem };
}
