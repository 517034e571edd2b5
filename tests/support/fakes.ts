import { createHash } from 'node:crypto';
import type { Courier, Message, Randomness, SendAnswer } from '../../lib/gate/ports.ts';

export interface FakeClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly forward: (milliseconds: number) => void;
  readonly set: (instant: string) => void;
}

export function fakeClock(start = '2026-03-02T09:00:00.000Z'): FakeClock {
  let now = Date.parse(start);
  return {
    now: () => now,
    forward: (milliseconds) => {
      now += milliseconds;
    },
    set: (instant) => {
      now = Date.parse(instant);
    },
  };
}

/** Ids that count and bytes that follow from a count: the same order of asking gives the same material. */
export function countingRandomness(): Randomness {
  let ids = 0;
  let draws = 0;
  return {
    id: () => {
      ids += 1;
      return `id-${String(ids).padStart(6, '0')}`;
    },
    bytes: (length) => {
      draws += 1;
      return new Uint8Array(createHash('shake256', { outputLength: length }).update(`draw ${draws}`).digest());
    },
  };
}

export interface SentMessage {
  readonly to: string;
  readonly noticeId: string;
  readonly message: Message;
  /** The message id of the mail that it follows. */
  readonly inReplyTo?: string | undefined;
}

export interface FakeCourier extends Courier {
  readonly sent: readonly SentMessage[];
  /** What becomes of a message; it is sent when nothing is said. */
  readonly answerWith: (answer: ((to: string) => SendAnswer | undefined) | undefined) => void;
}

export function fakeCourier(): FakeCourier {
  const sent: SentMessage[] = [];
  let answerOf: ((to: string) => SendAnswer | undefined) | undefined;
  const send = async (message: SentMessage): Promise<SendAnswer> => {
    const answer = answerOf?.(message.to) ?? { kind: 'sent', messageId: `message-${sent.length + 1}` };
    if (answer.kind === 'sent') sent.push(message);
    return answer;
  };
  return {
    sent,
    answerWith: (answer) => {
      answerOf = answer;
    },
    mail: ({ address, noticeId, inReplyTo }, message) => send({ to: address, noticeId, message, inReplyTo }),
    publish: ({ topicArn, noticeId }, message) => send({ to: topicArn, noticeId, message }),
  };
}
