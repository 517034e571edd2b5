import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VerdictKind } from './approval-entries.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ApproverId, RequestId, ToolUseId } from './ids.ts';
import type { Run } from './run.ts';

/** How long a code counts: time to open a mailbox, and no time to sell it. */
export const codeLifetimeMs = 15 * 60 * 1000;

/** Five guesses of a million are one chance in two hundred thousand; a person who mistypes has four more. */
export const mostTries = 5;

/** Each is a mail to somebody who may not have asked for it. */
export const mostCodesAnHour = 5;

/** Six digits from at least eight random bytes, each as likely as another to fourteen places. */
export function codeFrom(bytes: Uint8Array): string {
  return String(Buffer.from(bytes).readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

/** All that a code answers for: one change in any of it, and it is another answer. */
export interface CodeBinding {
  readonly linkSecret: string;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  readonly digest: string;
  readonly comment: string | undefined;
  readonly edited?: string | undefined;
}

/**
 * What is kept of a code, 64 hex digits. The link's secret is its key: whoever reads the table has no link, and cannot try a
 * million codes on what is kept there.
 */
export function codeMac(code: string, { linkSecret, ...answer }: CodeBinding): string {
  const { comment = null, edited = null, ...rest } = answer;
  return createHmac('sha256', linkSecret)
    .update(canonicalJson({ purpose: 'code', code, comment, edited, ...rest }))
    .digest('hex');
}

/** Compared in a time that does not depend on how far they agree. */
export function isCode(
  code: string,
  { mac, binding }: { readonly mac: string; readonly binding: CodeBinding },
): boolean {
  const given = Buffer.from(codeMac(code, binding), 'hex');
  const kept = Buffer.from(mac, 'hex');
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/** How many codes one approver of a request was sent, in all and in the hour before `now`. */
export function codesSent(
  run: Run,
  {
    requestId,
    approverId,
    now,
  }: { readonly requestId: RequestId; readonly approverId: ApproverId; readonly now: number },
): { readonly inAll: number; readonly inHour: number } {
  const codes = [...run.notices.values()].filter(
    ({ planned }) => planned.kind === 'code' && planned.requestId === requestId && planned.approverId === approverId,
  );
  const recent = codes.filter(({ plannedAt }) => now - Date.parse(plannedAt) < 60 * 60 * 1000);
  return { inAll: codes.length, inHour: recent.length };
}
