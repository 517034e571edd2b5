/** Why a receipt is not accepted. */
export type ReceiptProblem =
  | 'unreadable'
  | 'other-algorithm'
  | 'unknown-key'
  | 'forged'
  | 'other-issuer'
  | 'other-audience'
  | 'expired'
  | 'not-yet'
  | 'other-tool'
  | 'other-input'
  | 'replayed';

/**
 * A receipt that must not be acted on. Thrown and never returned: an executor that forgets to look at an answer would act, one
 * that forgets to catch does not.
 */
export class ReceiptRefused extends Error {
  override name = 'Countersign.ReceiptRefused';
  readonly code: ReceiptProblem;

  constructor(code: ReceiptProblem, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
