import { type CallState, passes, type Run } from '../core/run.ts';
import { actionOf } from './action-of.ts';
import type { Contents } from './ports.ts';
import type { CameToView } from './views.ts';

/** What came of an approved call so far; `undefined` while it may not be carried out. */
export async function cameToOf(
  ports: { readonly contents: Contents },
  run: Run,
  call: CallState,
): Promise<CameToView | undefined> {
  if (!passes(call)) return undefined;
  if (call.policy?.carriedOutBy !== 'gate') {
    const isTold = call.delivered || call.grant !== undefined;
    return { kind: isTold ? 'told' : 'waiting' };
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
