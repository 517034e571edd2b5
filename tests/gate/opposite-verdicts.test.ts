import { request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postSigned } from '../../lib/aws/signed-route.ts';
import { exitCodes } from '../../lib/cli/exit-codes.ts';
import type { StoredCommit } from '../../lib/core/commit.ts';
import type { Run } from '../../lib/core/run.ts';
import { viewLink } from '../../lib/gate/open-link.ts';
import type { Ledger } from '../../lib/gate/ports.ts';
import { verifyRun } from '../../lib/gate/verify-run.ts';
import type { RequestView } from '../../lib/gate/views.ts';
import { hiddenFields } from '../../lib/web/form-ticket.ts';
import { countersign } from '../cli/host.ts';
import { type WaitingRun, waitingAt } from '../cli/waiting-run.ts';
import { around } from '../support/around.ts';
import { bench } from '../support/bench.ts';
import { type GateDoors, gateDoors } from '../support/gate-doors.ts';
import { gateFile } from '../support/gate-files.ts';
import type { MemoryLedger } from '../support/memory-ledger.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending } from '../support/stream.ts';
import { formOf } from '../web/page-browser.ts';

const pairs = 1_000;
// `transfer` demands a code, of `hire` two must say yes. Few calls a run: each answer reads and folds the whole record.
const runs = [
  ['buy', 'buy', 'transfer', 'hire'],
  ['buy', 'buy', 'buy', 'buy'],
] as const;
type Tool = (typeof runs)[number][number];
type Said = 'approve' | 'reject';

const asking = (more: object) => ({
  description: 'Spends money.',
  inputSchema: { type: 'object' },
  rule: { ask: { approvers: ['morgan', 'alex'], deadline: '1h', ...more } },
});
const gate = gateFile({
  approvers: {
    morgan: { name: 'Morgan', mail: 'morgan@example.com', iam: 'arn:aws:iam::123456789012:role/morgan' },
    alex: { name: 'Alex', mail: 'alex@example.com', iam: 'arn:aws:iam::123456789012:role/alex' },
  },
  caps: { approvals: 4 },
  tools: { buy: asking({}), transfer: asking({ assurance: 'code' }), hire: asking({ quorum: 2 }) },
});

/** Numbers that look random and are the same each time (a linear congruential generator with Knuth's constants). */
function dice(seed: number): (sides: number) => number {
  let state = BigInt(seed);
  return (sides) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    return Number((state >> 33n) % BigInt(sides));
  };
}

const roll = dice(5);
/** Lets others go first: up to so many turns of the event loop, in each of which a request may come in. */
async function pause(most: number): Promise<void> {
  for (let left = roll(most + 1); left > 0; left -= 1) await turn();
}

let doors: GateDoors;
beforeAll(async () => {
  doors = await gateDoors();
});
afterAll(() => doors?.close());

interface Waiting extends WaitingRun {
  readonly page: ReturnType<GateDoors['open']>;
  readonly link: string;
  /** What Morgan sees behind the link. */
  readonly view: RequestView;
}

/** A run that waits for people, its gate behind the doors; whoever comes in pauses at everything that is read and written. */
async function waiting(tools: readonly Tool[]): Promise<Waiting> {
  const calls = tools.map((tool, index) => ({ id: `c${index}`, tool, input: { what: `a ${tool}` } }));
  const waits = await waitingAt(bench({ gate, harness: scriptedHarness([calling(...calls), ending('Well.')]) }));
  const { made } = waits;
  const ledger = loadedOnce(made.ledger);
  const paused = around<Ledger>(ledger, 'ledger', async (_, next) => {
    await pause(3);
    return next();
  });
  const page = doors.open({ ...made.ports, ledger: paused });
  const link = made.secretOf('morgan@example.com');
  const found = await viewLink({ ...made.ports, ledger }, link);
  if (found.kind !== 'request') throw new Error('The link leads nowhere.');
  return { ...waits, ports: { ...waits.ports, ledger }, page, link, view: found.request };
}

/** Gives out the same commits until there are more, so that they are checked and folded once and not by everybody. */
function loadedOnce(ledger: MemoryLedger): Ledger {
  let known: readonly StoredCommit[] = [];
  return {
    append: (commit) => ledger.append(commit),
    load: async (runId) => {
      if (known.length !== ledger.stored(runId).length) known = await ledger.load(runId);
      return known;
    },
  };
}

interface Race {
  readonly id: string;
  readonly tool: Tool;
  readonly page: Said;
  readonly signed: Said;
  readonly signer: 'morgan' | 'alex';
}

interface Heard {
  /** What the page answered with. */
  readonly status: number | undefined;
  readonly exitCode: number;
  readonly printed: string;
}

/** Morgan presses the page's button while somebody types y at a terminal that has shown everything. */
async function run(waits: Waiting, { id, signed, signer, ...race }: Race): Promise<Heard> {
  const form = await lastForm(waits, { id, ...race });
  const session = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: `role:${signer}/laptop` };
  const routes = { url: doors.url, region: 'us-east-1', credentials: async () => session };
  let clicked: Promise<number | undefined> | undefined;
  const { code, text, errors } = await countersign([signed, waits.requestId, '--call', id], {
    ...waits.ports,
    typed: 'y',
    route: async (path, body) => {
      // A signature takes longer than a click.
      clicked = pause(5).then(() => click(form));
      await pause(2);
      return postSigned(routes, { path, body });
    },
  });
  return { status: await clicked, exitCode: code, printed: text + errors };
}

/** All that Morgan's browser sends when the last button is pressed. */
async function lastForm(
  { made, page, link, view }: Waiting,
  { id, tool, page: verdict }: Pick<Race, 'id' | 'tool' | 'page'>,
): Promise<Readonly<Record<string, string>>> {
  if (tool === 'transfer') {
    const confirmed = await page.post(formOf((await page.get(link, { query: `${verdict}=${id}` })).html, verdict));
    return { ...formOf(confirmed.html, verdict), code: made.courier.sent.at(-1)?.message.text ?? '' };
  }
  const call = view.calls.find(({ toolUseId }) => toolUseId === id);
  if (call === undefined) throw new Error(`${id} is not on the page.`);
  const ticket = { linkSecret: link, request: view, call, now: made.clock.now() };
  const fields = await hiddenFields(ticket, { verdict, step: 'confirm' });
  return formOf(`<form>${fields}<button name="verdict" value="${verdict}"></form>`, verdict);
}

/** Posts a form as a browser would. @returns the status of the answer */
function click(form: Readonly<Record<string, string>>): Promise<number | undefined> {
  const headers = {
    origin: doors.url,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return new Promise((resolve, reject) => {
    // Not fetch: to read a thousand pages through its streams takes longer than to make them.
    const sent = request(`${doors.url}/verdict`, { method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sent.once('error', reject).end(new URLSearchParams(form).toString());
  });
}

/** Holds what both heard against the record. @returns who was first */
function held(record: Run, { race, heard }: { readonly race: Race; readonly heard: Heard }): 'page' | 'signed' {
  const call = record.calls.find(({ toolUseId }) => toolUseId === race.id);
  const assurance = race.tool === 'transfer' ? ('code' as const) : ('link' as const);
  const ofPage = { verdict: race.page, approverId: 'morgan', assurance };
  const ofSigned = { verdict: race.signed, approverId: race.signer, assurance: 'iam' as const };
  const isOfPage = call?.verdicts[0]?.assurance === assurance;
  const [first, second] = isOfPage ? [ofPage, ofSigned] : [ofSigned, ofPage];
  // Where two must say yes, the first of them decides nothing, and the no behind it does.
  const isSecondCounted = race.tool === 'hire' && first.verdict === 'approve';
  const { verdict, approverId } = second;
  expect({
    verdicts: call?.verdicts,
    outcome: call?.closed?.outcome,
    setAside: record.setAside.filter(({ toolUseId }) => toolUseId === race.id),
    heard,
  }).toMatchObject({
    verdicts: isSecondCounted ? [first, second] : [first],
    outcome: !isSecondCounted && first.verdict === 'approve' ? 'approved' : 'rejected',
    setAside: isSecondCounted ? [] : [{ verdict, approverId, why: 'decided-already' }],
    heard: {
      status: isOfPage || isSecondCounted ? 200 : 409,
      exitCode: !isOfPage || isSecondCounted ? exitCodes.ok : exitCodes.findings,
      printed: expect.stringContaining(!isOfPage || isSecondCounted ? 'verdict is recorded' : 'kept as evidence'),
    },
  });
  return isOfPage ? 'page' : 'signed';
}

test(`${pairs} times two opposite verdicts at once, by page and by command line: one outcome each, and both are in the record`, async () => {
  const first = new Map<string, number>();
  for (let done = 0; done < pairs; ) {
    const waits = await waiting(runs[roll(runs.length)] ?? runs[0]);
    const heard: { readonly race: Race; readonly heard: Heard }[] = [];
    for (const { toolUseId, tool } of waits.view.calls) {
      const [page, signed] = roll(2) === 0 ? (['approve', 'reject'] as const) : (['reject', 'approve'] as const);
      // Of two people, or of one who is of two minds.
      const signer = roll(2) === 0 ? 'alex' : 'morgan';
      const race: Race = { id: toolUseId, tool: tool as Tool, page, signed, signer };
      heard.push({ race, heard: await run(waits, race) });
      done += 1;
    }
    const record = await waits.made.run();
    for (const one of heard) {
      const winner = `${one.race.tool} ${held(record, one)}`;
      first.set(winner, (first.get(winner) ?? 0) + 1);
    }
    // The last of its answers wakes the run, once, and with nothing but that.
    const { taken, late } = doors.wakeUps();
    expect(taken).toEqual(['{"output":"{}"}']);
    expect(late.filter((sent) => sent !== taken[0])).toEqual([]);
    expect((await verifyRun(waits.made.ports, waits.made.runId)).findings).toEqual([]);
  }
  expect(doors.failures).toEqual([]);
  // Had one of the doors always been first, this would have been no race.
  for (const tool of ['buy', 'transfer', 'hire'] as const) {
    const [page = 0, signed = 0] = [first.get(`${tool} page`), first.get(`${tool} signed`)];
    expect([tool, Math.min(page, signed) > (page + signed) / 10]).toEqual([tool, true]);
  }
}, 120_000);
