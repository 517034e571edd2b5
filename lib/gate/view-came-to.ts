import { isActionWhy } from '../core/action-why.ts';
import { type CallState, passes, type Run } from '../core/run.ts';
import { actionOf } from './action-of.ts';
import type { Contents } from './ports.ts';
import { type GrantReading, reportedGrant } from './reported-grant.ts';
import { openText } from './seal.ts';
import type { CameToView, GrantView, Text } from './views.ts';

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
  const { why } = finished;
  const reason = await reasonOf(ports, run, call);
  return {
    kind: finished.status,
    ...(checked === undefined || checked.type === 'action.unverified'
      ? {}
      : { verified: checked.type === 'action.verified' }),
    ...(isActionWhy(why) ? { because: why } : {}),
    ...(reason === undefined ? {} : { reason }),
    at: (checked ?? finished).at,
  };
}

// What the gate itself says of an end is told in the reader's language, by its code; only the words of others are quoted.
async function reasonOf(ports: { readonly contents: Contents }, run: Run, call: CallState): Promise<Text | undefined> {
  const { finished, checked } = call.action ?? {};
  if (checked !== undefined && checked.type !== 'action.unverified') return openText(ports, run.id, checked.reason);
  if (isActionWhy(finished?.why)) return undefined;
  const { action } = await actionOf(ports, run, call);
  return action?.reason === undefined ? undefined : { kind: 'text', text: action.reason };
}

/** Whether the leave for one call of the harness's own was used; `undefined` for a call that has none. */
export async function grantViewOf(ports: GrantReading, run: Run, call: CallState): Promise<GrantView | undefined> {
  const grant = await reportedGrant(ports, run, call);
  if (grant === undefined) return undefined;
  const { used, until, standing } = grant;
  return { kind: 'grant', standing, at: used === null || used === 'unknown' ? until : used.at };
}
