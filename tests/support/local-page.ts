/** A form as a browser has it after parsing the page. */
export interface PageForm {
  readonly action: string;
  /** Fields with the values that they would be sent with; a button's only if it is pressed. */
  readonly fields: Readonly<Record<string, string>>;
  readonly buttons: readonly { readonly name: string; readonly value: string }[];
}

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly forms: readonly PageForm[];
}

interface Answering {
  /** Which call, where a request has several. @default the first one that is still open */
  readonly call?: string;
  readonly comment?: string;
}

/** Opens a page as a browser would. */
export async function openPage(url: string, method: 'GET' | 'HEAD' | 'OPTIONS' = 'GET'): Promise<Page> {
  return pageOf(await fetch(url, { method, redirect: 'manual' }));
}

/** Presses a button of a page's form, with fields typed over. */
export async function submit(
  page: Page,
  form: PageForm,
  pressed: { readonly verdict: string; readonly comment?: string },
): Promise<Page> {
  const { comment } = pressed;
  const fields = { ...form.fields, verdict: pressed.verdict, ...(comment === undefined ? {} : { comment }) };
  return postForm(new URL(form.action, page.url), new URLSearchParams(fields).toString());
}

export async function postForm(url: URL, body: string): Promise<Page> {
  // Our page's Referrer-Policy makes browsers send no origin, and this is how they spell that.
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  };
  // Followed as a browser does: the second step of an approval has an address of its own.
  return pageOf(await fetch(url, { method: 'POST', headers, body }));
}

/** The page whose button approves: the one after the first step. */
export async function reviewApproval(link: string, { call }: Answering = {}): Promise<Page> {
  const page = await openPage(link);
  return submit(page, formFor(page, { verdict: 'approve', call }), { verdict: 'approve' });
}

/** Answers a question about the run by both steps. */
export async function choose(link: string, verdict: 'continue' | 'restart' | 'end'): Promise<Page> {
  const page = await openPage(link);
  const confirming = await submit(page, formFor(page, { verdict, call: undefined }), { verdict });
  return submit(confirming, formFor(confirming, { verdict, call: undefined }), { verdict });
}

/** Approves by both steps. */
export async function approve(link: string, answering: Answering = {}): Promise<Page> {
  const confirming = await reviewApproval(link, answering);
  const { comment } = answering;
  const pressed = { verdict: 'approve', ...(comment === undefined ? {} : { comment }) };
  return submit(confirming, formFor(confirming, { verdict: 'approve', call: answering.call }), pressed);
}

/** Rejects by both steps. */
export async function reject(link: string, { call, comment = '' }: Answering = {}): Promise<Page> {
  const page = await openPage(link);
  const confirming = await submit(page, formFor(page, { verdict: 'reject', call }), { verdict: 'reject' });
  return submit(confirming, formFor(confirming, { verdict: 'reject', call }), { verdict: 'reject', comment });
}

/** Approves a call with other arguments, given as one JSON text: the page of the change, what it changes, and the yes to that. */
export async function change(link: string, { call, edited }: { call: string; edited: string }): Promise<Page> {
  const editing = await openPage(`${link}?edit=${encodeURIComponent(call)}`);
  const raw = editing.forms.find(({ fields }) => fields['edited'] !== undefined);
  if (raw === undefined) throw new Error(`No place for the whole arguments on the page (${editing.status}).`);
  const confirming = await submit(editing, { ...raw, fields: { ...raw.fields, edited } }, { verdict: 'edit' });
  return submit(confirming, formFor(confirming, { verdict: 'edit', call }), { verdict: 'edit' });
}

/** The form whose button gives that verdict. @throws Error when the page has none */
export function formFor(
  page: Page,
  { verdict, call }: { readonly verdict: string; readonly call: string | undefined },
): PageForm {
  const form = page.forms.find(
    ({ fields, buttons }) =>
      (call === undefined || fields['call'] === call) && buttons.some((button) => button.value === verdict),
  );
  if (form !== undefined) return form;
  const title = /<title>(.*?)<\/title>/s.exec(page.text)?.[1] ?? page.text;
  throw new Error(`No button to ${verdict} on the page "${title}" (${page.status})`);
}

async function pageOf(response: Response): Promise<Page> {
  const text = await response.text();
  const forms = [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, opening = '', inside = '']) => ({
    action: attribute(opening, 'action'),
    fields: fieldsOf(inside),
    buttons: tags(inside, 'button').map((tag) => ({ name: attribute(tag, 'name'), value: attribute(tag, 'value') })),
  }));
  return { status: response.status, url: response.url, text, forms };
}

function fieldsOf(inside: string): Record<string, string> {
  const inputs = tags(inside, 'input').map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]);
  const areas = [...inside.matchAll(/<textarea\b([^>]*)>\n?(.*?)<\/textarea>/gs)].map(([, tag = '', typed = '']) => [
    attribute(tag, 'name'),
    unescaped(typed),
  ]);
  return Object.fromEntries([...inputs, ...areas]);
}

function tags(inside: string, name: string): readonly string[] {
  return [...inside.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'gs'))].map(([, tag = '']) => tag);
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity);
}
