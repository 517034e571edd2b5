import { hasHash, sha256Hex } from '../core/hashes.ts';
import type { ApprovalLink, Operational, Randomness } from './ports.ts';

// 72 bits find a link among all that a gate will ever send, and 192 bits that nobody guesses prove that somebody was sent it.
const locatorBytes = 9;
const secretBytes = 24;
// In base64url, 9 and 24 bytes fill their 12 and 32 characters: the parts can be told apart without anything between them.
const shape = /^([A-Za-z0-9_-]{12})[A-Za-z0-9_-]{32}$/;

/**
 * Makes a link for one notice and keeps what it stands for. Its first 12 characters find it, the other 32 are known to nobody
 * but whoever is sent the link: kept is a hash.
 */
export async function makeLink(
  ports: { readonly operational: Pick<Operational, 'putLink'>; readonly randomness: Randomness },
  standsFor: Omit<ApprovalLink, 'locator' | 'linkHash'>,
): Promise<{ readonly linkSecret: string; readonly linkHash: string }> {
  const locator = Buffer.from(ports.randomness.bytes(locatorBytes)).toString('base64url');
  const linkSecret = `${locator}${Buffer.from(ports.randomness.bytes(secretBytes)).toString('base64url')}`;
  const linkHash = sha256Hex(linkSecret);
  await ports.operational.putLink({ ...standsFor, locator, linkHash });
  return { linkSecret, linkHash };
}

/** `wrong-secret`: somebody knows where a link is and not the link itself; it proves nothing, and they learn nothing. */
export type FoundLink =
  | { readonly kind: 'known'; readonly link: ApprovalLink }
  | { readonly kind: 'wrong-secret'; readonly link: ApprovalLink }
  | { readonly kind: 'unknown' };

/** Finds what a link stands for. What it is compared with takes the same time however much of it is right. */
export async function findApprovalLink(
  ports: { readonly operational: Pick<Operational, 'findLink'> },
  linkSecret: string,
): Promise<FoundLink> {
  const locator = shape.exec(linkSecret)?.[1];
  if (locator === undefined) return { kind: 'unknown' };
  const link = await ports.operational.findLink(locator);
  if (link === undefined) return { kind: 'unknown' };
  return { kind: hasHash(linkSecret, link.linkHash) ? 'known' : 'wrong-secret', link };
}
