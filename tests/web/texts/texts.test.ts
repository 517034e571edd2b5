import { describe, expect, test } from 'vitest';
import { en } from '../../../lib/web/texts/en.ts';
import { ja } from '../../../lib/web/texts/ja.ts';
import { textsFor } from '../../../lib/web/texts/mail-texts.ts';
import { strangerTexts } from '../../../lib/web/texts/page-texts.ts';
import { sourceFiles } from '../../house/source-files.ts';

type Leaf = { readonly path: string; readonly text: string };

// A function's source stands for its words: they are all in it, or in a table that it names.
function leavesOf(texts: object, at = ''): readonly Leaf[] {
  return Object.entries(texts).flatMap(([name, text]): readonly Leaf[] => {
    const path = at === '' ? name : `${at}.${name}`;
    return typeof text === 'object' ? leavesOf(text, path) : [{ path, text: String(text) }];
  });
}

const pages = sourceFiles('lib/web')
  .filter(({ path }) => !path.startsWith('lib/web/texts/'))
  .map(({ text }) => text)
  .join('\n');
const ofTexts = sourceFiles('lib/web/texts')
  .map(({ text }) => text)
  .join('\n');

// What is wrong with a call is said by whatever finds it.
const findings = [...sourceFiles('lib/core'), ...sourceFiles('lib/gate')]
  .filter(({ path }) => !path.startsWith('lib/core/problem'))
  .map(({ text }) => text)
  .join('\n');

// By its own name; or as a member that is picked from its group by a verdict, an outcome or the like.
function isUsed(path: string): boolean {
  if (path.startsWith('problems.')) return findings.includes(`kind: '${path.slice('problems.'.length)}'`);
  const steps = path.split('.').map((step) => step.replaceAll(/[^\w-]/g, '.'));
  const own = steps.at(-1);
  const named = new RegExp(
    `\\.${own}\\b|[{,]\\s*${own}\\b[^{}]*\\} = (?:await )?[\\w.]*\\b(texts|textsOf|told|mail|question)\\b`,
  );
  const picked = (group: string) => new RegExp(`\\b${group}\\[|\\.\\.\\.texts\\.(question\\.)?${group}\\b`).test(pages);
  return named.test(pages) || steps.slice(0, -1).some(picked) || new RegExp(`words\\.${own}\\b`).test(ofTexts);
}

describe('every language', () => {
  test('has the same texts, and none of them is empty', () => {
    expect(leavesOf(ja).map(({ path }) => path)).toEqual(leavesOf(en).map(({ path }) => path));
    for (const { text } of [...leavesOf(en), ...leavesOf(ja)]) expect(text.trim()).not.toBe('');
  });

  test('has no text that no page and no mail says', () => {
    expect(leavesOf(en).filter(({ path }) => !isUsed(path))).toEqual([]);
  });

  test('is itself: nothing of the Japanese was left in English', () => {
    // Names, signs, and functions that choose among texts that stand elsewhere.
    const without = new Set([
      'language',
      'brand',
      'grouped',
      'duration',
      'instantIn',
      'question.asked',
      'question.means',
      'mail.reminderSubject',
      'mail.noted',
      'told.andThen',
      'told.outcomeSubject',
      'problems.beyond',
      'problems.edit.unreadable',
      'problems.edit.misused',
      'problems.edit.needs',
    ]);
    const english = leavesOf(ja).filter(
      ({ path, text }) => !without.has(path) && !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}、]/v.test(text),
    );
    expect(english).toEqual([]);
  });
});

test('an instant is spelled by the clocks of the reader, and its machine form stays UTC', () => {
  const at = '2026-03-04T19:00:00.000Z';
  const spelled = (language: 'en' | 'ja', timeZone: string) => textsFor({ language, timeZone }).instant(at);
  expect(spelled('en', 'UTC')).toEqual({ iso: '2026-03-04T19:00:00Z', words: 'Wednesday 4 March 2026, 19:00 UTC' });
  expect(spelled('en', 'Asia/Tokyo').words).toBe('Thursday 5 March 2026, 04:00 (Asia/Tokyo, UTC+9)');
  expect(spelled('ja', 'Asia/Tokyo').words).toBe('2026年3月5日（木）04:00（Asia/Tokyo、UTC+9）');
  expect(spelled('ja', 'America/St_Johns').words).toBe('2026年3月4日（水）15:30（America/St_Johns、UTC-3:30）');
  expect(spelled('ja', 'UTC').iso).toBe('2026-03-04T19:00:00Z');
});

test('the hour that summer time repeats is told apart by its offset', () => {
  const { instant } = textsFor({ language: 'en', timeZone: 'Europe/Zurich' });
  expect(instant('2026-10-25T00:30:00Z').words).toContain('02:30 (Europe/Zurich, UTC+2)');
  expect(instant('2026-10-25T01:30:00Z').words).toContain('02:30 (Europe/Zurich, UTC+1)');
});

test('a text that is no instant stays as it is', () => {
  expect(textsFor({ language: 'ja', timeZone: 'UTC' }).instant('soon')).toEqual({ iso: 'soon', words: 'soon' });
});

test('time left has two units at most, and is never more than there is', () => {
  const now = '2026-03-04T12:00:00.000Z';
  const left = (ms: number, language: 'en' | 'ja') =>
    textsFor({ language, timeZone: 'UTC' }).timeLeft(now, new Date(Date.parse(now) + ms).toISOString());
  expect(left(86_400_000 * 2 + 3_600_000 * 5 + 59_000, 'en')).toBe('2 days 5 hours');
  expect(left(86_400_000 * 2 + 3_600_000 * 5 + 59_000, 'ja')).toBe('2日5時間');
  expect(left(3_660_000, 'en')).toBe('1 hour 1 minute');
  expect(left(61_000, 'ja')).toBe('1分1秒');
  expect(left(-5, 'en')).toBe('0 seconds');
  expect(left(-5, 'ja')).toBe('0秒');
});

test('whoever is not known yet reads the first language of their browser that there is, else English', async () => {
  expect((await strangerTexts('ja,en;q=0.8')).language).toBe('ja');
  expect((await strangerTexts('ja-JP')).language).toBe('ja');
  expect((await strangerTexts('jam')).language).toBe('en');
  expect((await strangerTexts('en-GB,ja;q=0.5')).language).toBe('en');
  expect((await strangerTexts(undefined)).language).toBe('en');
});
