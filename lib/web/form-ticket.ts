import type { VerdictKind } from '../core/approval-entries.ts';
import type { CallView, RequestView } from '../gate/views.ts';
import { placeText } from './form-place.ts';
import { type Html, html } from './markup.ts';
import { issueNonce } from './nonce.ts';
import type { FormStep } from './verdict-form.ts';

/** What a form has to carry back so that it is believed to be the page's own. */
export interface FormTicket {
  readonly linkSecret: string;
  readonly request: RequestView;
  readonly call: CallView;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * The fields that nobody sees. Each step of each verdict has a nonce of its own, so that one page's form cannot be turned into
 * another answer; that of a shown change holds for the very text that was shown.
 */
export function hiddenFields(
  { linkSecret, request, call, now }: FormTicket,
  form: { readonly verdict: VerdictKind; readonly step: FormStep; readonly edited?: string },
): Html {
  const { toolUseId, digest } = call;
  const { verdict, step, edited } = form;
  const binding = { linkSecret, toolUseId, digest, purpose: `${step}-${verdict}` as const };
  const nonce = issueNonce({ ...binding, ...(edited === undefined ? {} : { edited }) }, now);
  return html`
    <input type="hidden" name="link" value="${linkSecret}">
    <input type="hidden" name="call" value="${toolUseId}">
    <input type="hidden" name="step" value="${step}">
    <input type="hidden" name="digest" value="${digest}">
    <input type="hidden" name="nonce" value="${nonce}">
    <input type="hidden" name="place" value="${placeText(request, call)}">`;
}
