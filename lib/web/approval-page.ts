import type { Hono as App, Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { Hono } from 'hono/tiny';
import type { VerdictKind } from '../core/approval-entries.ts';
import type { ToolUseId } from '../core/ids.ts';
import { type Problem, worded } from '../core/problem.ts';
import type { Visitor } from '../core/view-entries.ts';
import type { CodeAnswer } from '../gate/answer-by-code.ts';
import type { ExpectedPlace } from '../gate/record-verdict.ts';
import type { CodeSent } from '../gate/send-code.ts';
import type { TriedEdit } from '../gate/try-edit.ts';
import type { LinkView, RequestView, VerdictAnswer } from '../gate/views.ts';
import { answerPage, answerStatus } from './answer-page.ts';
import { openCalls, showsContents } from './call-state.ts';
import { codePage } from './code-page.ts';
import { confirmPage } from './confirm-page.ts';
import type { Editing } from './edit-page.ts';
import { readPlace } from './form-place.ts';
import type { Html } from './markup.ts';
import { type Notice, noticePage } from './notice-page.ts';
import { canBeAnswered, confirmPath, linkPath } from './opened-link.ts';
import { pageHeaders } from './page-headers.ts';
import { foreignSender } from './page-sender.ts';
import { pageStyle } from './page-style.ts';
import { requestPage } from './request-page.ts';
import { pageTexts, strangerTexts } from './texts/page-texts.ts';
import { plainTexts } from './texts/plain-texts.ts';
import type { Texts } from './texts/texts.ts';
import { maxBodyBytes, readVerdictForm, type VerdictForm, verdictKinds } from './verdict-form.ts';
import { type Ruling, ruleOnForm } from './verdict-ruling.ts';
import { visitorOf } from './visitor.ts';

export { linkPath } from './opened-link.ts';

/** One verdict as the page read it; `digest` is that of the call which the person saw. */
export interface VerdictCommand {
  readonly linkSecret: string;
  readonly toolUseId: ToolUseId;
  readonly verdict: VerdictKind;
  readonly comment: string | undefined;
  readonly digest: string;
  /** Of `edit`: the whole input as one JSON text, as it was shown. */
  readonly edited?: string;
  /** Where the form says that its call is kept; never believed. */
  readonly expected?: ExpectedPlace;
  /** Who it looks like; kept where the link turns out to be none. */
  readonly visitor: Visitor;
}

export interface ApprovalPagePorts {
  /** Shows what a link's secret leads to; changes nothing that anything is decided by. */
  view(linkSecret: string, visitor: Visitor): Promise<LinkView>;
  /** Records one verdict, or says why it does not count. */
  decide(command: VerdictCommand): Promise<VerdictAnswer>;
  /** The same for an answer that has a code from the approver's mailbox. */
  decideByCode(command: VerdictCommand & { readonly code: string }): Promise<CodeAnswer>;
  /** Why the rules would refuse an edit now; records nothing. */
  tryEdit(edit: TriedEdit): Promise<readonly Problem[]>;
  /** Sends a code for an answer that is not sure enough without one. */
  sendCode(command: VerdictCommand): Promise<CodeSent>;
  /** Milliseconds since 1970. */
  now(): number;
  /** The page's own origin as configured, `https://host`; without it the request's own Host has to do. */
  readonly origin?: string;
  /** Told of failures; paths are not passed on, since they hold secrets. */
  failed?(failure: { readonly method: string; readonly error: unknown }): void;
}

/**
 * The page behind an approval link. GET and HEAD of `/a/<secret>` show and never decide: scanners, previews and
 * prefetchers open every link. Only POST of `/verdict`, with a form that this page made, decides.
 */
export function approvalPage(ports: ApprovalPagePorts): App {
  const app = new Hono();
  const headers = pageHeaders(pageStyle);

  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  });

  app.get('/a/:secret', async (c) => {
    const linkSecret = c.req.param('secret');
    const found = await ports.view(linkSecret, visitorOf(c.req.raw));
    if (found.kind === 'unknown') return unknownLink(c);
    const { request } = found;
    const texts = await pageTexts(request.approver);
    const opened = { request, linkSecret, now: ports.now() };
    const step = secondStep(request, (name) => c.req.query(name));
    if (step?.kept.verdict === 'edit') {
      return c.html(await formOf({ ...opened, call: step.call, typed: { problems: [] } }, texts));
    }
    if (step !== undefined) return c.html(confirmPage({ ...opened, ...step }, texts));
    const over = openCalls(request).length === 0 && !request.calls.some((call) => showsContents(call, request.now));
    return c.html(requestPage(opened, texts), over ? 410 : 200);
  });

  const limited = bodyLimit({
    maxSize: maxBodyBytes,
    onError: (c) => refuse(c, 413, (texts) => texts.tooLarge(maxBodyBytes)),
  });
  app.post('/verdict', limited, async (c) => {
    if (foreignSender(c.req.raw, ports.origin)) return refuse(c, 403, (texts) => texts.otherSite);
    if (!isUrlencoded(c.req.header('content-type'))) return refuse(c, 415, (texts) => texts.wrongType);
    const reading = readVerdictForm(await c.req.text());
    if (reading.kind === 'refused') return refuse(c, 400, () => reading.problem);
    const ruling = await ruleOnForm(reading.form, {
      view: (linkSecret) => ports.view(linkSecret, visitorOf(c.req.raw)),
      tryEdit: (edit) => ports.tryEdit(edit),
      now: ports.now(),
      stranger: () => textsOf(c),
    });
    switch (ruling.kind) {
      case 'page':
        return show(c, ruling);
      case 'confirm':
        return c.redirect(
          confirmPath(ruling.form.link, { toolUseId: ruling.toolUseId, verdict: ruling.form.verdict }),
          303,
        );
      case 'decide':
        return decide(c, ruling);
    }
  });

  async function decide(c: Context, ruling: Extract<Ruling, { readonly kind: 'decide' }>): Promise<Response> {
    const { link, verdict, comment, digest, change } = ruling.form;
    const expected = readPlace(ruling.form.place);
    const edited = change?.kind === 'text' ? change.text : undefined;
    const command = {
      linkSecret: link,
      toolUseId: ruling.toolUseId,
      verdict,
      comment,
      digest,
      ...(edited === undefined ? {} : { edited }),
      ...(expected === undefined ? {} : { expected }),
      visitor: visitorOf(c.req.raw),
    };
    const answer = await answerTo(command, ruling.form);
    if (answer.kind === 'unknown-link') return unknownLink(c);
    const texts = await pageTexts(answer.request.approver);
    if (answer.kind === 'unknown-call') return refuse(c, 404, () => texts.unknownCall);
    const demand = { request: answer.request, call: answer.call, linkSecret: link, now: ports.now() };
    if (answer.kind === 'code-refused') {
      const because = answer.why === 'over' ? { kind: answer.why } : { kind: answer.why, triesLeft: answer.triesLeft };
      return c.html(codePage({ ...demand, kept: { verdict, comment, edited }, because }, texts), 403);
    }
    if (answer.kind === 'not-sure-enough' && answer.call.answerBy === 'code') {
      const because = await ports.sendCode(command);
      // It was decided, changed or over before a code could be sent.
      if (because.kind === 'needless') return c.redirect(linkPath(link), 303);
      return c.html(codePage({ ...demand, kept: { verdict, comment, edited }, because }, texts), 200);
    }
    return c.html(
      (await againPage(answer, { ...ruling.form, edited })) ?? answerPage(answer, { linkSecret: link, texts }),
      answerStatus[answer.kind],
    );
  }

  function answerTo(command: VerdictCommand, { code }: VerdictForm): Promise<CodeAnswer> {
    // Spaces and dashes are how people write digits down; anything else is tried as it is, and is wrong.
    return code === undefined
      ? ports.decide(command)
      : ports.decideByCode({ ...command, code: code.replaceAll(/[\s-]/gu, '') });
  }

  // What can be mended is asked once more with all that was typed.
  async function againPage(
    answer: Exclude<VerdictAnswer, { readonly kind: 'unknown-link' | 'unknown-call' }>,
    {
      link,
      verdict,
      comment,
      edited,
    }: Pick<VerdictForm, 'link' | 'verdict' | 'comment'> & { readonly edited: string | undefined },
  ): Promise<Html | undefined> {
    const { request, call } = answer;
    const texts = await pageTexts(request.approver);
    const opened = { request, call, linkSecret: link, now: ports.now() };
    if (answer.kind === 'words-needed') {
      return confirmPage({ ...opened, kept: { verdict, comment }, because: 'words-missing' }, texts);
    }
    if (answer.kind !== 'edit-refused' || edited === undefined) return undefined;
    const problems = answer.problems.map((problem) => ({ problem: worded(texts.problems, problem) }));
    const refused = { title: texts.editRefused, lead: texts.editRefusedLead };
    return formOf({ ...opened, typed: { text: edited, comment, problems }, refused }, texts);
  }

  app.all('/a/:secret', (c) => otherMethod(c, 'GET, HEAD, OPTIONS'));
  app.all('/verdict', (c) => otherMethod(c, 'POST, OPTIONS'));
  app.notFound(async (c) => {
    const texts = await textsOf(c);
    return say(c, { status: 404, title: texts.notFound, paragraphs: [texts.notFoundLead], texts });
  });
  app.onError(async (error, c) => {
    ports.failed?.({ method: c.req.method, error });
    // What failed may be the very reading of a language.
    const texts = await textsOf(c).catch(() => plainTexts);
    return say(c, { status: 500, title: texts.failed, paragraphs: [texts.failedLead], texts });
  });

  async function unknownLink(c: Context): Promise<Response> {
    const texts = await textsOf(c);
    return say(c, { status: 404, title: texts.unknown, paragraphs: [texts.unknownLead], texts });
  }

  async function otherMethod(c: Context, allow: string): Promise<Response> {
    c.header('allow', allow);
    if (c.req.method === 'OPTIONS') return c.body(null, 204);
    const texts = await textsOf(c);
    return say(c, { status: 405, title: texts.wrongMethod, paragraphs: [texts.wrongMethodLead], texts });
  }

  async function refuse(
    c: Context,
    status: 400 | 403 | 404 | 413 | 415,
    problem: (texts: Texts) => string,
  ): Promise<Response> {
    const texts = await textsOf(c);
    return say(c, { status, title: texts.refused, paragraphs: [problem(texts), texts.refusedNext], texts });
  }

  return app;
}

type Said = Notice & { readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 500; readonly texts: Texts };

function say(c: Context, { status, texts, ...notice }: Said): Response | Promise<Response> {
  return c.html(noticePage(notice, texts), status);
}

// With the validator of schemas, which nobody waits for who changes nothing.
async function formOf(editing: Editing, texts: Texts): Promise<Html> {
  const { editPage } = await import('./edit-page.ts');
  return editPage(editing, texts);
}

// Of whoever is not known yet, the browser knows the language.
function textsOf(c: Context): Promise<Texts> {
  return strangerTexts(c.req.header('accept-language'));
}

// Only shows: what a later form of that page decides is ruled on anew.
function secondStep(request: RequestView, query: (name: VerdictKind) => string | undefined) {
  const verdict = verdictKinds.find((kind) => query(kind) !== undefined);
  const call = openCalls(request).find(({ toolUseId }) => verdict !== undefined && toolUseId === query(verdict));
  if (verdict === undefined || call === undefined || !canBeAnswered(call, verdict)) return undefined;
  return { call, kept: { verdict, comment: undefined }, because: 'review' } as const;
}

function show(
  c: Context,
  page: { readonly status: 200 | 400 | 403 | 404 | 409 | 410 | 422; readonly page: Html },
): Response | Promise<Response> {
  return c.html(page.page, page.status);
}

function isUrlencoded(contentType: string | undefined): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;\s*charset="?utf-8"?\s*)?$/iu.test(contentType ?? '');
}
