import { afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve, openPage, reject } from '../support/local-page.ts';
import { linkIn } from '../support/local-runs.ts';
import type { LocalStack } from '../support/local-stack.ts';

const agent = `
agent: asks whom the prompt names
dialogue:
  - when:
      - { user: both, do: [{ call: { tool: ask_both, id: call, input: { what: this } } }] }
      - { user: topic, do: [{ call: { tool: ask_topic, id: call, input: { what: this } } }] }
      - { user: one, do: [{ call: { tool: ask_one, id: call, input: { what: this } } }] }
  - say: 'I was told: {{result.text}}'
`;

export function noticeScenarios(stack: () => LocalStack): void {
  beforeAll(() => stack().setAgent({ agent }));

  const refuseMail = (refusal: { readonly address: string; readonly error: string; readonly times?: number }) =>
    fetch(`${stack().endpoints.endpoints.sesv2}/refusals`, { method: 'POST', body: JSON.stringify(refusal) });
  afterEach(() => fetch(`${stack().endpoints.endpoints.sesv2}/refusals`, { method: 'DELETE' }));

  test('each approver gets a link of his own, the first verdict decides, and the other one is told', async () => {
    const run = await stack().start('both');
    const notices = await stack().asked(run);
    expect(notices.map(({ approverId }) => approverId)).toEqual(['morgan', 'sam']);
    expect(new Set(notices.map(({ link }) => link)).size).toBe(2);
    const [morgan, sam] = notices.map(({ link }) => link);
    await approve(sam ?? '', { comment: 'Ask me, not Morgan.' });
    const { output } = await stack().end(run);
    expect(output).toMatchObject({ verdicts: { call: { outcome: 'approved', by: ['sam'] } } });
    // The agent gets the comment that came with the approval.
    expect(output?.claim?.text).toContain('Ask me, not Morgan.');
    const late = await openPage(morgan ?? '');
    expect(late.text).toContain('decided');
    expect(late.forms).toEqual([]);
  });

  test('the reason of a rejection reaches the agent', async () => {
    const run = await stack().start('one');
    await reject(await stack().openLink(run), { comment: 'Not before the audit\r\nof "May".' });
    const told: unknown = JSON.parse(((await stack().end(run)).output?.claim?.text ?? '').replace('I was told: ', ''));
    expect(told).toMatchObject({
      outcome: 'rejected',
      reason: 'Not before the audit\nof "May".',
      decidedBy: ['morgan'],
    });
  });

  test('a mail that is refused for good is recorded, and the other approver still decides', async () => {
    await refuseMail({ address: 'morgan@example.com', error: 'MessageRejected' });
    const run = await stack().start('both');
    const [notice, ...others] = await stack().asked(run);
    expect([notice?.approverId, others]).toEqual(['sam', []]);
    expect(await stack().entries(run, 'notice.failed')).toMatchObject([
      { error: 'MessageRejected', again: 'given-up' },
    ]);
    await approve(notice?.link ?? '');
    expect((await stack().end(run)).output).toMatchObject({ verdicts: { call: { outcome: 'approved', by: ['sam'] } } });
    expect(await stack().states(run)).not.toContain('Pause');
  });

  test('when no mail goes out just now the run pauses and tries again, and nobody gets a second mail', async () => {
    await refuseMail({ address: 'morgan@example.com', error: 'InternalServiceErrorException' });
    await refuseMail({ address: 'sam@example.com', error: 'TooManyRequestsException', times: 3 });
    const run = await stack().start('both');
    await eventually('the pause', async () => ((await stack().states(run)).at(-1) === 'Pause' ? true : undefined));
    await fetch(`${stack().endpoints.endpoints.sesv2}/refusals`, { method: 'DELETE' });
    await stack().advance(31_000);
    const notices = await stack().asked(run);
    expect(notices.map(({ approverId }) => approverId)).toEqual(['morgan', 'sam']);
    const failed = await stack().entries(run, 'notice.failed');
    expect(new Set(failed.map(({ again }) => again))).toEqual(new Set(['will-be-tried-again']));
    expect(await stack().entries(run, 'notice.sent')).toHaveLength(2);
    await approve(notices[0]?.link ?? '');
    expect((await stack().end(run)).output).toMatchObject({
      verdicts: { call: { outcome: 'approved', by: ['morgan'] } },
    });
  });

  test('one approver whose mail keeps failing does not keep the other from being asked and heard', async () => {
    await refuseMail({ address: 'morgan@example.com', error: 'InternalServiceErrorException' });
    const run = await stack().start('both');
    const sent = await eventually('the mail to sam', async () => (await stack().entries(run, 'notice.sent'))[0]);
    const mail = (await stack().mails()).find(({ messageId }) => messageId === sent.messageId);
    expect(mail?.to).toBe('sam@example.com');
    await approve(mail?.link ?? '');
    await stack().advance(31_000);
    expect((await stack().end(run)).output).toMatchObject({ verdicts: { call: { outcome: 'approved', by: ['sam'] } } });
  });

  test('a request to a topic has one link, and its verdict is recorded as the topic its reader holds', async () => {
    const run = await stack().start('topic');
    await stack().asked(run);
    const { messages } = (await (await fetch(`${stack().endpoints.endpoints.sns}/store`)).json()) as {
      readonly messages: readonly { readonly message: string; readonly topicArn: string }[];
    };
    expect(messages).toHaveLength(1);
    await approve(linkIn(messages[0]?.message ?? ''));
    expect((await stack().end(run)).output).toMatchObject({
      verdicts: { call: { outcome: 'approved', by: ['topic:duty'] } },
    });
    expect(await stack().entries(run, 'verdict.recorded')).toMatchObject([{ assurance: 'topic' }]);
  });
}
