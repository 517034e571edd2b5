import { describe, expect, test } from 'vitest';
import type { ApproverId } from '../../lib/core/ids.ts';
import type { AskedView, CallView, RequestView } from '../../lib/gate/views.ts';
import { changedMail, reminderMail } from '../../lib/web/request-mail.ts';
import { callView, noon, requestView } from './build-view.ts';
import { browsedPage, textOf } from './page-browser.ts';

const id = (name: string) => name as ApproverId;
const person = (name: string, said: Partial<AskedView> = {}): AskedView => ({
  id: id(name.toLowerCase()),
  name,
  role: 'decides',
  notice: 'sent',
  ...said,
});
const at = '2026-03-04T11:00:00.000Z';
const words = (text: string) => ({ kind: 'text', text }) as const;
const twoOf = (asked: readonly AskedView[], changes: Partial<CallView> = {}, of: Partial<RequestView> = {}) =>
  requestView({ calls: [callView({ quorum: 2, asked, ...changes })], ...of });
const pageOf = async (view: RequestView) => (await browsedPage({ view }).get()).html;
const mailed = (mail: typeof changedMail, view: RequestView) =>
  mail(view, 'https://page.example/a/x').text.replaceAll(/\s+/g, ' ');
const plain = (html: string) => textOf(html).replaceAll(/\s+/gu, ' ');
const japanese = { approver: { ...requestView().approver, language: 'ja' } } as const;

describe('what somebody else wrote', () => {
  test('stands beside their answer while the call is open, as a quotation', async () => {
    const answer = { verdict: 'approve', at, words: words('Only 100 was agreed.') } as const;
    const html = await pageOf(twoOf([person('Morgan'), person('Alex', { answer })]));
    expect(html).toMatch(
      /Alex(?:(?!<\/li>).)*<blockquote class="words"><bdi[^>]*>Only 100 was agreed\.<\/bdi><\/blockquote>/su,
    );
  });

  test('is said to be erased where it is, and nothing is said where nothing was written', async () => {
    const answer = { verdict: 'approve', at, words: { kind: 'erased' } } as const;
    const erased = await pageOf(twoOf([person('Morgan'), person('Alex', { answer })]));
    expect(erased).toMatch(/<blockquote class="words"><span class="quiet">These words have been erased\./u);
    const silent = { verdict: 'approve', at } as const;
    expect(await pageOf(twoOf([person('Morgan'), person('Alex', { answer: silent })]))).not.toContain(
      '<blockquote class="words">',
    );
  });

  test('is warned of where it holds what cannot be seen', async () => {
    const answer = { verdict: 'approve', at, words: words('fine\u202Eenif') } as const;
    const html = await pageOf(twoOf([person('Morgan'), person('Alex', { answer })]));
    expect(html).toMatch(/<blockquote class="words">(?:(?!<\/li>).)*class="warning"/su);
    expect(html).not.toContain('\u202E');
  });

  test('with a change stands once on the page, where the change is, and in every mail that asks', async () => {
    const said = words('Only 100 was agreed.');
    const edited = { by: { id: id('kim'), name: 'Kim' }, at, words: said, changes: [] };
    const asked = [person('Morgan'), person('Kim', { answer: { verdict: 'edit', at, words: said } })];
    const view = twoOf(asked, { edited });
    const html = await pageOf(view);
    expect(html.match(/Only 100 was agreed\./gu)).toHaveLength(1);
    expect(plain(html)).toContain('In the words of Kim: Only 100 was agreed.');
    for (const mail of [changedMail, reminderMail])
      expect(mailed(mail, view)).toContain('In the words of Kim: > Only 100 was agreed.');
    const gone = twoOf(asked, { edited: { ...edited, words: { kind: 'erased' } } });
    expect(mailed(changedMail, gone)).toContain('In the words of Kim: > These words have been erased.');
    expect(mailed(changedMail, twoOf(asked, { edited }, japanese))).toContain('Kimさんの言葉： > Only 100 was agreed.');
  });
});

describe('whoever approved the call as it was before a change', () => {
  const asked = [person('Morgan'), person('Alex', { before: { verdict: 'approve', at, words: words('Fine by me.') } })];

  test('is not said to have given no answer, nor that it counts', async () => {
    const html = await pageOf(twoOf(asked));
    expect(plain(html)).toContain(
      'Alex approved on Wednesday 4 March 2026, 11:00 UTC, before the call was changed: that counts no more',
    );
    expect(html).toContain('Fine by me.');
    expect(mailed(changedMail, twoOf(asked))).toContain(
      'Morgan (no answer yet) and Alex (approved, before the call was changed: that counts no more)',
    );
  });

  test('is said so in Japanese too', async () => {
    const view = twoOf(asked, {}, japanese);
    const told = '承認、ただし変更前の呼び出しへの回答のため、もう数えられません';
    expect(plain(await pageOf(view))).toContain(told);
    expect(mailed(changedMail, view).replaceAll(' ', '')).toContain(told);
  });

  test('reads so of themselves over several calls', async () => {
    const before = { verdict: 'approve', at } as const;
    const own = callView({ quorum: 2, asked: [person('Morgan', { before })] });
    const html = await pageOf(requestView({ calls: [own, callView()], now: noon }));
    expect(html).toMatch(/<nav class="contents"(?:(?!<\/nav>).)*approved, before the call was changed/su);
  });
});

describe('what people turned down in this run before', () => {
  const turnedDown = [
    {
      tool: 'pay',
      shown: [],
      outcome: 'rejected',
      at,
      by: [{ id: id('kim'), name: 'Kim', words: words('Too dear.') }],
    },
    { tool: 'sell', shown: [], outcome: 'sent-back', at, by: [{ id: id('lee'), name: 'Lee' }] },
  ] as const;

  test('stands on the page with whose no it was, their words behind a line to open', async () => {
    const html = await pageOf(requestView({ turnedDown }));
    expect(plain(html)).toMatch(
      /What people turned down in this run before pay Rejected Decided by Kim In the words of Kim: Too dear\./u,
    );
    expect(plain(html)).toContain('sell Sent back Decided by Lee');
    expect(html).toMatch(/<details><summary>In the words of Kim:<\/summary>\s*<blockquote class="words">/u);
    expect(plain(await pageOf(requestView({ turnedDown, ...japanese })))).toContain(
      'この実行でこれまでに認められなかった呼び出し pay 却下されました 判断した人 Kim',
    );
  });

  test('is not spoken of where nothing was', async () => {
    expect(await pageOf(requestView())).not.toContain('turned down');
  });
});
