import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { gatePage } from '../support/gate-page.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const people = ['morgan', 'alex', 'kim', 'lee'] as const;
const mailOf = (id: string) => `${id}@example.com`;

/** A run in which people were asked by this rule, said this, and let the deadline pass. */
async function expired(
  rule: JsonObject,
  ...said: readonly (readonly [string, 'approve' | 'reject'])[]
): Promise<Bench> {
  const gate = gateFile({
    mail: { from: 'gate@example.com', outcomes: true },
    approvers: Object.fromEntries(people.map((id) => [id, { name: `The ${id}`, mail: mailOf(id) }])),
    requesters: { sam: { mail: 'sam@example.com', hears: ['expired', 'finished'] } },
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rule: { ask: { approvers: [...people], deadline: '1h', ...rule } },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  for (const [as, verdict] of said) await made.decide(verdict, { call: 'c1', as: mailOf(as) });
  made.clock.forward(3_600_000);
  await made.drive();
  return made;
}

const told = ({ harness }: Bench) => resultsIn(harness.requests[1])[0];
const heard = ({ courier }: Bench, to: string) =>
  courier.sent
    .filter((sent) => sent.to === to && sent.message.subject === 'News')
    .map(({ message }) => JSON.parse(message.text) as { readonly calls: readonly Record<string, unknown>[] });

test('where one of two had approved, neither the agent nor the requester hears that nobody answered', async () => {
  const made = await expired({ quorum: 2 }, ['alex', 'approve']);
  expect(told(made)?.said['message']).toContain('1 of the 2 approvals that were needed came before the deadline.');
  expect(told(made)?.said).not.toHaveProperty('decidedBy');
  const short = { given: 1, needed: 2, noes: 0 };
  expect(heard(made, 'sam@example.com').map(({ calls }) => calls[0]?.['short'])).toEqual([short, short]);
});

test('a no that was not enough to reject it is counted as what it is', async () => {
  const made = await expired({ quorum: 2, veto: false }, ['alex', 'approve'], ['kim', 'reject']);
  expect(told(made)?.said['message']).toMatch(/1 of the 2 approvals .*, and 1 of those asked said no, which was not/);
  const alone = await expired({ veto: false }, ['kim', 'reject']);
  expect(told(alone)?.said['message']).toMatch(/0 of the 1 approval that was needed .*, and 1 of those asked said no/);
});

test('where nobody had said anything, that is what is said', async () => {
  const made = await expired({ quorum: 2 });
  expect(told(made)?.said['message']).toContain('Nobody answered before the deadline.');
  expect(heard(made, 'sam@example.com')[0]?.calls[0]).not.toHaveProperty('short');
  const { html } = await gatePage(made.ports).get(
    made.courier.sent
      .find(({ to }) => to === mailOf('alex'))
      ?.message.text.split('/')
      .at(-1) ?? '',
  );
  expect(html).toContain('Expired: nobody answered in time');
});
