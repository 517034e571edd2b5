import type { VerdictSetAside } from '../core/approval-entries.ts';
import type { Sealed } from '../core/entries.ts';
import { assuranceOf, type Given } from './judge-verdict.ts';

/** What is sealed of a verdict that counts for nothing, and the link that it came by. */
export interface KeptBeside extends Pick<VerdictSetAside, 'linkHash' | 'caller'> {
  readonly comment: Sealed | undefined;
  readonly edited: Sealed | undefined;
}

/** The entry that keeps a verdict as evidence: who said what, how, why it counts for nothing, and all that was written. */
export function keepAside({
  who,
  verdict,
  why,
  sealed: { comment, edited, ...door },
}: Given & Pick<VerdictSetAside, 'why'> & { readonly sealed: KeptBeside }): VerdictSetAside {
  const { requestId, approverId } = who;
  return {
    type: 'verdict.set-aside',
    requestId,
    toolUseId: verdict.toolUseId,
    approverId,
    verdict: verdict.verdict,
    why,
    assurance: assuranceOf(who),
    ...door,
    ...(comment === undefined ? {} : { comment }),
    ...(edited === undefined ? {} : { edited }),
  };
}
