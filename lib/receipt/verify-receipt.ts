import { type CryptoKey, errors, importJWK, importSPKI, type JWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { sha256Hex } from '../core/hashes.ts';
import { type ReceiptClaims, receiptAlgorithm, receiptSeconds, receiptType } from '../core/receipt-claims.ts';
import { receiptProblemOf } from './receipt-problem.ts';
import { ReceiptRefused } from './receipt-refused.ts';

export { kmsKey } from './kms-key.ts';
export { type ReceiptProblem, ReceiptRefused } from './receipt-refused.ts';
export { useOnce } from './use-once.ts';
// The package exports this file: what an executor needs besides the check itself.
export type { ReceiptClaims };

/** A public key, as JWK or as PEM (SPKI). */
export type ReceiptKey = JWK | string;

export type ReceiptExpected = {
  /** The executor's own ARN, as the gate file names it. */
  readonly aud: string;
  /** The arguments that are about to be acted on. */
  readonly input: Json;
  /** `countersign:<gate>/<stage>`. */
  readonly issuer: string;
  /**
   * The gate's public key, or where to find it by the receipt's key id. The sender chose that id: look it up in a fixed list, and
   * answer `undefined` for any other.
   */
  readonly key: ReceiptKey | ((kid: string) => ReceiptKey | undefined | Promise<ReceiptKey | undefined>);
  /** What is about to be done, for an executor of more than one tool. @default not compared */
  readonly tool?: string;
  /** Milliseconds since 1970. @default the clock's */
  readonly now?: number;
};

// Between the clocks of two functions. An executor is invoked within the second in which its receipt was signed.
const clockToleranceSeconds = 5;

/**
 * What the gate has signed about this very call. Act on what is returned: whatever else came with the receipt is not signed.
 * @throws ReceiptRefused with a code for what was wrong
 */
export async function verifyReceipt(receipt: string, expected: ReceiptExpected): Promise<ReceiptClaims> {
  const claims = await signedClaims(receipt, expected);
  if (expected.tool !== undefined && claims.tool !== expected.tool) {
    throw new ReceiptRefused(
      'other-tool',
      `The receipt is for the tool ${claims.tool}, but ${expected.tool} was to be carried out. Do nothing: a call needs the receipt that was made for it.`,
    );
  }
  const inputHash = hashOf(expected.input);
  if (claims.inputHash !== inputHash) {
    throw new ReceiptRefused(
      'other-input',
      `The receipt is for other arguments: their hash is ${claims.inputHash}, that of the given ones ${inputHash}. Do nothing: not one argument may differ from what was approved.`,
    );
  }
  return claims;
}

function hashOf(input: Json): string {
  try {
    return sha256Hex(canonicalJson(input));
  } catch (cause) {
    // An event is whatever somebody sends: its input may be missing, or no JSON at all.
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw new ReceiptRefused(
      'other-input',
      `The given arguments are none that a receipt could be for: ${problem}. Do nothing: not one argument may differ from what was approved.`,
      { cause },
    );
  }
}

async function signedClaims(receipt: string, expected: ReceiptExpected): Promise<ReceiptClaims> {
  const { aud, issuer, now = Date.now() } = expected;
  try {
    const { payload } = await jwtVerify(receipt, (header) => keyOf(expected, header), {
      // Never what the header asks for: `none`, or HS256 with the public key as a secret, would let anybody sign.
      algorithms: [receiptAlgorithm],
      typ: receiptType,
      issuer,
      audience: aud,
      // With it an iat in the future is refused too, and no receipt is good for longer whatever its exp says.
      maxTokenAge: receiptSeconds,
      requiredClaims: ['exp'],
      clockTolerance: clockToleranceSeconds,
      currentDate: new Date(now),
    });
    if (isReceipt(payload)) return payload;
  } catch (error) {
    throw error instanceof errors.JOSEError ? receiptProblemOf(error, { aud, issuer, now }) : error;
  }
  throw new ReceiptRefused(
    'unreadable',
    'The receipt is signed but lacks claims of a receipt. Is the package older than the gate that signed it?',
  );
}

async function keyOf({ key }: ReceiptExpected, { kid }: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> {
  const found = typeof key !== 'function' ? key : kid === undefined ? undefined : await key(kid);
  if (found === undefined) {
    throw new ReceiptRefused(
      'unknown-key',
      `The receipt names ${kid === undefined ? 'no key' : `the key ${kid}`}, which is not known here. Allowed: the receipt key of the gate, the output ReceiptKeyArn of its stack.`,
    );
  }
  return typeof found === 'string' ? importSPKI(found, receiptAlgorithm) : importJWK(found, receiptAlgorithm);
}

const texts = ['aud', 'sub', 'tool', 'digest', 'inputHash', 'jti'] as const;

function isReceipt(payload: object): payload is ReceiptClaims {
  const claims = payload as Partial<Record<keyof ReceiptClaims, unknown>>;
  const outcomes: readonly unknown[] = ['approved', 'approved-with-edits', 'allowed'];
  return (
    texts.every((name) => typeof claims[name] === 'string') &&
    ['string', 'undefined'].includes(typeof claims.editedFrom) &&
    outcomes.includes(claims.outcome) &&
    Array.isArray(claims.approvers)
  );
}
