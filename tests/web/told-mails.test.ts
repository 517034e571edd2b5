import { describe, expect, test } from 'vitest';
import { cancelledMail } from '../../lib/web/cancelled-mail.ts';
import { outcomeMail } from '../../lib/web/outcome-mail.ts';
import { onlyTold, viewOf } from './build-mails.ts';
import { closed } from './build-view.ts';

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
const rejected = { standing: closed('rejected') };
const cancelled = { standing: closed('cancelled') };

describe('whoever was only told', () => {
  test('is not said to have been asked, nor sent to a link that they never had', () => {
    const outcome = outcomeMail(onlyTold(viewOf('x', { call: rejected })));
    const gone = cancelledMail(onlyTold(viewOf('x', { call: cancelled })));
    for (const { text, subject } of [outcome, gone]) {
      expect(flat(`${subject} ${text}`)).not.toMatch(/you were asked|nothing left to answer|earlier message/iu);
      expect(flat(text)).toMatch(/you need not do anything/iu);
    }
    expect(flat(outcome.text)).toContain('told you of this while other people were asked');
    expect(flat(gone.text)).toContain('This was cancelled:');
    expect(gone.subject).toMatch(/^Cancelled: /u);
  });

  test('reads the same in Japanese', () => {
    const outcome = outcomeMail(onlyTold(viewOf('x', { language: 'ja', call: rejected })));
    const gone = cancelledMail(onlyTold(viewOf('x', { language: 'ja', call: cancelled })));
    expect(outcome.text).toContain('お知らせした件の結果');
    expect(gone.text).toContain('お知らせした件は取り消されました');
    expect(gone.subject).toMatch(/^取り消されました：/u);
  });
});

test('whoever was asked reads as before', () => {
  expect(flat(outcomeMail(viewOf('x', { call: rejected })).text)).toContain('You were asked by the gate');
  expect(flat(cancelledMail(viewOf('x', { call: cancelled })).text)).toContain('You were asked for an approval');
});
