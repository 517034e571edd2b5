import type { Assurance, VerdictKind, VerdictSetAside } from '../core/approval-entries.ts';
import type { Sealed } from '../core/entries.ts';
import type { Asked, Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openText } from './seal.ts';

/** A verdict that counted for nothing, as it is told. */
export interface SetAside {
  readonly approver: string;
  readonly verdict: VerdictKind;
  readonly assurance: Assurance;
  readonly at: string;
  readonly why: VerdictSetAside['why'];
  /** `null`: erased. */
  readonly comment?: string | null;
  /** Of an edit: the text that was sent as the arguments; `null`: erased. */
  readonly edited?: string | null;
}

/** What people said of a call or a question when it was too late for it, in order. */
export function setAsideOf(
  ports: { readonly contents: Contents },
  run: Run,
  { requestId, toolUseId }: Asked,
): Promise<readonly SetAside[]> {
  const entries = run.setAside.filter((entry) => entry.requestId === requestId && entry.toolUseId === toolUseId);
  const opened = async (sealed: Sealed) => {
    const text = await openText(ports, run.id, sealed);
    return text.kind === 'text' ? text.text : null;
  };
  return Promise.all(
    entries.map(async (entry) => ({
      approver: entry.approverId,
      verdict: entry.verdict,
      assurance: assuranceOf(entry),
      at: entry.at,
      why: entry.why,
      ...(entry.comment === undefined ? {} : { comment: await opened(entry.comment) }),
      ...(entry.edited === undefined ? {} : { edited: await opened(entry.edited) }),
    })),
  );
}

/** How sure the gate is whose it was; where the entry does not say, no more than the rest of it knows. */
export function assuranceOf({ assurance, caller, approverId }: VerdictSetAside): Assurance {
  if (assurance !== undefined) return assurance;
  if (caller !== undefined) return 'iam';
  return approverId.startsWith('topic:') ? 'topic' : 'link';
}

export const setAsideWords: Readonly<Record<VerdictSetAside['why'], string>> = {
  'decided-already': 'it had been decided',
  'answered-already': 'the same person had answered before, and that stands',
  'too-late': 'it came too late',
};
