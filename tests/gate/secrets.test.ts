import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { restartingGate } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const input = {
  prompt: 'Buy a chair for Erika Mustermann.',
  requester: 'erika@example.org',
  actor: 'erika-1971',
  labels: { ticket: 'T-4711' },
};

async function wholeRun() {
  const harness = scriptedHarness([
    calling(buying('c1', 'a very private chair'), { id: 'c2', tool: 'shout' }),
    { kind: 'unanswered', error: 'TimeoutError', message: 'lost with Erika inside' },
    ending('Erika has her chair.'),
  ]);
  const made = bench({ harness, gate: restartingGate(), input });
  await made.drive();
  await made.decide('approve', { call: 'c1', comment: 'For Erika, of course.' });
  await made.decide('reject', { call: 'c2', as: 'arn:aws:sns:us-east-1:123456789012:ops', comment: 'No shouting.' });
  const tokens = [made.liveToken() ?? ''];
  const rest = await made.drive();
  expect(rest).toMatchObject({ kind: 'ended', next: { next: 'done' } });
  const secrets = made.courier.sent.map(({ message }) => message.text.slice(message.text.lastIndexOf('/') + 1));
  return { ...made, secrets, tokens, rest };
}

test('no task token and no link secret is in any entry or any content', async () => {
  const { ledger, contents, secrets, tokens } = await wholeRun();
  const kept = ledger.everything() + contents.everything();
  expect(secrets).toHaveLength(2);
  for (const secret of [...secrets, ...tokens]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  }
});

test('what goes to the harness has neither', async () => {
  const { harness, secrets, tokens } = await wholeRun();
  const sent = JSON.stringify(harness.requests);
  for (const secret of [...secrets, ...tokens]) expect(sent).not.toContain(secret);
});

test('no words of the requester, the agent, an approver or an error stand in an entry, only commitments to them', async () => {
  const { ledger, contents } = await wholeRun();
  const entries = ledger.everything();
  for (const word of ['Erika', 'erika', 'chair', 'T-4711', 'shouting', 'May I', 'example.com', 'example.org']) {
    expect(entries).not.toContain(word);
  }
  expect(contents.everything()).toContain('a very private chair');
});

test('the end of a run puts nothing but the claim and the facts into its output', async () => {
  const { rest, secrets, tokens } = await wholeRun();
  const output = JSON.stringify(rest);
  for (const hidden of [...secrets, ...tokens, 'T-4711', 'erika-1971', 'very private']) {
    expect(output).not.toContain(hidden);
  }
});
