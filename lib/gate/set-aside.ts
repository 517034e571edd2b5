import type { Assurance, VerdictKind, VerdictSetAside } from '../core/approval-entries.ts';
import type { Asked, Run } from '../core/run.ts';

/** A verdict that counted for nothing, as it is told. */
export interface SetAside {
  readonly approver: string;
  readonly verdict: VerdictKind;
  readonly assurance: Assurance;
  readonly at: string;
  readonly why: VerdictSetAside['why'];
}

/** What people said of a call or a question when it was too late for it, in order. */
export function setAsideOf({ setAside }: Run, { requestId, toolUseId }: Asked): readonly SetAside[] {
  return setAside
    .filter((entry) => entry.requestId === requestId && entry.toolUseId === toolUseId)
    .map((entry) => ({
      approver: entry.approverId,
      verdict: entry.verdict,
      assurance: assuranceOf(entry),
      at: entry.at,
      why: entry.why,
    }));
}

/** How sure the gate is whose it was, and no more than the entry knows: of most that counts for nothing no code is asked. */
export function assuranceOf({ caller, approverId }: VerdictSetAside): Assurance {
  if (caller !== undefined) return 'iam';
  return approverId.startsWith('topic:') ? 'topic' : 'link';
}

export const setAsideWords: Readonly<Record<VerdictSetAside['why'], string>> = {
  'decided-already': 'it had been decided',
  'answered-already': 'the same person had answered before, and that stands',
  'too-late': 'it came too late',
};
