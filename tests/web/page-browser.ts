import type { VerdictKind } from '../../lib/core/approval-entries.ts';
import type { Problem } from '../../lib/core/problem.ts';
import type { RequestView, VerdictAnswer } from '../../lib/gate/views.ts';
import { approvalPage, type VerdictCommand } from '../../lib/web/approval-page.ts';
import { noonMs, requestView } from './build-view.ts';

export const secret = 'Zt0sJ4wq3m3Q0VYx9k1p2r3s4t5u6v7w8x9y0zABCDE';

export type Fields = Readonly<Record<string, string>>;

/** A page over one request, with a clock to move and every verdict that the gate took kept; `answer` says what decisions come to. */
export function browsedPage(
  options: {
    readonly view?: RequestView;
    readonly answer?: (command: VerdictCommand) => VerdictAnswer;
    readonly origin?: string;
    /** What the rules have against every edit. */
    readonly refuses?: readonly Problem[];
  } = {},
) {
  const decided: VerdictCommand[] = [];
  const state = { view: options.view ?? requestView(), now: noonMs, looks: 0 };
  const page = approvalPage({
    now: () => state.now,
    ...(options.origin === undefined ? {} : { origin: options.origin }),
    view: async (linkSecret) => {
      state.looks += 1;
      return linkSecret === secret ? { kind: 'request', request: state.view } : { kind: 'unknown' };
    },
    decide: async (command) => {
      const answer = options.answer?.(command) ?? recorded(state.view, command);
      if (answer.kind !== 'superseded' && answer.kind !== 'not-sure-enough') decided.push(command);
      return answer;
    },
    decideByCode: async ({ code, ...command }) => {
      const answer = recorded(state.view, command);
      if (answer.kind !== 'not-sure-enough') return answer;
      const { request, call } = answer;
      if (code !== '123456') return { kind: 'code-refused', why: 'wrong', triesLeft: 4, request, call };
      decided.push(command);
      return { ...answer, kind: 'recorded' };
    },
    tryEdit: async () => options.refuses ?? [],
    sendCode: async () => ({ kind: 'sent', validUntil: '2026-03-04T12:15:00.000Z' }),
  });
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await page.fetch(new Request(`https://gate.example${path}`, init));
    return { response, status: response.status, html: await response.text() };
  };
  return {
    decided,
    state,
    send,
    fetch: page.fetch,
    get: (path = `/a/${secret}`) => send(path),
    /** Posts a form as a browser would, redirections followed, or any other text as a body. */
    post: async (body: Fields | string, headers: Fields = {}) => {
      const answer = await send('/verdict', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
      });
      return answer.status === 303 ? send(answer.response.headers.get('location') ?? '') : answer;
    },
  };
}

export function recorded(view: RequestView, command: VerdictCommand): VerdictAnswer {
  const call = view.calls.find((one) => one.toolUseId === command.toolUseId);
  if (call === undefined) return { kind: 'unknown-call', request: view };
  const answer = { request: view, call, verdict: command.verdict };
  if (call.digest !== command.digest) return { kind: 'superseded', ...answer };
  return { kind: call.answerBy === 'link' ? 'recorded' : 'not-sure-enough', ...answer };
}

/** The fields of the second step for this verdict, reached as a person would. */
export async function secondStep(
  page: ReturnType<typeof browsedPage>,
  { verdict, index = 0 }: { readonly verdict: VerdictKind; readonly index?: number },
): Promise<Record<string, string>> {
  const first = formOf((await page.get()).html, verdict, index);
  return formOf((await page.post(first)).html, verdict);
}

/** The fields that a browser would send for the button with this value, from the n-th such form of a page. */
export function formOf(page: string, verdict: VerdictKind, index = 0): Record<string, string> {
  const forms = [...page.matchAll(/<form[^>]*>([\s\S]*?)<\/form>/g)].map((match) => match[1] ?? '');
  const form = forms.filter((one) => one.includes(`name="verdict" value="${verdict}"`))[index];
  if (form === undefined) throw new Error(`The page has no form number ${index} that can ${verdict}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([\w.]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map((match) => [match[1] ?? '', unescaped(match[2] ?? '')]));
  return { comment: '', ...fields, verdict };
}

/** The text of a page as a reader gets it, tags gone and entities read. */
export function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body'));
  return unescaped(body.replaceAll(/<[^>]*>/g, ''));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
