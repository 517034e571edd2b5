import { type CallState, passes, type Run } from '../core/run.ts';
import { actionOf } from './action-of.ts';
import type { Contents } from './ports.ts';
import { type GrantReading, reportedGrant } from './reported-grant.ts';
import type { CameToView, GrantView } from './views.ts';

/** What came of an approved call so far; `undefined` while it may not be carried out. */
export async function cameToOf(
  ports: GrantReading & { readonly contents: Contents },
  run: Run,
  call: CallState,
): Promise<CameToView | undefined> {
  if (!passes(call)) return undefined;
  if (call.policy?.carriedOutBy !== 'gate') {
    return (await grantViewOf(ports, run, call)) ?? { kind: call.delivered ? 'told' : 'waiting' };
  }
  const { attempts = [], finished, checked } = call.action ?? {};
  if (finished === undefined || finished.status === 'retry') {
    return { kind: attempts.length === 0 ? 'waiting' : 'under-way' };
  }
  const { action } = await actionOf(ports, run, call);
  const reason = action?.verifier?.reason ?? action?.reason;
  return {
    kind: finished.status,
    ...(checked === undefined || checked.type === 'action.unverified'
      ? {}
      : { verified: checked.type === 'action.verified' }),
    ...(reason === undefined ? {} : { reason: { kind: 'text' as const, text: reason } }),
    at: (checked ?? finished).at,
  };
}

/** Whether the leave for one call of the harness's own was used; `undefined` for a call that has none. */
export async function grantViewOf(ports: GrantReading, run: Run, call: CallState): Promise<GrantView | undefined> {
  const grant = await reportedGrant(ports, run, call);
  if (grant === undefined) return undefined;
  const { used, until, standing } = grant;
  return { kind: 'grant', standing, at: used === null || used === 'unknown' ? until : used.at };
}
