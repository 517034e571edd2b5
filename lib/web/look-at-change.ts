import { worded } from '../core/problem.ts';
import { confirmPage } from './confirm-page.ts';
import { editPage } from './edit-page.ts';
import { readEditedText, textOfFields } from './edited-text.ts';
import type { SentChange } from './sent-change.ts';
import type { VerdictForm } from './verdict-form.ts';
import type { Looked, Ruling, RulingPorts } from './verdict-ruling.ts';

/** The second step of a change, or its form once more with all that was typed. */
export async function lookAtChange(
  form: VerdictForm,
  at: Looked & { readonly change: SentChange } & Pick<RulingPorts, 'tryEdit'>,
): Promise<Ruling> {
  const { request, call, now, texts, change } = at;
  const { comment, link: linkSecret } = form;
  const opened = { request, linkSecret, now, call };
  const sent = change.kind === 'text' ? { text: change.text } : { fields: change.typed };
  if (form.step === 'change') {
    return {
      kind: 'page',
      status: 200,
      page: editPage({ ...opened, typed: { ...sent, comment, problems: [] } }, texts),
    };
  }
  const reading =
    change.kind === 'text'
      ? readEditedText(call, { text: change.text, texts })
      : textOfFields(call, { typed: change.typed, texts });
  if (reading.kind === 'problems') {
    const typed = { ...sent, comment, problems: reading.problems };
    return { kind: 'page', status: 422, page: editPage({ ...opened, typed }, texts) };
  }
  const problems = await at.tryEdit({ linkSecret, toolUseId: call.toolUseId, edited: reading.text });
  if (problems.length > 0) {
    const typed = {
      ...sent,
      comment,
      problems: problems.map((problem) => ({ problem: worded(texts.problems, problem) })),
    };
    const refused = { title: texts.editRefused, lead: texts.editRefusedLead };
    return { kind: 'page', status: 422, page: editPage({ ...opened, typed, refused }, texts) };
  }
  const kept = { verdict: form.verdict, comment, edited: reading.text };
  const because = form.step === 'review' ? 'review' : 'stale';
  const page = confirmPage({ ...opened, kept, because }, texts);
  return { kind: 'page', status: because === 'review' ? 200 : 409, page };
}
