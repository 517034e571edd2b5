import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve } from '../support/local-page.ts';
import { startLocalProcess } from '../support/local-process.ts';
import { isAtRest, type LocalRuns, localRuns, type StartedRun } from '../support/local-runs.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

// A turn that outlasts the process, within the harness's 60 seconds: each of its events comes after eight of real time.
const slow = 'delayMs: 8000';
const call = '{ call: { tool: approve_purchase, id: call, input: { item: A lamp, amount: 20 } } }';
const agent = `
agent: slow where the prompt says so
dialogue:
  - when:
      - user: { matches: 'continues an earlier one that was lost.*"outcome":"approved"' }
        do: [{ say: I know that it was approved. }]
      - { user: continues an earlier one that was lost, do: [{ say: I begin again. }] }
      - { user: slow at first, do: [{ say: Never heard., ${slow} }] }
      - { user: slow on resume, do: [${call}, { say: Never heard., ${slow} }] }
      - { user: ask, do: [${call}, { say: 'I was told: {{result.text}}' }] }
`;

// One desk is killed in the middle of everything: each run is at a bad moment of its own.
const directory = mkdtempSync(join(tmpdir(), 'killed-'));
const moments = ['waiting', 'slow at first', 'slow on resume', 'decided', 'resumed'] as const;
const runs = new Map<(typeof moments)[number], StartedRun>();
let waitingLink = '';
let stack: LocalStack;

beforeAll(async () => {
  const script = join(directory, 'agent.yaml');
  writeFileSync(script, agent);
  const local = await startLocalProcess(join(directory, 'local'), { gate: 'examples/purchase', agent: script });
  try {
    await intoTrouble(localRuns(local.endpoints));
  } finally {
    await local.kill();
  }
  stack = await startLocalStack({ gate: 'purchase', agent, directory: join(directory, 'local') });
});
afterAll(async () => {
  await stack?.close();
  rmSync(directory, { recursive: true, force: true });
});

async function intoTrouble(before: LocalRuns): Promise<void> {
  const begun = async (moment: (typeof moments)[number], prompt: string) => {
    const run = await before.start(prompt);
    runs.set(moment, run);
    return run;
  };
  waitingLink = await before.openLink(await begun('waiting', 'ask'));
  const resuming = await begun('slow on resume', 'slow on resume');
  await approve(await before.openLink(resuming));
  const first = await begun('slow at first', 'slow at first');
  const marks = (run: StartedRun, count: number) =>
    eventually(`mark ${count}`, async () =>
      (await before.entries(run, 'turn.started')).length === count ? true : undefined,
    );
  await marks(first, 1);
  await marks(resuming, 2);
  // Killed once the ledger has the verdict, whether or not the wake-up went out.
  const [resumed, decided] = [await begun('resumed', 'ask'), await begun('decided', 'ask')];
  await approve(await before.openLink(resumed));
  const link = await before.openLink(decided);
  const approving = approve(link).catch(() => undefined);
  await eventually('the verdict', async () => (await before.entries(decided, 'verdict.recorded'))[0]);
  void approving;
}

function at(moment: (typeof moments)[number]): StartedRun {
  const run = runs.get(moment);
  if (run === undefined) throw new Error(`No run got to the moment ${moment}`);
  return run;
}

test('a run that waited when its desk was killed is still waiting, and its old link still decides', async () => {
  const run = at('waiting');
  expect((await approve(waitingLink)).status).toBe(200);
  expect((await stack.end(run)).output).toMatchObject({
    outcome: 'done',
    turns: 2,
    verdicts: { call: { outcome: 'approved' } },
  });
  expect(await stack.entries(run, 'notice.sent')).toHaveLength(1);
});

test('a run that was going on when its desk was killed comes to the right end', async () => {
  // Whatever the task was at, its ledger has the verdict.
  const { output } = await endLater(at('resumed'));
  expect(output).toMatchObject({ outcome: 'done', verdicts: { call: { outcome: 'approved' } } });
});

test('a verdict that was recorded when the desk was killed is found, at the latest at the deadline', async () => {
  expect((await endLater(at('decided'))).output).toMatchObject({
    outcome: 'done',
    verdicts: { call: { outcome: 'approved' } },
  });
  expect(await stack.entries(at('decided'), 'verdict.recorded')).toHaveLength(1);
});

test.each([
  ['slow at first', 'I begin again.'],
  ['slow on resume', 'I know that it was approved.'],
] as const)(
  'a turn that was cut down with the desk (%s) is not sent again but begun in a new session',
  async (moment, claim) => {
    const run = at(moment);
    expect((await endLater(run)).output).toMatchObject({ outcome: 'done', claim: { text: claim } });
    expect(await stack.entries(run, 'turn.failed')).toMatchObject([{ failure: 'in-doubt' }]);
    expect(await stack.entries(run, 'session.retired')).toMatchObject([{ epoch: 0, because: 'in-doubt' }]);
  },
);

test('no turn was sent twice: each session heard no more often than there are marks for it', async () => {
  const log = readFileSync(join(directory, 'local', 'desk.log'), 'utf8');
  const heard = [...log.matchAll(/InvokeHarness (\S+)/g)].map(([, sessionId]) => sessionId);
  expect(heard.length).toBeGreaterThan(5);
  for (const run of runs.values()) {
    await stack.end(run);
    const marks = (await stack.entries(run, 'turn.started')).map(({ sessionId }) => sessionId);
    for (const sessionId of new Set(marks)) {
      const times = heard.filter((one) => one === sessionId).length;
      expect(times).toBeLessThanOrEqual(marks.filter((one) => one === sessionId).length);
    }
  }
});

/** Goes on to the end over all pauses, and over the deadline if it comes to that. */
async function endLater(run: StartedRun) {
  const newest = async (one: StartedRun) => (await stack.history(one)).at(-1)?.type ?? '';
  await eventually(`the end of ${run.executionArn}`, async () => {
    if ((await newest(run)).startsWith('Execution')) return true;
    const all = await Promise.all([...runs.values()].map(newest));
    // A jump of the clock then ends pauses and waits, and cuts off nothing that has begun.
    if (all.every(isAtRest)) await stack.advance(600_000);
    return undefined;
  });
  return stack.end(run);
}
