import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve, openPage } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

const agent = `
agent: asks what nobody answers for long
dialogue:
  - call: { tool: ask_patiently, id: call, input: { what: this } }
  - say: 'I was told: {{result.text}}'
`;

const hourMs = 3_600_000;
// The wait ends with a whole second.
const roundingMs = 2_000;

/** On a desk whose clock they move by three days: nothing that waits may be left on it. */
export function reminderScenarios(stack: () => LocalStack): void {
  beforeAll(() => stack().setAgent({ agent }));

  test('three days with five reminders and an escalation: each comes once, wakes the run once, and the last link answers', async () => {
    const run = await stack().start('patience');
    await stack().asked(run);
    const told: string[] = [];
    let waitedMs = 0;
    for (const [hours, notices] of [
      [4, 2],
      [8, 3],
      [20, 5],
      [30, 7],
      [44, 9],
      [60, 11],
    ] as const) {
      await stack().advance(hours * hourMs + roundingMs - waitedMs);
      waitedMs = hours * hourMs + roundingMs;
      await eventually(`what is due after ${hours} hours`, async () =>
        (await stack().entries(run, 'notice.sent')).length === notices ? true : undefined,
      );
    }
    for (const { kind, approverId } of await stack().entries(run, 'notice.planned')) told.push(`${kind} ${approverId}`);
    const both = ['reminder morgan', 'reminder sam'];
    expect(told).toEqual(['request morgan', 'reminder morgan', 'escalation sam', ...both, ...both, ...both, ...both]);
    expect(await stack().entries(run, 'notice.doubtful')).toEqual([]);
    // To wait again after each stage takes three transitions and no more.
    expect(await stack().states(run)).toEqual(Array.from({ length: 7 }, () => ['Advance', 'Route', 'Ask']).flat());

    const [messageId] = (await stack().entries(run, 'notice.sent')).slice(-1).map((sent) => sent.messageId);
    const last = (await stack().mails()).find((mail) => mail.messageId === messageId);
    expect(last?.to).toBe('sam@example.com');
    await approve(last?.link ?? '');
    expect((await stack().end(run)).output).toMatchObject({ verdicts: { call: { outcome: 'approved', by: ['sam'] } } });
    const [first] = await stack().mails();
    expect((await openPage(first?.link ?? '')).forms).toEqual([]);
  });
}
