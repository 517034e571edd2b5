import type { ToolUseId } from '../core/ids.ts';
import type { Problem } from '../core/problem.ts';
import type { TriedEdit } from '../gate/try-edit.ts';
import type { CallView, LinkView, RequestView } from '../gate/views.ts';
import { answerPage, closedPage } from './answer-page.ts';
import { callState, isDecidedState, signedCommand } from './call-state.ts';
import { confirmPage } from './confirm-page.ts';
import type { Html } from './markup.ts';
import { checkNonce, type NoncePurpose } from './nonce.ts';
import { noticePage } from './notice-page.ts';
import { canBeAnswered } from './opened-link.ts';
import { pageTexts } from './texts/page-texts.ts';
import type { Texts } from './texts/texts.ts';
import type { VerdictForm } from './verdict-form.ts';

/** What becomes of a well-formed form: a page that records nothing, the second step, or a verdict to record. */
export type Ruling =
  | { readonly kind: 'confirm'; readonly form: VerdictForm; readonly toolUseId: ToolUseId }
  | { readonly kind: 'page'; readonly status: 200 | 400 | 403 | 404 | 409 | 410 | 422; readonly page: Html }
  | { readonly kind: 'decide'; readonly form: VerdictForm; readonly toolUseId: ToolUseId };

/** What forms are ruled on with. */
export interface RulingPorts {
  view(linkSecret: string): Promise<LinkView>;
  /** Why the rules would refuse an edit; nothing where they would not. */
  tryEdit(edit: TriedEdit): Promise<readonly Problem[]>;
  readonly now: number;
  /** For whoever has no link of ours. */
  stranger(): Promise<Texts>;
}

/**
 * Only a confirmed form that this page made decides. Its nonce was made with the link's secret for this call, digest and
 * verdict, so it needs no look at the stored request: whether the call still is that one, the gate says when it decides.
 * Whatever else comes is held against the request, to say what is wrong.
 */
export async function ruleOnForm(form: VerdictForm, ports: RulingPorts): Promise<Ruling> {
  if (decides(form) && nonceOf(form, { digest: form.digest, now: ports.now }) === 'good')
    return { kind: 'decide', form, toolUseId: form.call as ToolUseId };
  const found = await ports.view(form.link);
  if (found.kind === 'unknown') {
    const stranger = await ports.stranger();
    return {
      kind: 'page',
      status: 404,
      page: noticePage({ title: stranger.unknown, paragraphs: [stranger.unknownLead] }, stranger),
    };
  }
  const { request } = found;
  const texts = await pageTexts(request.approver);
  const call = request.calls.find((candidate) => candidate.toolUseId === form.call);
  if (call === undefined) return refusal(404, texts.refused, [texts.unknownCall, texts.refusedNext]);
  // Before the nonce: whoever holds an old page must learn that the call is another one now.
  if (form.digest !== call.digest) {
    if (call.edited === undefined) return refusal(409, texts.digestDiffers, [texts.digestDiffersLead]);
    const superseded = { kind: 'superseded', request, call, verdict: form.verdict } as const;
    return { kind: 'page', status: 409, page: answerPage(superseded, { linkSecret: form.link, texts }) };
  }
  const nonce = nonceOf(form, { digest: call.digest, now: ports.now });
  if (nonce === 'wrong') return refusal(403, texts.refused, [texts.wrongNonce, texts.refusedNext]);
  const state = callState(call, request.now);
  if (state !== 'open') {
    // Confirmed on this page, only long after it was shown: it decides nothing any more, and what was said is kept.
    if (decides(form) && nonce === 'stale') return { kind: 'decide', form, toolUseId: call.toolUseId };
    return { kind: 'page', status: isDecidedState(state) ? 409 : 410, page: closedPage(request, { call, texts }) };
  }
  if (call.answerBy === 'iam') {
    return refusal(403, texts.signedOnly, [texts.signedOnlyLead, signedCommand(request, { call, texts })]);
  }
  if (!canBeAnswered(call, form.verdict)) {
    const isErased = call.input === undefined && canBeAnswered({ ...call, input: null }, form.verdict);
    return refusal(409, texts.refused, [isErased ? texts.inputErased : texts.question.notOffered]);
  }
  return lookAgain(form, { request, call, now: ports.now, texts, tryEdit: ports.tryEdit });

  function refusal(status: 403 | 404 | 409, title: string, paragraphs: readonly string[]): Ruling {
    return { kind: 'page', status, page: noticePage({ title, paragraphs, linkSecret: form.link }, texts) };
  }
}

/** The open call of a form that this page made. */
export interface Looked {
  readonly request: RequestView;
  readonly call: CallView;
  readonly now: number;
  readonly texts: Texts;
}

async function lookAgain(form: VerdictForm, at: Looked & Pick<RulingPorts, 'tryEdit'>): Promise<Ruling> {
  const { request, call, now, texts } = at;
  if (form.change !== undefined) {
    const { lookAtChange } = await import('./look-at-change.ts');
    return lookAtChange(form, { ...at, change: form.change });
  }
  if (form.step === 'review') return { kind: 'confirm', form, toolUseId: call.toolUseId };
  const kept = { verdict: form.verdict, comment: form.comment };
  const page = confirmPage({ request, linkSecret: form.link, now, call, kept, because: 'stale' }, texts);
  return { kind: 'page', status: 409, page };
}

function nonceOf(form: VerdictForm, { digest, now }: { readonly digest: string; readonly now: number }) {
  const binding = { linkSecret: form.link, toolUseId: form.call, digest, purpose: purposeOf(form) };
  // Of what was shown as a change, the nonce holds for that very text; before that there is nothing to hold it to.
  const edited = decides(form) && form.change?.kind === 'text' ? { edited: form.change.text } : {};
  return checkNonce(form.nonce, { binding: { ...binding, ...edited }, now });
}

function decides({ step }: VerdictForm): boolean {
  return step === 'confirm' || step === 'code';
}

function purposeOf({ step, verdict }: VerdictForm): NoncePurpose {
  return `${step}-${verdict}`;
}
