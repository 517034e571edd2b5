import type { Courier, Operational } from './ports.ts';

/**
 * A courier that keeps which notice each mail was for, so that what the mail service says later finds it. Written behind the
 * sending: a mail without it is a mail of which nothing is heard, and no reason to send another.
 */
export function mailsRemembered(courier: Courier, { putMail }: Pick<Operational, 'putMail'>): Courier {
  return {
    publish: courier.publish,
    async mail(to, message) {
      const answer = await courier.mail(to, message);
      const { runId, noticeId } = to;
      if (answer.kind === 'sent')
        await putMail({ messageId: answer.messageId, runId, noticeId }).catch(() => undefined);
      return answer;
    },
  };
}
