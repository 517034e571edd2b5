import { expect, test } from 'vitest';
import { askedFacts, askedLines } from '../../lib/cli/asked-facts.ts';
import { viewLink } from '../../lib/gate/open-link.ts';
import { alex, edit, type Paying, pay, paying } from './edit-bench.ts';

const morgan = 'morgan@example.com';

async function seenBy(made: Paying, to = morgan) {
  const view = await viewLink(made.ports, made.secretOf(to));
  if (view.kind !== 'request') throw new Error('The link leads nowhere.');
  const [call] = view.request.calls;
  if (call === undefined) throw new Error('There is no call.');
  return call;
}

async function lines(made: Paying) {
  const run = await made.run();
  return run.calls.flatMap((call) => askedLines(askedFacts(run, call, made.clock.now()))).join('\n');
}

test('what one of two approvers wrote is seen by the other while the call is open', async () => {
  const made = await paying(500);
  await made.decide('approve', { call: 'c1', as: alex, comment: 'Only this once.' });
  const { asked } = await seenBy(made);
  expect(asked).toMatchObject([
    { id: 'morgan' },
    { id: 'alex', answer: { verdict: 'approve', words: { kind: 'text', text: 'Only this once.' } } },
  ]);
  expect(asked[0]).not.toHaveProperty('answer');
});

test('an edit comes with the words of whoever made it, and an approval of the call before it stands as one that counts no more', async () => {
  const made = await paying(500);
  await made.decide('approve', { call: 'c1', as: alex, comment: 'Fine by me.' });
  await edit(made, pay(400), { comment: 'Only 400 was agreed.' });
  await made.drive();
  const call = await seenBy(made, alex);
  expect(call.edited).toMatchObject({ by: { id: 'morgan' }, words: { kind: 'text', text: 'Only 400 was agreed.' } });
  expect(call.asked).toMatchObject([
    { id: 'morgan', answer: { verdict: 'edit', words: { text: 'Only 400 was agreed.' } } },
    { id: 'alex', before: { verdict: 'approve', words: { text: 'Fine by me.' } } },
  ]);
  expect(call.asked[1]).not.toHaveProperty('answer');
  expect(call.offers).toContain('approve');
  expect(await lines(made)).toMatch(/alex: may decide, said approve at \S+ to the call as it was before a change/);
  await made.decide('approve', { call: 'c1', as: alex });
  expect(await lines(made)).not.toContain('before a change');
});

test('words that were erased are said to be', async () => {
  const made = await paying(500);
  await made.decide('approve', { call: 'c1', as: alex, comment: 'Only this once.' });
  const contents = { ...made.ports.contents, get: async () => undefined };
  const view = await viewLink({ ...made.ports, contents }, made.secretOf(morgan));
  expect(view).toMatchObject({
    request: { calls: [{ asked: [{ id: 'morgan' }, { id: 'alex', answer: { words: { kind: 'erased' } } }] }] },
  });
});
