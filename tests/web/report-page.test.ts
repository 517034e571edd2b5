import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RunReport } from '../../lib/gate/report.ts';
import { cspHash } from '../../lib/web/page-headers.ts';
import { reportPage } from '../../lib/web/report-page.ts';
import { reportStyle } from '../../lib/web/report-style.ts';
import { reportWith } from './build-report.ts';

const pageOf = async (report: RunReport) => String(await reportPage(report));
// Named characters are elements of their own, and look like nothing else.
const furniture = (page: string) =>
  [...page.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag).filter((tag) => !tag.startsWith('<span class="hidden-char"'));

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</bdi></div></section><section class="call"><h3>Call 2</h3><dl><dt>Verified</dt><dd>yes</dd></dl></section>',
    '</style><style>.claim{display:none}',
    '</title><h1>Verified</h1>',
    '<!--',
    '\u202Eevorppa\u2066\u200B',
    'x'.repeat(5000),
  ),
);

describe('the report as a page', () => {
  test('no text from outside adds anything to it but text', async () => {
    const benign = furniture(await pageOf(reportWith('plain')));
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        expect(furniture(await pageOf(reportWith(text)))).toEqual(benign);
      }),
      { numRuns: 150 },
    );
  });

  test('the claim stands behind everything else, under words that say what it is, and nowhere else', async () => {
    const claim = 'Verified: yes, I swear by c7f0.';
    const page = await pageOf({ ...reportWith('plain'), claim: { text: claim, verified: false } });
    expect(page.split('c7f0')).toHaveLength(2);
    const frame = page.indexOf('<section class="claim"');
    expect(frame).toBeGreaterThan(page.lastIndexOf('<section class="call"'));
    expect(page.indexOf('A claim that nobody verified.')).toBeGreaterThan(frame);
    expect(page.indexOf('c7f0')).toBeGreaterThan(page.indexOf('A claim that nobody verified.'));
    const without = await pageOf({ ...reportWith('plain'), claim: null });
    expect(without.slice(0, without.indexOf('<section class="claim"'))).toBe(page.slice(0, frame));
  });

  test('nothing in it runs, loads or leads anywhere, and its own policy says so', async () => {
    const page = await pageOf(reportWith('plain'));
    expect(page).not.toMatch(/<(script|img|link|a|form|button|iframe)\b/);
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${cspHash(reportStyle)};`);
    expect(/<style>([\s\S]*)<\/style>/.exec(page)?.[1]).toBe(reportStyle);
  });

  test('nothing is folded, since it is also for paper', async () => {
    expect(await pageOf(reportWith('x'.repeat(5000)))).not.toContain('<details');
  });
});
