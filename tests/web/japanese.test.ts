import { expect, test } from 'vitest';
import type { ApproverId } from '../../lib/core/ids.ts';
import type { CallView, RequestView } from '../../lib/gate/views.ts';
import { requestMail } from '../../lib/web/request-mail.ts';
import { everyMail } from './build-mails.ts';
import { callView, closed, noon, requestView } from './build-view.ts';
import { browsedPage, formOf, secret, textOf } from './page-browser.ts';

const approver = { ...requestView().approver, name: '森', language: 'ja', timeZone: 'Asia/Tokyo' } as const;

function japaneseView(call: Partial<CallView> = {}): RequestView {
  const kim = { id: 'kim' as ApproverId, name: '金' };
  return requestView({
    approver,
    gate: 'g',
    stage: 's',
    requester: { name: { kind: 'text', text: '佐藤' }, assurance: 'claimed' },
    prompt: { kind: 'text', text: '金曜日の便を予約してください。' },
    agentWords: { kind: 'text', text: '早い便がありました。' },
    calls: [
      callView({
        tool: 't',
        description: '便を予約します。',
        shown: [{ label: '便', at: '/b', value: '始発' }],
        atMost: '一便だけです。',
        input: { b: '始発', n: 1, l: [true, null] },
        quorum: 2,
        no: 'majority',
        offers: ['approve', 'edit', 'reject', 'revise'],
        inputSchema: { type: 'object', properties: { b: { type: 'string', minLength: 1 }, n: { type: 'integer' } } },
        asked: [
          { ...kim, role: 'decides', notice: 'sent', answer: { verdict: 'approve', at: '2026-03-04T11:00:00.000Z' } },
          { id: approver.id, name: '森', role: 'escalated', notice: 'returned' },
        ],
        requesters: [{ id: 'sato' as ApproverId, name: '佐藤' }],
        whoActs: 'gate',
        ...call,
      }),
    ],
    beside: [{ tool: 'u', shown: [], cameTo: 'let pass', at: '2026-03-04T11:00:00.000Z' }],
    did: [{ tool: 'v', shown: [], cameTo: 'verified', at: '2026-03-04T11:00:00.000Z' }],
  });
}

// Names and notations that are the same in every language.
const everywhere =
  /Countersign|JSON|null|true|false|UNGUARDED|Asia\/Tokyo|UTC|[0-9a-f]{4}-[0-9a-f]{4}|[0-9a-f]{64}|\d{4}-\d\d-\d\dT[\d:]+Z|countersign [a-z]+ [\w-]+|U\+[0-9A-F]+/g;

function english(text: string): readonly string[] {
  return text.replaceAll(everywhere, ' ').match(/[A-Za-z]{4,}/g) ?? [];
}

test.each<[string, Partial<CallView>]>([
  ['an open call', {}],
  ['a call that needs a signature', { answerBy: 'iam' }],
  ['a decided call', { standing: { ...closed('approved'), by: [] }, cameTo: { kind: 'done', verified: true } }],
  [
    'a call that was not carried out',
    { standing: { ...closed('approved'), by: [] }, cameTo: { kind: 'prevented', because: 'too-late' } },
  ],
  [
    'a call behind a grant',
    { standing: { ...closed('approved'), by: [] }, cameTo: { kind: 'grant', standing: 'ran', at: noon } },
  ],
  [
    'a call that too few answered',
    { standing: closed('expired'), answers: [{ id: 'kim' as ApproverId, name: '金', verdict: 'approve', at: noon }] },
  ],
  ['a rejected call', { standing: { ...closed('rejected'), by: [] } }],
  ['an expired call', { standing: closed('expired') }],
  ['a cancelled call', { standing: closed('cancelled') }],
])('the page of %s speaks Japanese to a Japanese approver, and nothing else', async (_, call) => {
  const { html } = await browsedPage({ view: japaneseView(call) }).get();
  expect(html).toContain('<html lang="ja">');
  expect(english(textOf(html))).toEqual([]);
});

test.each(['approve', 'reject'] as const)(
  'both steps of %s are Japanese, with the deadline by the clocks of the reader',
  async (verdict) => {
    const page = browsedPage({ view: japaneseView() });
    const first = await page.get();
    expect(textOf(first.html)).toContain('2026年3月5日（木）21:00（Asia/Tokyo、UTC+9）');
    const second = await page.post(formOf(first.html, verdict));
    const answer = await page.post(formOf(second.html, verdict));
    expect(page.decided).toHaveLength(1);
    for (const { html } of [second, answer]) expect(english(textOf(html))).toEqual([]);
  },
);

test('how far the answers were is told in words that fit one approval as well as several', async () => {
  const answers = [{ id: 'kim' as ApproverId, name: '金', verdict: 'reject', at: noon }] as const;
  const shown = async (quorum: number) => {
    const page = browsedPage({ view: japaneseView({ standing: closed('expired'), no: 'majority', quorum, answers }) });
    return textOf((await page.get()).html);
  };
  expect(await shown(1)).toContain('必要な承認が、期限までに得られませんでした。');
  expect(await shown(2)).toContain('必要な2名の承認のうち、期限までに得られたのは0名でした。');
  expect(await shown(2)).toContain('1名が認めないと回答しましたが、却下が決まる人数には達していません。');
});

test('why an edit is refused, and why the rules could not be decided, is Japanese too', async () => {
  const undecided: CallView['undecided'] = [
    { kind: 'undecidable', why: { kind: 'condition.absent', place: { label: 'l' } } },
  ];
  const view = japaneseView({ undecided });
  const page = browsedPage({
    view,
    answer: () => ({
      kind: 'edit-refused',
      request: view,
      call: view.calls[0] ?? callView(),
      verdict: 'edit',
      problems: [
        { kind: 'beyond', why: { kind: 'limit.sum', at: '/n', total: '12', before: '5', most: 10 } },
        { kind: 'edit.needs', assurance: 'iam' },
      ],
    }),
  });
  const first = await page.get();
  expect(textOf(first.html)).toContain('ラベル l がありません。そのため、ルールだけでは判断できません。');
  const form = await page.get(`/a/${secret}?edit=tooluse_1`);
  const hidden = formOf(form.html, 'edit');
  const misfit = await page.post({ ...hidden, 'value.b': '', 'value.n': '1.5' });
  expect(textOf(misfit.html)).toContain('整数でなければなりません');
  const unreadable = await page.post({ ...formOf(form.html, 'edit', 1), edited: '{"b":' });
  expect(textOf(unreadable.html)).toContain('値があるはずのところに、テキストの終わりがあります');
  const shown = await page.post({ ...hidden, 'value.b': '最終', 'value.n': '1' });
  const refused = await page.post(formOf(shown.html, 'edit'));
  expect(textOf(refused.html)).toContain('この実行での /n の合計は 12 になります');
  for (const { html } of [first, misfit, unreadable, refused]) expect(english(textOf(html))).toEqual([]);
  expect(requestMail(view, 'https://gate.example/a/x').text.replaceAll(/\s/g, '')).toContain('ラベルlがありません');
});

test('whoever has no good link reads the language of their browser', async () => {
  const { html } = await browsedPage().send('/a/nothing', { headers: { 'accept-language': 'ja-JP,en;q=0.5' } });
  expect(english(textOf(html))).toEqual([]);
  expect(textOf(html)).toContain('このリンクに対応する依頼はありません');
});

test('no mail has an English sentence in it', () => {
  const given = /example|ferry|confirm_ferry_booking|Books one sailing.*?EUR|Item|Kim Osei|Morgan Reyes|gate|plain/gs;
  for (const { kind, mail } of everyMail('語', 'ja')) {
    const text = mail.text
      .replaceAll(/https:\S+/g, ' ')
      .replaceAll(/\n */g, ' ')
      .replaceAll(given, ' ');
    expect([kind, english(text)]).toEqual([kind, []]);
  }
});
