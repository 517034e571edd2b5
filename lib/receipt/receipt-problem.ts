import { errors } from 'jose';
import { ReceiptRefused } from './receipt-refused.ts';

type Expected = { readonly aud: string; readonly issuer: string; readonly now: number };

/** What jose found wrong, in the words of somebody who holds a receipt. */
export function receiptProblemOf(cause: errors.JOSEError, { aud, issuer, now }: Expected): ReceiptRefused {
  const refused = (code: ReceiptRefused['code'], message: string) => new ReceiptRefused(code, message, { cause });
  if (cause instanceof errors.JOSEAlgNotAllowed) {
    return refused('other-algorithm', 'The receipt is not signed with ES256, the only algorithm that the gate uses.');
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return refused(
      'forged',
      "The receipt's signature is not that of the gate's key: it was changed, made by somebody else, or the key is another gate's.",
    );
  }
  if (cause instanceof errors.JWTExpired) {
    const { exp, iat } = cause.payload;
    return refused(
      'expired',
      `The receipt of ${instant(iat)} was good until ${instant(exp)}, and for 15 minutes at most; it is ${instant(now / 1000)} now. Do nothing: the gate signs a new one for every attempt.`,
    );
  }
  const isClaim = cause instanceof errors.JWTClaimValidationFailed;
  if (!isClaim || (cause.claim === 'iat' && cause.reason !== 'check_failed')) {
    return refused(
      'unreadable',
      `This is not a receipt: ${cause.message}. Expected: a compact JWS, as the gate passes it.`,
    );
  }
  switch (cause.claim) {
    case 'aud':
      return refused('other-audience', `The receipt is for ${shown(cause.payload.aud)}, but this function is ${aud}.`);
    case 'iss':
      return refused(
        'other-issuer',
        `The receipt is from ${shown(cause.payload.iss)}, but only ${issuer} is listened to.`,
      );
    case 'iat':
    case 'nbf':
      return refused(
        'not-yet',
        `The receipt says that it was signed at ${instant(cause.payload.iat)}, but it is ${instant(now / 1000)} now. Is a clock wrong?`,
      );
    default:
      return refused('unreadable', `This is not a receipt: ${cause.message}.`);
  }
}

function instant(seconds: number | undefined): string {
  const date = new Date((seconds ?? Number.NaN) * 1000);
  return Number.isNaN(date.getTime()) ? 'no time' : date.toISOString();
}

function shown(claim: unknown): string {
  return claim === undefined ? 'nobody' : JSON.stringify(claim);
}
