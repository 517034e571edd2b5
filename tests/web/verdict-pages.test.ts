import { describe, expect, test } from 'vitest';
import type { ApproverId, ToolUseId } from '../../lib/core/ids.ts';
import type { AskedView, CallView } from '../../lib/gate/views.ts';
import { callView, closed, requestView } from './build-view.ts';
import { browsedPage, formOf, secondStep, secret, textOf } from './page-browser.ts';

const at = '2026-03-04T11:00:00.000Z';
const person = (id: string, name: string) => ({ id: id as ApproverId, name });
const flat = (html: string) => textOf(html).replaceAll(/\s+/g, ' ');
const read = async (call: Partial<CallView>, request: Parameters<typeof requestView>[0] = {}) =>
  flat((await browsedPage({ view: requestView({ ...request, calls: [callView(call)] }) }).get()).html);

describe('every verdict takes two steps', () => {
  test.each([
    ['reject', 'Reject this call?', 'The agent is told that you said no, and your reason.', 'You rejected this call'],
    ['revise', 'Send this call back?', 'The agent is told your instructions.', 'You sent this call back'],
    ['answer', 'Send this answer?', 'The agent is told your answer, word for word.', 'You answered'],
  ] as const)(
    'to %s: the second says what will happen, and records it only then',
    async (verdict, title, lead, done) => {
      const page = browsedPage({ view: requestView({ calls: [callView({ offers: [verdict] })] }) });
      const first = await page.get();
      const shown = await page.post(formOf(first.html, verdict));
      expect(flat(shown.html)).toContain(title);
      expect(flat(shown.html)).toContain(lead);
      expect(page.decided).toEqual([]);
      const answer = await page.post({ ...formOf(shown.html, verdict), comment: 'In my\r\nwords' });
      expect(flat(answer.html)).not.toContain('shows later');
      expect(flat(answer.html)).toContain(done);
      expect(page.decided).toMatchObject([{ verdict, comment: 'In my\nwords' }]);
    },
  );

  test('only what is offered has a button, and no address or form shows the step of another', async () => {
    const page = browsedPage({
      view: requestView({ calls: [callView({ offers: ['answer', 'reject'], wants: 'words' })] }),
    });
    const { html } = await page.get();
    for (const other of ['approve', 'revise', 'edit']) {
      expect(html).not.toContain(`value="${other}"`);
      expect(flat((await page.get(`/a/${secret}?${other}=tooluse_1`)).html)).toContain('Your answer is asked for');
    }
    const form = await secondStep(page, { verdict: 'answer' });
    expect((await page.post({ ...form, verdict: 'revise' })).status).toBe(403);
    expect(flat(html)).toContain('You do not want to answer.');
    expect(flat(html)).not.toContain('Cannot be taken back');
    // Of a call that answers a question nothing is carried out, and the page says nothing of it.
    expect(flat(html)).not.toContain('The gate itself');
    expect(page.decided).toEqual([]);
  });

  test('instructions without words come back with the reason beside their field', async () => {
    const view = requestView({ calls: [callView({ offers: ['revise'] })] });
    const page = browsedPage({
      view,
      answer: ({ verdict }) => ({
        kind: 'words-needed',
        request: view,
        call: callView({ offers: ['revise'] }),
        verdict,
      }),
    });
    const again = await page.post(await secondStep(page, { verdict: 'revise' }));
    expect(again.status).toBe(400);
    expect(flat(again.html)).toContain('without words the agent has nothing to go by');
    expect(again.html).toMatch(
      /<textarea id="comment"[^>]*aria-describedby="comment-hint comment-problem"[^>]*aria-invalid="true"/,
    );
    expect(formOf(again.html, 'revise')['step']).toBe('confirm');
  });
});

describe('several people', () => {
  const asked: readonly AskedView[] = [
    { ...person('morgan', 'Morgan Reyes'), role: 'decides', notice: 'sent' },
    { ...person('alex', 'Alex Kim'), role: 'decides', notice: 'sent', answer: { verdict: 'approve', at } },
    { ...person('kim', 'Kim Osei'), role: 'decides', notice: 'returned' },
    { ...person('lee', 'Lee Tan'), role: 'escalated', notice: 'failed' },
    { ...person('ops', 'Operations'), role: 'informed', notice: 'sent' },
  ];

  test('of whom one approved before the deadline are not told that nobody answered', async () => {
    const answers = [{ ...person('alex', 'Alex Kim'), verdict: 'approve', at }] as const;
    for (const gone of [{ standing: closed('expired') }, { deadline: at }] as const) {
      const text = await read({ quorum: 2, asked, answers, offers: [], ...gone });
      expect(text).toContain('1 of the 2 approvals that were needed came before the deadline');
      expect(text).not.toMatch(/nobody (had )?answered/i);
      expect(await read({ quorum: 2, asked, offers: [], ...gone })).toMatch(/nobody (had )?answered|not answered/i);
    }
  });

  test('each with what they answered, whether they were reached, and what they may do', async () => {
    const text = await read({ quorum: 2, asked });
    expect(text).toContain('Who decides One no is enough to end it.');
    expect(text).toContain('Morgan Reyes you no answer yet · message sent');
    expect(text).toContain('Alex Kim approved on Wednesday 4 March 2026, 11:00 UTC');
    expect(text).toContain('Kim Osei no answer yet could not be reached: the message came back');
    expect(text).toContain(
      'Lee Tan no answer yet · asked later, since it was not decided by then could not be reached: no message left',
    );
    expect(text).toContain('Operations is told, and does not decide');
    expect(await read({ quorum: 2, asked, no: 'majority' })).toContain('only once too few are left who could say yes');
  });

  test('whoever asked for the run and may not decide, with how sure it is that they asked', async () => {
    const text = await read({ asked, requesters: [person('sam', 'Sam Ito')] });
    expect(text).toContain('Sam Ito asked for this run and for that reason may not decide.');
    expect(text).toContain('Who asked is known as claimed by whoever started the run.');
  });

  test('the next reminder and the escalation, in the reader’s own clocks', async () => {
    const schedule = [
      { kind: 'reminder', at: '2026-03-04T16:00:00.000Z' },
      { kind: 'reminder', at: '2026-03-04T18:00:00.000Z' },
      { kind: 'escalation', at: '2026-03-04T20:00:00.000Z', to: [person('lee', 'Lee Tan')] },
    ] as const;
    const approver = { ...requestView().approver, timeZone: 'Asia/Tokyo' };
    const text = await read({ asked, schedule }, { approver });
    expect(text).toContain('reminded on Thursday 5 March 2026, 01:00 (Asia/Tokyo, UTC+9).');
    expect(text).not.toContain('03:00 (Asia');
    expect(text).toContain('05:00 (Asia/Tokyo, UTC+9), these are asked as well: Lee Tan.');
  });

  test('where one person is asked and nothing is to be said of it, there is no list', async () => {
    expect(await read({ asked: asked.slice(0, 1) })).not.toContain('Who decides');
  });
});

test('what the rules decided in the same turn, and what the run has done before, stand apart from what is asked', async () => {
  const shown = [{ label: 'Order', at: '/orderId', value: 'A-1001' }];
  const text = await read(
    {},
    {
      beside: [{ tool: 'find_order', shown, cameTo: 'let pass', at }],
      did: [{ tool: 'refund', shown, cameTo: 'refuted', at }],
    },
  );
  expect(text).toMatch(/What this run has done so far refund said to be carried out, and REFUTED .* Order A-1001/);
  expect(text).toMatch(/In the same turn, and not yours to decide find_order let pass by the rules/);
  expect(await read({})).toContain('So far this run has carried out nothing that changes anything.');
});

describe('whoever has nothing left to answer', () => {
  test.each([
    ['the call is for others since it was changed', {}, 'As it is now, others decide it.'],
    ['has said all that they can', { yours: 'reject' }, 'You have answered this call'],
  ] as const)('is told so and sees no empty place for a decision: %s', async (_, said, words) => {
    const page = await browsedPage({ view: requestView({ calls: [callView({ offers: [], ...said })] }) }).get();
    expect(flat(page.html)).toContain(words);
    expect(flat(page.html)).toMatch(/Nothing here waits for you Others decide/);
    for (const gone of ['Your decision', 'Go to the decision', 'Your approval is asked for', '<form'])
      expect(page.html).not.toContain(gone);
  });

  test('of one call only is led to the decision of the other', async () => {
    const calls = [callView({ offers: [] }), callView({ toolUseId: 'tooluse_2' as ToolUseId })];
    const { html } = await browsedPage({ view: requestView({ calls }) }).get();
    expect(html).toContain('href="#decision-1"');
    expect(html).toContain('id="decision-1"');
    expect(html).not.toContain('id="decision-0"');
    expect(flat(html)).toContain('An agent has stopped before this call');
  });
});

describe('after the decision, on the same link', () => {
  const standing = closed('approved');
  const reason = { kind: 'text', text: 'The statement shows it.' } as const;

  test.each([
    [{ kind: 'waiting' }, 'What became of itNot begun yet'],
    [{ kind: 'done', verified: true, reason }, 'Carried out (verified: a second look found it so)'],
    [{ kind: 'done', verified: false }, 'REFUTED: a second look did not find it so'],
    [{ kind: 'done' }, 'Carried out (not verified)'],
    [{ kind: 'unknown' }, 'Nobody knows whether it was carried out'],
    [{ kind: 'prevented' }, 'Not carried out: the gate stopped it before'],
    [
      { kind: 'prevented', because: 'too-late' },
      'WhyThe decision was too long ago when the action could have started.',
    ],
  ] as const)('%o is told as what it is', async (cameTo, words) => {
    const text = await read({ standing, offers: [], cameTo });
    expect(text).toContain(words);
    expect(text).toContain('Kim Osei');
  });

  test('an executor’s words are nobody’s promise, and end with the link', async () => {
    const cameTo = { kind: 'done', verified: true, reason } as const;
    expect(await read({ standing, offers: [], cameTo })).toMatch(
      /nobody vouches for these words:The statement shows it/,
    );
    const late = await read({ standing, offers: [], cameTo, deadline: at });
    expect(late).not.toContain('The statement');
    expect(late).toContain('verified: a second look found it so');
  });

  test('a call that a person changed says who, when and what, as long as the link shows contents', async () => {
    const edited = { by: person('alex', 'Alex Kim'), at, changes: [{ at: '/amount', before: 240, after: 184.5 }] };
    const done = { ...standing, outcome: 'approved-with-edits' } as const;
    const text = await read({ standing: done, offers: [], edited });
    expect(text).toMatch(
      /Approved with changes .* Alex Kim changed the arguments on .* Amount amount Before 240 number After 184\.5 number/,
    );
    expect(await read({ standing: done, offers: [], edited, deadline: at })).not.toContain('240');
    const { changes: _, ...erased } = edited;
    expect(await read({ edited: erased })).toContain('What was changed has been erased.');
  });

  test('among several calls, a line says that too few answered where some had', async () => {
    const answers = [{ ...person('lee', 'Lee Tan'), verdict: 'approve', at }] as const;
    const expired = { standing: closed('expired'), offers: [], quorum: 2 } as const;
    const calls = [callView({ ...expired, answers }), callView({ ...expired, toolUseId: 'tooluse_2' as ToolUseId })];
    const { html } = await browsedPage({ view: requestView({ calls }) }).get();
    const lines = [...html.matchAll(/<a href="#call-\d">.*?<span class="quiet">(.*?)<\/span>/gs)].map(
      ([, words]) => words,
    );
    expect(lines).toEqual(['Expired: too few people answered in time', 'Expired: nobody answered in time']);
  });
});
