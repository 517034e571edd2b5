import type { CallEdited } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import { readEdit } from '../core/edited-call.ts';
import type { Sealed } from '../core/entries.ts';
import type { CallState, QuestionState, Run } from '../core/run.ts';
import { isQuestion } from '../core/run.ts';
import { readStrictJson } from '../core/strict-json.ts';
import { type Editor, editCall } from './edit-call.ts';
import { gateOfCall } from './gate-of-version.ts';
import type { JudgePorts } from './judge-calls.ts';
import type { Judged } from './judge-verdict.ts';
import { openInput } from './opened-call.ts';

/** What an edit comes to: `entry` is there where it is to be recorded. */
export interface EditDecision {
  readonly found: Judged;
  readonly entry?: CallEdited;
}

export interface EditAttempt {
  readonly call: CallState | QuestionState;
  readonly who: Editor;
  /** What a verdict of another kind would come to at this place. */
  readonly found: Judged;
  readonly text: string;
  /** Keeps the edited input; called again where somebody else was faster. */
  readonly seal: (input: Json) => Promise<Sealed>;
}

/** Holds an edit against the call as it stands now. Nothing of a refused one is kept: the person is told why, and changes it. */
export async function decideEdit(ports: JudgePorts, run: Run, attempt: EditAttempt): Promise<EditDecision> {
  const { call, who, found, text, seal } = attempt;
  if (isQuestion(call)) return { found };
  if (found.kind !== 'recorded') {
    if (await isOwnAgain(ports, run, { call, who, text })) return { found: { kind: 'repeated' } };
    return { found: found.why === undefined ? found : (tooLarge(text) ?? found) };
  }
  const ruling = await editCall(ports, run, { call, who, text, seal });
  switch (ruling.kind) {
    case 'edited':
      return { found, entry: ruling.entry };
    case 'unchanged':
      return {
        found: { kind: 'edit-refused', problems: [{ kind: 'edit.unchanged' }] },
      };
    case 'refused':
      return { found: { kind: 'edit-refused', problems: ruling.problems } };
  }
}

// What is kept as evidence is kept whole, so what no gate would read for its size is refused and not kept: the chain's texts stay bounded.
function tooLarge(text: string): Judged | undefined {
  const reading = readStrictJson(text);
  if (reading.kind !== 'refused' || reading.why.kind !== 'json.too-large') return undefined;
  return { kind: 'edit-refused', problems: [{ kind: 'edit.unreadable', place: reading.place, why: reading.why }] };
}

/** A double click: its digest is that of the call before, and what it would make is what the same person has made of it. */
async function isOwnAgain(
  ports: JudgePorts,
  run: Run,
  { call, who, text }: { readonly call: CallState; readonly who: Editor; readonly text: string },
): Promise<boolean> {
  if (call.edits?.at(-1)?.approverId !== who.approverId) return false;
  const [gate, opened] = await Promise.all([gateOfCall(ports, run, call), openInput(ports, run, call)]);
  if (gate === undefined || opened.kind !== 'value') return false;
  return readEdit(gate, call, { before: opened.value, text }).kind === 'unchanged';
}
