import { expect, test } from 'vitest';
import { reportOf } from '../../lib/gate/report.ts';
import { callFactsOf } from '../../lib/gate/report-facts.ts';
import type { GrantView } from '../../lib/gate/views.ts';
import { type Bench, bench } from '../support/bench.ts';
import { gatePage } from '../support/gate-page.ts';
import { type Reply, scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, ending, hooked, resultEvents, type SaidCall } from '../support/stream.ts';
import { asking, grantingGate, hook, transfer } from './grant-bench.ts';

const own = { id: 'use-1', tool: 'payments___transfer', input: transfer };
const sam = { mail: 'sam@example.com', hears: ['finished'] };
// The agent does something else first, which waits for a person.
const another = asking('ask-2', { ...transfer, amount: 481 });
const mail = { from: 'gate@example.com', outcomes: true };

/** The turn in which the agent makes the call that it was given leave for, and what the harness says of it. */
function using(status: string, decision: 'allow' | 'deny' = 'allow'): Reply {
  return [
    ...resultEvents([{ id: 'ask-1' }]),
    ...assistant({ calls: [own] }, 'tool_use'),
    hooked(decision, 'use-1'),
    ...resultEvents([{ id: 'use-1', status }]),
    ...assistant({ text: 'Paid.' }, 'end_turn'),
  ];
}

/** A call that the harness runs by itself, or is kept from running: then its stream may hold no result of it. */
const hooking = (call: SaidCall, decision: 'allow' | 'deny') => [
  ...assistant({ calls: [call] }, 'tool_use'),
  hooked(decision, call.id),
  ...(decision === 'allow' ? resultEvents([{ id: call.id, status: 'success' }]) : []),
];

/** A run that was asked about a transfer and approved; `before` happens as the turn that is told of it begins. */
async function approved(
  told: readonly Reply[],
  before?: (made: Bench) => Promise<unknown>,
  first: Reply = asking('ask-1'),
): Promise<Bench> {
  const made: Bench = bench({
    harness: scriptedHarness([first, ...told]),
    gate: grantingGate('Moves money.', { mail, requesters: { sam } }),
    around: async (name, call) => {
      if (name === 'harness.invoke' && made.harness.requests.length === 1) await before?.(made);
      return call();
    },
  });
  await made.drive();
  await made.decide('approve', { call: 'ask-1' });
  return made;
}

/** What each kind of notice said of the call's leave. */
function toldOf(made: Bench, to: string): readonly unknown[] {
  const views = made.courier.sent
    .filter(({ to: who, message }) => who === to && message.subject === 'News')
    .map(({ message }) => JSON.parse(message.text) as { readonly calls: readonly Record<string, unknown>[] });
  return views.map(({ calls }) => calls[0]?.['cameTo'] ?? calls[0]?.['grant']);
}

const stands = (standing: GrantView['standing']) => ({ kind: 'grant', standing, at: expect.stringMatching(/^2026-/) });

test.each([
  ['success', 'ran', 'the harness says that it ran. Nobody has verified what it did'],
  ['error', 'ran-with-error', 'the harness says that it ended with an error.'],
] as const)('a leave that was used says when, and that the harness reports %s', async (status, standing, words) => {
  const made = await approved([using(status)], hook);
  const page = gatePage(made.ports);
  const secret = made.secretOf('morgan@example.com');
  await made.drive();
  const [usedAt] = made.ledger.stored((await made.run()).calls[0]?.grant?.grantId ?? '').slice(1);
  expect(usedAt).toBeDefined();
  const { html } = await page.get(secret);
  expect(html).toContain('Used: the agent made this call on ');
  expect(html).toContain(words);
  expect(toldOf(made, 'morgan@example.com')).toEqual([stands(standing)]);
  expect(toldOf(made, 'sam@example.com')).toEqual([stands(standing)]);
});

test('of a call that was kept back all the same, since the gate was stopped, nobody says that it passed', async () => {
  const made = await approved([using('error', 'deny')], hook);
  const secret = made.secretOf('morgan@example.com');
  await made.drive();
  expect((await gatePage(made.ports).get(secret)).html).toContain('and it was kept back, since the whole gate');
});

test('a leave that was not used yet says so and until when, and after that that it never was', async () => {
  const made = await approved([another]);
  const secret = made.secretOf('morgan@example.com');
  await made.drive();
  const { until } = (await made.run()).calls[0]?.grant ?? {};
  const page = gatePage(made.ports);
  const shown = async () => (await page.get(secret)).html;
  expect(await shown()).toContain('Not used yet: the agent may make exactly this call once, until ');
  // The agent may still make it, so that nothing has come of it yet that a notice could tell.
  expect(toldOf(made, 'morgan@example.com')).toEqual([]);
  await hook(made);
  expect(await shown()).toContain('and it was let pass. What the tool did then is not known here');
  const late = await approved([another]);
  const lateSecret = late.secretOf('morgan@example.com');
  await late.drive();
  late.clock.set(until ?? '');
  expect((await gatePage(late.ports).get(lateSecret)).html).toContain('Never used: the agent had not made this call');
});

test.each([
  ['allow', 'ran'],
  ['deny', 'denied'],
] as const)(
  'a run that goes on tells what became of a leave once its call was made: %s',
  async (decision, standing) => {
    const made = await approved([[...resultEvents([{ id: 'ask-1' }]), ...hooking(own, decision), ...another]], hook);
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect(toldOf(made, 'morgan@example.com')).toEqual([stands(standing)]);
  },
);

test('what was made before the leave, and another tool behind it, are no use of it', async () => {
  const early = { ...own, id: 'use-0' };
  const first = [...hooking(early, 'deny'), ...asking('ask-1')];
  const other = { id: 'find-1', tool: 'find_items', input: {} };
  const then = [...resultEvents([{ id: 'ask-1' }]), ...hooking(other, 'allow'), ...another];
  const made = await approved([then], undefined, first);
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  expect((await made.run()).calls.map(({ name }) => name)).toEqual([
    own.tool,
    'request_approval',
    'find_items',
    'request_approval',
  ]);
  expect(toldOf(made, 'morgan@example.com')).toEqual([]);
});

test('a leave whose session was lost is told of while the run goes on in another', async () => {
  const lost = [assistant({ text: 'I' }, 'end_turn')[0] ?? {}];
  const made = await approved([lost, another]);
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  expect(toldOf(made, 'morgan@example.com')).toEqual([stands('session-over')]);
});

test('of calls that two sessions made under one id, the requester hears what became of the newest', async () => {
  const lost = [assistant({ text: 'I' }, 'end_turn')[0] ?? {}];
  const small = asking('ask-1', { ...transfer, amount: 10 });
  const made = await approved([lost, small, ending('I will not.', 'ask-1')]);
  await made.drive();
  const [first, newest] = (await made.run()).calls.map(({ grant }) => grant?.until);
  expect(newest).not.toBe(first);
  expect(toldOf(made, 'sam@example.com')).toEqual([{ ...stands('session-over'), at: newest }]);
});

test('no notice of a leave goes out before the agent could use it', async () => {
  let toldBefore: readonly unknown[] | undefined;
  const made = await approved([ending('I will not.', 'ask-1')], async (world) => {
    toldBefore = toldOf(world, 'morgan@example.com');
  });
  await made.drive();
  expect(toldBefore).toEqual([]);
  expect(toldOf(made, 'morgan@example.com')).toEqual([stands('session-over')]);
  expect(toldOf(made, 'sam@example.com')).toEqual([stands('session-over')]);
});

test('of a leave whose session was lost the people hear that it was never used', async () => {
  const lost = [assistant({ text: 'I' }, 'end_turn')[0] ?? {}];
  const made = await approved([lost, ending('It is lost.')]);
  expect(await made.drive()).toMatchObject({ kind: 'ended' });
  expect(toldOf(made, 'morgan@example.com')).toEqual([stands('session-over')]);
});

test('where the record of a leave cannot be believed, the page says no more than what the agent was told', async () => {
  const made = await approved([using('success')], hook);
  const secret = made.secretOf('morgan@example.com');
  await made.drive();
  made.ledger.stored((await made.run()).calls[0]?.grant?.grantId ?? '').shift();
  const { html } = await gatePage(made.ports).get(secret);
  expect(html).toContain('Whether it did cannot be said: the record of that cannot be believed');
});

test.each([
  ['success', 'the harness ran it'],
  ['error', 'the harness ran it, with an error'],
])('a report says of the call that was made whose leave it had, and of its %s', async (status, outcome) => {
  const made = await approved([using(status)], hook);
  await made.drive();
  const report = await reportOf(made.ports, await made.run());
  const [asked, own] = report.calls;
  expect([asked?.onGrantOf, own?.onGrantOf]).toEqual([undefined, 'ask-1']);
  const facts = own === undefined ? [] : callFactsOf(own).map(({ label, text }) => `${label} ${text}`);
  expect(facts).toContain('Rules were applied to ask-1, whose grant let exactly this call pass');
  expect(facts).toContain(`Outcome ${outcome}`);
});
