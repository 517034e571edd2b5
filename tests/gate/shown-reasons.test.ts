import { expect, test } from 'vitest';
import { viewLink } from '../../lib/gate/open-link.ts';
import type { Invoked } from '../../lib/gate/ports.ts';
import type { ActedView } from '../../lib/gate/views.ts';
import { answered, asking, done, look } from './acting-bench.ts';

const refuted = answered({ status: 'refuted', reason: 'The shelf is empty.', terminal: true });

test.each<readonly [string, readonly Invoked[], Partial<ActedView>]>([
  ['an executor that was not reached', [{ kind: 'not-invoked', error: 'AccessDenied' }], { because: 'not-invoked' }],
  ['an answer that is none', [answered({ status: 'ok' })], { because: 'unreadable-answer' }],
  ['no answer', [{ kind: 'unanswered', error: 'TimeoutError' }], { because: 'unanswered' }],
  [
    'an executor that says why',
    [answered({ status: 'failed', reason: 'Sold out.' })],
    { reason: { kind: 'text', text: 'Sold out.' } },
  ],
])(
  'of %s approvers read the gate’s own words in their language, and only others’ words as they are',
  async (...given) => {
    const [, answers, expected] = given;
    const made = await asking(answers);
    const secret = made.secretOf('morgan@example.com');
    await made.end();
    const found = await viewLink(made.ports, secret);
    const cameTo = found.kind === 'request' ? found.request.calls[0]?.cameTo : undefined;
    expect(cameTo).toMatchObject(expected);
    expect(Object.keys(cameTo ?? {}).filter((name) => name === 'because' || name === 'reason')).toEqual(
      Object.keys(expected),
    );
  },
);

test('what a verifier said is shown as its words, and nothing of ours where it was erased', async () => {
  const made = await asking([done], { executor: { verifier: { lambda: look } }, verdict: refuted });
  const secret = made.secretOf('morgan@example.com');
  await made.end();
  const shown = async () => {
    const found = await viewLink(made.ports, secret);
    return found.kind === 'request' ? found.request.calls[0]?.cameTo : undefined;
  };
  expect(await shown()).toMatchObject({ verified: false, reason: { kind: 'text', text: 'The shelf is empty.' } });
  const checked = (await made.run()).calls[0]?.action?.checked;
  if (checked === undefined || checked.type === 'action.unverified') throw new Error('Nobody looked.');
  made.contents.erase(made.runId, checked.reason.contentId);
  expect(await shown()).toMatchObject({ verified: false, reason: { kind: 'erased' } });
});
