import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { writeEndpoints } from '../../bin/serve-local.ts';
import type { RunId } from '../../lib/core/ids.ts';
import { deskCli } from '../cli/desk-cli.ts';
import { eventually } from '../support/local-eventually.ts';
import { starterGate } from '../support/local-gates.ts';
import { approve, openPage } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

// Asks one person; or goes on for as long as the guard lets it: 75 rounds are the harness's own limit.
const agent = `
agent: asks, or goes on until it is denied
tools:
  look_up: { text: found }
dialogue:
  - when:
      - user: Ask
        do:
          - call: { tool: ask_one, id: call, input: { what: leave } }
          - say: I have my answer.
      - user: Look everything up
        do:
          - { label: again, call: { tool: look_up, input: {} }, delayMs: 15 }
          - when:
              - result: { tool: look_up, status: error }
                do: [{ say: 'I was denied: {{result.text}}', stop: end_turn }]
            else: [{ goto: again }]
`;

export function stopScenarios(stack: () => LocalStack): void {
  beforeAll(() => {
    stack().setAgent({ agent });
    writeEndpoints(stack().directory, { ...stack().endpoints, deskUrl: 'http://127.0.0.1:1' });
  });

  test('a stop that comes in the middle of a turn has the next call of the harness denied, and the run ends as stopped', async () => {
    const run = await stack().start('Look everything up.');
    await eventually('the turn', async () => (await stack().entries(run, 'turn.started'))[0]);
    const words = ['stop', '--run', run.runId, '--reason', 'Enough.', '--as', 'user/ops'];
    const { code, errors } = await deskCli(stack().directory)(...words);
    expect([code, errors]).toEqual([0, '']);
    const { output } = await stack().end(run);
    expect(output).toMatchObject({
      outcome: 'stopped',
      reason: 'operator',
      turns: 1,
      claim: { text: expect.stringContaining('this run was stopped by an operator') },
    });
    const calls = await stack().entries(run, 'call.recorded');
    const last = calls.at(-1)?.toolUseId;
    expect(await stack().entries(run, 'call.denied')).toMatchObject([{ toolUseId: last }]);
    const ran = (await stack().entries(run, 'call.ran')).filter(({ status }) => status === 'success');
    expect(ran.map(({ toolUseId }) => toolUseId)).toEqual(calls.slice(0, -1).map(({ toolUseId }) => toolUseId));
    expect(await stack().entries(run, 'guard.missing')).toEqual([]);
  });

  test('a stop of the whole gate lists what is in flight, cancels what people were asked and lets nothing begin until it is lifted', async () => {
    const countersign = deskCli(stack().directory);
    const asPortal = ['run', '--prompt', 'Ask.', '--requester', 'dana', '--as', 'user/portal'];
    const waiting = await stack().start('Ask.');
    const link = await stack().openLink(waiting);
    const busy = await stack().start('Look everything up.');
    await eventually('the turn', async () => (await stack().entries(busy, 'turn.started'))[0]);

    const stopped = await countersign('stop', '--all', '--reason', 'A drill.', '--as', 'user/ops', '--json');
    expect([stopped.code, stopped.errors]).toEqual([0, '']);
    expect(JSON.parse(stopped.text)).toMatchObject({
      body: { runs: 2, inFlight: [{ runId: busy.runId, what: 'turn', turn: 1 }] },
    });
    for (const run of [waiting, busy])
      expect((await stack().end(run)).output).toMatchObject({ outcome: 'stopped', reason: 'operator' });
    const page = await openPage(link);
    expect([page.status, page.forms]).toEqual([410, []]);
    expect(page.text).toContain('The whole gate was stopped, and this run with it');
    const told = await eventually('the mail', async () =>
      (await stack().mails()).find(({ subject }) => subject.startsWith('Nothing left to answer')),
    );
    expect(told.text).toContain('The whole gate was stopped');

    const refused = await countersign(...asPortal);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringMatching(/409.*The gate is stopped since/)]);
    const claimed = await stack().start('Ask.');
    expect((await stack().end(claimed)).output).toMatchObject({ outcome: 'stopped', turns: 0 });
    const gateFile = join(stack().directory, 'gate.yaml');
    writeFileSync(gateFile, starterGate());
    expect((await countersign('doctor', gateFile)).text).toContain('PROBLEM stop: the whole gate is stopped since');

    expect((await countersign('go', '--reason', 'Over.', '--as', 'user/ops')).code).toBe(0);
    expect((await countersign('audit', 'show', 'stop')).text).toMatch(/user\/ops.*A drill\..*lifted.*Over\./s);
    expect((await countersign('doctor', gateFile)).text).toContain('ok      stop:');
    const anew = await countersign(...asPortal, '--json');
    const run = z.object({ runId: z.string(), executionArn: z.string() }).parse(JSON.parse(anew.text));
    const again = { ...run, runId: run.runId as RunId };
    await approve(await stack().openLink(again));
    expect((await stack().end(again)).output).toMatchObject({ outcome: 'done' });
  });
}
