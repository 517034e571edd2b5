import { type Change, changesBetween } from '../core/changes.ts';
import type { Sealed } from '../core/entries.ts';
import type { CallState, Run } from '../core/run.ts';
import { subjectInputOf } from '../core/wrapped-call.ts';
import { openInput } from './opened-call.ts';
import type { Contents } from './ports.ts';
import type { ReportedCall } from './report-call.ts';

/** One change of a call's arguments by a person. */
export interface ReportedEdit {
  readonly by: string;
  readonly at: string;
  /** Digests of the call before and after it. */
  readonly from: string;
  readonly to: string;
  /** What the rules said of it. */
  readonly rule: string;
  /** `null`: erased. */
  readonly changes: readonly Change[] | null;
}

interface EditPorts {
  readonly contents: Contents;
}

/** What people made of a call, step by step. */
export async function editedParts(
  ports: EditPorts,
  run: Run,
  call: CallState,
): Promise<Pick<ReportedCall, 'original' | 'edits'>> {
  const { original, edits = [] } = call;
  if (original === undefined) return { edits: [] };
  const inputs = await Promise.all(
    [original.input, ...edits.map(({ input }) => input)].map((input) => argumentsOf(ports, run, { ...call, input })),
  );
  return {
    original: { arguments: inputs[0] ?? { kind: 'erased' }, digest: original.requested.digest },
    edits: edits.map(({ approverId, at, from, requested, policy }, index) => ({
      by: approverId,
      at,
      from,
      to: requested.digest,
      rule: policy.rule,
      changes: changesOf(inputs[index], inputs[index + 1]),
    })),
  };
}

type Arguments = ReportedCall['arguments'];

function changesOf(before: Arguments | undefined, after: Arguments | undefined): readonly Change[] | null {
  return before?.kind === 'value' && after?.kind === 'value' ? changesBetween(before.value, after.value) : null;
}

/** The arguments of what a call is about, from one of its inputs. */
export async function argumentsOf(
  ports: EditPorts,
  run: Run,
  call: Pick<CallState, 'policy'> & { readonly input: Sealed },
): Promise<Arguments> {
  const input = await openInput(ports, run, call);
  if (input.kind === 'erased') return input;
  if (input.kind === 'value') return { kind: 'value', value: subjectInputOf(call, input.value) };
  return { kind: 'unreadable', text: input.text };
}
