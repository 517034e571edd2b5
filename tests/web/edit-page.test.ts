import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import type { Problem } from '../../lib/core/problem.ts';
import type { VerdictAnswer } from '../../lib/gate/views.ts';
import { nonceLifetimeMs } from '../../lib/web/nonce.ts';
import { callView, requestView } from './build-view.ts';
import { browsedPage, formOf, secret, textOf } from './page-browser.ts';

const properties: JsonObject = {
  sailing: { type: 'string', minLength: 1, maxLength: 100 },
  amount: { type: 'number', exclusiveMinimum: 0, maximum: 2000, description: 'Total in euros' },
  passengers: { type: 'integer', minimum: 1 },
  cabin: { enum: ['none', 'inside'] },
  refundable: { type: 'boolean' },
  note: { type: 'string' },
  names: { type: 'array', items: { type: 'string' } },
};
const inputSchema: JsonObject = {
  type: 'object',
  properties,
  required: ['sailing', 'amount'],
  additionalProperties: false,
};
const input: JsonObject = {
  sailing: 'NS-204',
  amount: 184.5,
  passengers: 2,
  cabin: 'inside',
  names: ['Ada', 'Gr\u200bace'],
};

/** A page whose one call can be changed. */
function editable(
  given: {
    readonly input?: Json;
    readonly answer?: (call: ReturnType<typeof callView>) => VerdictAnswer;
    readonly refuses?: readonly Problem[];
  } = {},
) {
  const call = callView({
    input: given.input ?? input,
    inputSchema,
    offers: ['approve', 'edit', 'reject'],
    whoActs: 'gate',
  });
  const { answer, refuses = [] } = given;
  return browsedPage({
    view: requestView({ calls: [call] }),
    refuses,
    ...(answer === undefined ? {} : { answer: () => answer(call) }),
  });
}

const editPath = `/a/${secret}?edit=tooluse_1`;

/** The fields of the form with fields, or of that with the whole text, as a browser would send them. */
async function editForm(page: ReturnType<typeof browsedPage>, kind: 'fields' | 'text') {
  const { html } = await page.get(editPath);
  const hidden = formOf(html, 'edit', kind === 'fields' ? 0 : 1);
  return { hidden, html };
}

const untouched = {
  'value.sailing': 'NS-204',
  'value.amount': '184.5',
  'value.passengers': '2',
  'value.cabin': '"inside"',
  'value.refundable': '',
  'value.note': '',
};

/** Types into the fields, goes to the second step, and confirms there. */
async function changed(page: ReturnType<typeof browsedPage>, typed: Readonly<Record<string, string>>) {
  const { hidden } = await editForm(page, 'fields');
  const shown = await page.post({ ...hidden, ...untouched, ...typed });
  if (shown.status !== 200) return { shown, edited: undefined };
  await page.post(formOf(shown.html, 'edit'));
  return { shown, edited: page.decided.at(-1)?.edited };
}

describe('the form of a change', () => {
  test('is offered only where an edit is, and looking at it decides nothing', async () => {
    const page = editable();
    expect((await page.get()).html).toContain('name="edit" value="tooluse_1"');
    const { html, status } = await page.get(editPath);
    expect(status).toBe(200);
    expect(textOf(html)).toContain('Nothing is recorded on this page.');
    expect(page.decided).toEqual([]);
    const without = browsedPage({ view: requestView({ calls: [callView({ inputSchema })] }) });
    expect((await without.get()).html).not.toContain('name="edit"');
    expect(textOf((await without.get(editPath)).html)).not.toContain('Change the arguments');
  });

  test('has a field for each flat member with its bounds, and leaves to the JSON text what no field could send back as it is', async () => {
    const { html } = await editForm(editable({ input: { ...input, note: 'invi\u200bsible' } }), 'fields');
    const text = textOf(html);
    expect(text).toContain('required · a number, such as 184.5 · more than 0 · at most 2000');
    expect(text).toContain('a whole number · at least 1');
    expect(text).toContain('Total in euros');
    expect(text).toContain('stay as they are otherwise: names and note');
    for (const name of ['sailing', 'amount', 'passengers', 'cabin', 'refundable'])
      expect(html).toContain(`name="value.${name}"`);
    for (const name of ['note', 'names']) expect(html).not.toContain(`name="value.${name}"`);
    // As a code in the text, never as a character that nobody sees.
    expect(html).toContain('Gr\\u200bace');
    expect(html).not.toContain('\u200b');
  });
});

test('names, values and descriptions from outside are texts in every field, and markup nowhere', async () => {
  const markup = '</textarea><script>alert(1)</script>"\'&';
  const schema: JsonObject = {
    type: 'object',
    properties: { [markup]: { type: 'string', description: markup }, pick: { enum: [markup, 'other'] } },
  };
  const call = callView({ input: { [markup]: markup, pick: markup }, inputSchema: schema, offers: ['edit'] });
  const page = browsedPage({ view: requestView({ calls: [call] }) });
  const { html } = await editForm(page, 'fields');
  expect(html).not.toMatch(/<\/textarea><script|<script/u);
  expect(html).toContain('name="value.&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"');
  const { hidden } = await editForm(page, 'fields');
  const shown = await page.post({ ...hidden, [`value.${markup}`]: 'tame', 'value.pick': JSON.stringify(markup) });
  expect(shown.html).not.toContain('<script');
  await page.post(formOf(shown.html, 'edit'));
  expect(JSON.parse(page.decided[0]?.edited ?? '')).toEqual({ [markup]: 'tame', pick: markup });
});

describe('what was typed becomes one JSON text', () => {
  test('in which whatever was not touched stays byte for byte, and a number stands as it was typed', async () => {
    const { shown, edited } = await changed(editable(), { 'value.amount': '150.00' });
    expect(JSON.parse(edited ?? '')).toEqual({ ...input, amount: 150 });
    expect(edited).toContain('"amount": 150.00');
    expect(edited).toContain(`"names": ${JSON.stringify(input['names'])}`);
    expect(textOf(shown.html)).toMatch(/Amount[\s\S]*Before[\s\S]*184\.5[\s\S]*After[\s\S]*150/);
  });

  test.each([
    ['a choice', { 'value.cabin': '"none"' }, { ...input, cabin: 'none' }],
    [
      'an emptied choice is left out',
      { 'value.cabin': '' },
      { sailing: 'NS-204', amount: 184.5, passengers: 2, names: input['names'] ?? [] },
    ],
    ['a truth value', { 'value.refundable': 'false' }, { ...input, refundable: false }],
    ['a text that looks like a number stays a text', { 'value.note': '12' }, { ...input, note: '12' }],
    ['lines as people write them', { 'value.note': 'one\r\ntwo' }, { ...input, note: 'one\ntwo' }],
    [
      'quotes and code are characters of the text',
      { 'value.note': '"}, "amount": 1' },
      { ...input, note: '"}, "amount": 1' },
    ],
  ])('%s', async (_, typed, expected) => {
    const { edited } = await changed(editable(), typed);
    expect(JSON.parse(edited ?? 'null')).toEqual(expected);
  });

  test.each([
    ['1,50', 'is no number as JSON writes them'],
    ['0x10', 'is no number'],
    ['1}', 'is no number'],
    ['0.1000000000000000055', 'would become 0.1'],
    ['5000', 'must be <= 2000'],
    ['', 'is no number'],
  ])('the amount "%s" is told beside its field, with everything that was typed kept', async (amount, why) => {
    const page = editable();
    const { shown } = await changed(page, { 'value.amount': amount, 'value.note': 'kept <b>' });
    expect(shown.status).toBe(422);
    expect(textOf(shown.html)).toContain(why);
    expect(shown.html).toContain('value="kept &lt;b&gt;"');
    expect(shown.html).toContain(`value="${amount}"`);
    expect(page.decided).toEqual([]);
  });

  test('a change of nothing, or of a choice that is none, is no change', async () => {
    for (const typed of [{}, { 'value.amount': '184.50', 'value.cabin': '"inside"' }]) {
      const { shown } = await changed(editable(), typed);
      expect(shown.status).toBe(422);
      expect(textOf(shown.html)).toContain('Nothing was changed yet');
    }
  });
});

describe('the whole text', () => {
  const send = async (page: ReturnType<typeof browsedPage>, edited: string) =>
    page.post({ ...(await editForm(page, 'text')).hidden, edited });

  test('changes what has no field', async () => {
    const page = editable();
    const shown = await send(page, JSON.stringify({ ...input, names: ['Ada'] }));
    expect(textOf(shown.html)).toContain('names/1');
    await page.post(formOf(shown.html, 'edit'));
    expect(JSON.parse(page.decided[0]?.edited ?? '')).toEqual({ ...input, names: ['Ada'] });
  });

  test.each([
    '',
    '{',
    '{"amount": 1, "amount": 2}',
    '{"sailing":"x","amount":01}',
    '{"sailing":"x","amount":1,"more":1}',
  ])('that is "%s" is shown again as it was typed, with the reason, and nothing is recorded', async (text) => {
    const page = editable();
    const again = await send(page, text);
    expect(again.status).toBe(422);
    expect(again.html).toContain('aria-invalid="true"');
    expect(again.html).toContain(`\n${text.replaceAll('"', '&quot;')}</textarea>`);
    expect(page.decided).toEqual([]);
  });
});

describe('the second step of a change', () => {
  const shownStep = async (page: ReturnType<typeof browsedPage>) => {
    const { hidden } = await editForm(page, 'fields');
    return page.post({ ...hidden, ...untouched, 'value.amount': '150' });
  };

  test('shows the change and the call as it will be, and holds for the very text that it shows', async () => {
    const page = editable();
    const shown = await shownStep(page);
    expect(page.decided).toEqual([]);
    expect(textOf(shown.html)).toContain('Approve this call with your changes?');
    const form = formOf(shown.html, 'edit');
    const other = await page.post({ ...form, edited: (form['edited'] ?? '').replace('150', '1500') });
    expect(other.status).toBe(403);
    expect((await page.post({ ...form, verdict: 'approve' })).status).toBe(400);
    const { edited: _, ...withoutText } = form;
    expect((await page.post(withoutText)).status).toBe(400);
    expect((await page.post({ ...withoutText, 'value.amount': '1500' })).status).toBe(400);
    expect((await page.post({ ...form, 'value.amount': '1500' })).status).toBe(400);
    expect(page.decided).toEqual([]);
    expect((await page.post(form)).status).toBe(200);
  });

  test('of an old page is shown once more with the same change', async () => {
    const page = editable();
    const form = formOf((await shownStep(page)).html, 'edit');
    page.state.now += nonceLifetimeMs + 1;
    const again = await page.post({ ...form, comment: 'Less' });
    expect(again.status).toBe(409);
    expect(formOf(again.html, 'edit')['edited']).toBe(form['edited']);
    expect(page.decided).toEqual([]);
  });

  test('leads back to the form with what was typed', async () => {
    const page = editable();
    const shown = await shownStep(page);
    const again = await page.post(formOf(shown.html, 'edit', 1));
    expect(again.status).toBe(200);
    expect(again.html).toContain('name="value.amount" aria-describedby="field-1-hint" value="150"');
  });

  test('that the rules refuse gives the form back with the reasons and all that was typed', async () => {
    const page = editable({
      answer: (call) => ({
        kind: 'edit-refused',
        request: requestView({ calls: [call] }),
        call,
        verdict: 'edit',
        problems: [{ kind: 'beyond', why: { kind: 'limit.count', made: 3, most: 2 } }],
      }),
    });
    const { hidden } = await editForm(page, 'fields');
    const shown = await page.post({ ...hidden, ...untouched, 'value.amount': '999.90' });
    const refused = await page.post(formOf(shown.html, 'edit'));
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain('This run has made 3 such calls, and 2 are allowed.');
    expect(textOf(refused.html)).toContain('Nothing was recorded and nothing has changed.');
    expect(refused.html).toContain('value="999.90"');
  });

  test('that the rules refuse is refused where it is shown, before anybody confirms it or is mailed a code', async () => {
    const refuses = [{ kind: 'beyond', why: { kind: 'limit.count', made: 3, most: 2 } }] as const;
    const page = editable({ refuses });
    const { hidden } = await editForm(page, 'fields');
    const refused = await page.post({ ...hidden, ...untouched, 'value.amount': '999.90', comment: 'More' });
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain('This run has made 3 such calls, and 2 are allowed.');
    expect(textOf(refused.html)).toContain('Nothing was recorded and nothing has changed.');
    expect(refused.html).toContain('value="999.90"');
    expect(page.decided).toEqual([]);
  });

  test('of a call that somebody else changed meanwhile says so, and by whom', async () => {
    const page = editable();
    const { hidden } = await editForm(page, 'fields');
    const edited = {
      by: { id: 'kim' as never, name: 'Kim Osei' },
      at: '2026-03-04T11:00:00.000Z',
      changes: [{ at: '/amount', before: 184.5, after: 100 }],
    };
    page.state.view = requestView({ calls: [callView({ edited, digest: 'c'.repeat(64), offers: ['approve'] })] });
    const answer = await page.post({ ...hidden, ...untouched, 'value.amount': '150' });
    expect(answer.status).toBe(409);
    expect(textOf(answer.html)).toContain('This call was changed meanwhile');
    expect(textOf(answer.html)).toContain('Kim Osei changed the arguments');
    expect(answer.html).toContain(`href="/a/${secret}"`);
  });
});
