import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';

const agent = `
agent: asks somebody whose mailbox is gone
dialogue:
  - { call: { tool: ask_gone, id: call, input: { what: this } } }
  - say: 'I was told: {{result.text}}'
`;

export function returnedScenarios(stack: () => LocalStack): void {
  beforeAll(() => stack().setAgent({ agent }));

  test('a mail that bounces asks whoever was to be asked eight hours later, within seconds', async () => {
    const run = await stack().start('gone');
    const [first] = await stack().asked(run);
    expect(first?.approverId).toBe('gone');
    // The mailbox answers by the desk's clock.
    await stack().advance(3_000);
    const escalated = await eventually('the escalation', async () => {
      const entries = await stack().entries(run, 'notice.sent');
      return entries.length < 2 ? undefined : entries.at(-1);
    });
    expect(await stack().entries(run, 'notice.returned')).toMatchObject([
      { messageId: first?.messageId, because: 'bounce', lasts: 'for-good' },
    ]);
    expect(await stack().entries(run, 'approval.escalated')).toMatchObject([{ to: ['sam'], because: 'unreachable' }]);
    const mail = (await stack().mails()).find(({ messageId }) => messageId === escalated.messageId);
    expect(mail?.to).toBe('sam@example.com');
    await approve(mail?.link ?? '');
    expect((await stack().end(run)).output).toMatchObject({ verdicts: { call: { outcome: 'approved', by: ['sam'] } } });
  });

  test('the person who asked for a run hears that others are asked and how it ended, and Tell is a state of its own', async () => {
    const run = await stack().start('', { input: JSON.stringify({ prompt: 'gone', requester: 'rae' }) });
    const notices = await stack().asked(run);
    await approve(notices.find(({ approverId }) => approverId === 'gone')?.link ?? '');
    expect((await stack().end(run)).status).toBe('SUCCEEDED');
    const told = (await stack().mails()).filter(({ to, text }) => to === 'rae@example.com' && text.includes(run.runId));
    expect(told.map(({ text }) => text.includes('countersign report'))).toEqual([true, true]);
    const heard = (await stack().entries(run, 'notice.planned')).filter(({ kind }) => kind === 'requester');
    expect(heard.map(({ tells }) => tells)).toEqual(['waiting', 'finished']);
    const states = await stack().states(run);
    expect(states.slice(0, 6)).toEqual(['Advance', 'Route', 'Tell', 'Advance', 'Route', 'Ask']);
    expect(states.slice(-4)).toEqual(['Tell', 'Advance', 'Route', 'Done']);
  });
}
