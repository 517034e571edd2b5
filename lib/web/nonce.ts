import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { VerdictKind } from '../core/approval-entries.ts';

/** Which form a nonce was put into: one made for looking again never decides. */
export type NoncePurpose = `${'review' | 'confirm' | 'change' | 'code'}-${VerdictKind}`;

/** What a nonce is bound to; whoever lacks the link's secret cannot make one. */
export interface NonceBinding {
  readonly linkSecret: string;
  readonly toolUseId: string;
  /** Of the call as the page showed it. */
  readonly digest: string;
  readonly purpose: NoncePurpose;
  /** Of a change that is to be confirmed, the text that was shown. */
  readonly edited?: string;
}

/** Long enough to read everything and ask a colleague, short enough that a forgotten tab does not decide next week. */
export const nonceLifetimeMs = 30 * 60 * 1000;

// Two functions serve one page: their clocks may differ a little.
const clockSkewMs = 60 * 1000;

/** Issues `<issued at, base 36>.<HMAC-SHA256, base64url>`; there is no server state to lose or to share. */
export function issueNonce(binding: NonceBinding, now: number): string {
  const issuedAt = Math.floor(now).toString(36);
  return `${issuedAt}.${mac(binding, issuedAt).toString('base64url')}`;
}

/** `stale` means that it is this page's own nonce, only older than 30 minutes. */
export function checkNonce(nonce: string, check: { readonly binding: NonceBinding; readonly now: number }) {
  const parts = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/.exec(nonce);
  const issuedAt = parts?.[1];
  const given = parts?.[2];
  if (issuedAt === undefined || given === undefined) return 'wrong' as const;
  if (!timingSafeEqual(mac(check.binding, issuedAt), Buffer.from(given, 'base64url'))) return 'wrong' as const;
  const ageMs = check.now - Number.parseInt(issuedAt, 36);
  if (ageMs < -clockSkewMs) return 'wrong' as const;
  return ageMs > nonceLifetimeMs ? ('stale' as const) : ('good' as const);
}

function mac(binding: NonceBinding, issuedAt: string): Buffer {
  // JSON keeps the parts apart, so that no id can borrow characters from its neighbour.
  const { purpose, toolUseId, digest, edited } = binding;
  const shown = edited === undefined ? [] : [createHash('sha256').update(edited).digest('hex')];
  const bound = JSON.stringify(['countersign-page', purpose, toolUseId, digest, issuedAt, ...shown]);
  return createHmac('sha256', binding.linkSecret).update(bound).digest();
}
