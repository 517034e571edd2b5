import { describe, expect, test } from 'vitest';
import { deskPage } from '../../../lib/web/desk/desk-page.ts';
import type { DeskPorts, DeskRun, DeskStory } from '../../../lib/web/desk/ports.ts';
import { cspHash } from '../../../lib/web/page-headers.ts';
import { reportStyle } from '../../../lib/web/report-style.ts';
import { requestMail } from '../../../lib/web/request-mail.ts';
import { reportWith } from '../build-report.ts';
import { callView, noon, noonMs, requestView } from '../build-view.ts';
import { textOf } from '../page-browser.ts';

const link = 'http://127.0.0.1:9999/a/secret';
const { digest, deadline } = callView();

const waiting: DeskRun = {
  runId: 'run-1',
  state: 'waiting',
  startedAt: noon,
  guard: 'guarded',
  requester: 'sam',
  prompt: 'Book a ferry <b>',
  waitsFor: [{ tool: 'confirm_ferry_booking', digest, deadline }],
};

const story: DeskStory = {
  run: waiting,
  lines: [
    { at: noon, seq: 0, kind: 'run', title: 'The run started', detail: [{ label: 'Gate', text: 'ferry' }] },
    {
      at: noon,
      seq: 1,
      kind: 'end',
      title: 'The run ended',
      detail: [{ label: 'Claim', text: '<i>done</i>', claim: 'unverified' }],
    },
  ],
};

function desk(changes: Partial<DeskPorts> = {}) {
  const started: unknown[] = [];
  const moved: number[] = [];
  const page = deskPage({
    example: { name: 'ferry', prompts: ['Book the first ferry', 'Book the last'], requester: 'sam', outline: [] },
    now: () => noonMs,
    startRun: async (start) => {
      started.push(start);
      return { runId: 'run-1' };
    },
    stoppedSince: async () => undefined,
    runs: async () => [waiting],
    run: async (runId) => (runId === 'run-1' ? story : undefined),
    report: async (runId) => (runId === 'run-1' ? reportWith('A claim <b>') : undefined),
    verify: async () => ({ commits: 2, head: digest, findings: [] }),
    mails: async () => [{ id: 'm1', at: noon, to: ['morgan@example.com'], ...requestMail(requestView(), link) }],
    topicMessages: async () => [
      { id: 't1', at: noon, topic: 'ops', subject: 'Approval needed', text: `Open\n\n${link}\n` },
    ],
    advanceClock: async (ms) => {
      moved.push(ms);
    },
    ...changes,
  });
  const send = async (path: string, init: RequestInit = {}) => {
    const response = await page.fetch(new Request(`http://localhost:4000${path}`, init));
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => send(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  return { started, moved, send, post };
}

describe('starting a run', () => {
  test('a suggested task starts with one click and leads to the run', async () => {
    const { started, post } = desk();
    const answer = await post('/runs', { requester: 'sam', prompt: 'ignored', suggestion: '1' });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/runs/run-1');
    expect(started).toEqual([{ prompt: 'Book the last', requester: 'sam' }]);
  });

  test('own words start with the other button; without words nothing starts and the page says what is missing', async () => {
    const { started, post } = desk();
    await post('/runs', { requester: 'kim', prompt: 'My own\r\nwords', suggestion: 'none' });
    expect(started).toEqual([{ prompt: 'My own\nwords', requester: 'kim' }]);
    const refused = await post('/runs', { requester: 'kim', prompt: ' ', suggestion: 'none' });
    expect(refused.status).toBe(400);
    expect(textOf(refused.html)).toContain('needs a task');
    expect(started).toHaveLength(1);
  });
});

describe('the report of a run', () => {
  test('is a link of the run, and a document with a policy that allows its own style sheet and nothing of the desk', async () => {
    const { send } = desk();
    expect((await send('/runs/run-1')).html).toContain('href="/runs/run-1/report"');
    const { status, html, headers } = await send('/runs/run-1/report');
    expect(status).toBe(200);
    expect(textOf(html)).toContain('A claim that nobody verified.');
    expect(html).not.toContain('<b>');
    expect(headers.get('content-security-policy')).toContain(`style-src ${cspHash(reportStyle)};`);
  });

  test('of no run is no page', async () => {
    const { send } = desk();
    expect((await send('/runs/run-2/report')).status).toBe(404);
  });
});

describe('moving the clock', () => {
  test.each([
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['2d12h', 216_000_000],
    ['next-deadline', Date.parse(deadline) - noonMs + 1000],
  ])('forward by "%s" is %i ms', async (by, ms) => {
    const { moved, post } = desk();
    const answer = await post('/clock', { by, back: '/runs/run-1' });
    expect(answer.headers.get('location')).toBe('/runs/run-1');
    expect(moved).toEqual([ms]);
  });

  test.each(['', '0s', '-1h', 'tomorrow', '900d', '1e9s'])('"%s" is refused with what is allowed', async (by) => {
    const { moved, post } = desk();
    const answer = await post('/clock', { by, back: '/' });
    expect(answer.status).toBe(400);
    expect(textOf(answer.html)).toContain('2d12h');
    expect(moved).toEqual([]);
  });

  test('without a deadline ahead there is none to move to', async () => {
    const { moved, post } = desk({ runs: async () => [] });
    expect((await post('/clock', { by: 'next-deadline', back: '/' })).status).toBe(400);
    expect(moved).toEqual([]);
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', ''])(
    'it never leads away: %s',
    async (back) => {
      expect((await desk().post('/clock', { by: '1h', back })).headers.get('location')).toBe('/');
    },
  );
});

describe('showing', () => {
  test('that the whole gate is stopped stands above the runs, with since when and what lifts it', async () => {
    const { html } = await desk({ stoppedSince: async () => noon }).send('/');
    expect(textOf(html)).toMatch(/The whole gate is stopped since Wednesday 4 March 2026.*countersign go --reason/);
    expect(textOf((await desk().send('/')).html)).not.toContain('gate is stopped');
  });

  test('a run is told as its story, with claims labelled, its chain checked and its approval link at hand', async () => {
    const { html } = await desk().send('/runs/run-1');
    expect(textOf(html)).toMatch(/The chain holds: 2 commits/);
    expect(textOf(html)).toContain('claim, unverified');
    expect(html).toContain(`<a href="${link}" target="_blank" rel="noopener noreferrer">`);
    expect(html).toContain('&lt;i&gt;done&lt;/i&gt;');
    expect(html).toContain('Book a ferry &lt;b&gt;');
  });

  test('a chain that does not hold says so with its findings', async () => {
    const findings = ['commit 1: its bytes hash to something else'];
    const { html } = await desk({ verify: async () => ({ commits: 2, findings }) }).send('/runs/run-1');
    expect(textOf(html)).toContain('The chain does not hold');
    expect(textOf(html)).toContain(findings[0]);
  });

  test('a run of which nothing is known yet is awaited', async () => {
    expect(textOf((await desk().send('/runs/run-9')).html)).toContain('The run is starting');
  });

  test('a mail’s HTML stands in a frame without scripts and same origin, its text beside it', async () => {
    const { html, headers } = await desk().send('/mails/m1');
    expect(html).toMatch(
      /<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"[^>]*srcdoc="&lt;!doctype html/,
    );
    expect(html).toContain(`<a class="open" href="${link}" target="_blank"`);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect((await desk().send('/mails/nope')).status).toBe(404);
  });

  test('mails and topic messages are listed with their links', async () => {
    expect((await desk().send('/mails')).html).toContain('href="/mails/m1"');
    expect((await desk().send('/topics')).html).toContain(`href="${link}"`);
  });
});

describe('from elsewhere', () => {
  test('GET and HEAD start and move nothing', async () => {
    const { started, moved, send } = desk();
    for (const path of ['/', '/runs', '/clock', '/runs?prompt=x&requester=y', '/clock?by=1h']) {
      await send(path);
      await send(path, { method: 'HEAD' });
    }
    expect([...started, ...moved]).toEqual([]);
  });

  test('another site’s form starts and moves nothing', async () => {
    const { started, moved, post } = desk();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as const) {
      const sent = { ...headers };
      expect((await post('/runs', { requester: 'x', prompt: 'y' }, sent)).status).toBe(403);
      expect((await post('/clock', { by: '1h' }, sent)).status).toBe(403);
    }
    expect([...started, ...moved]).toEqual([]);
  });

  test('a name that was pointed at this machine gets no page', async () => {
    const { send } = desk();
    expect((await send('/mails', { headers: { host: 'evil.example' } })).status).toBe(421);
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) {
      expect((await send('/mails', { headers: { host } })).status).toBe(200);
    }
  });

  test('a failure is told to the terminal, not to the browser', async () => {
    const failures: unknown[] = [];
    const failing = desk({
      failed: (error) => failures.push(error),
      runs: async () => {
        throw new Error('LevelDB is locked');
      },
    });
    const answer = await failing.send('/');
    expect(answer.status).toBe(500);
    expect(answer.html).not.toContain('LevelDB');
    expect(failures).toHaveLength(1);
  });
});
