import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from './aws-json.ts';
import type { DeskClock } from './clock.ts';
import { jsonResponse, type Listening, listen, type WireRequest, type WireResponse } from './http-server.ts';
import { openJournal } from './journal.ts';
import type { Subscription } from './template/subscriptions.ts';
import type { DeskLog } from './thread.ts';
import { snsAnswer, snsFault, xmlElement } from './topics-wire.ts';

export type TopicsOptions = {
  readonly port: number;
  /** Where published messages are kept, one a line. */
  readonly file: string;
  readonly topicArns: readonly string[];
  readonly subscriptions: readonly Subscription[];
  readonly clock: DeskClock;
  readonly log: DeskLog;
};

const publishedShape = z.object({
  messageId: z.string(),
  topicArn: z.string(),
  subject: z.string().optional(),
  message: z.string(),
  messageStructure: z.string().optional(),
  attributes: z.record(z.string(), z.string()),
  /** Epoch seconds, as in the mail store. */
  at: z.number(),
});
export type Published = z.infer<typeof publishedShape>;

// SNS's quota for subject and message together; a topic can be given more, which the desk does not know.
const maxMessageBytes = 256 * 1024;

/** Starts SNS. Messages are kept and listed (`GET /store`, `POST /clear-store`), and delivered to nobody. */
export function startTopics(options: TopicsOptions): Promise<Listening> {
  const { clock, topicArns } = options;
  const journal = openJournal(options.file, (value) => publishedShape.parse(value));

  const requireTopic = (topicArn: string | undefined) => {
    if (topicArn === undefined || !/^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/.test(topicArn)) {
      throw new AwsError(
        'InvalidParameter',
        `Invalid parameter: TopicArn Reason: ${topicArn ?? 'no value'} is not a topic's ARN`,
      );
    }
    if (!topicArns.includes(topicArn)) throw new AwsError('NotFound', 'Topic does not exist');
    return topicArn;
  };

  const publish = (form: URLSearchParams) => {
    const topicArn = requireTopic(form.get('TopicArn') ?? undefined);
    const message = form.get('Message') ?? '';
    const subject = form.get('Subject') ?? undefined;
    if (message === '') throw new AwsError('InvalidParameter', 'Invalid parameter: Empty message');
    if (Buffer.byteLength(message + (subject ?? '')) > maxMessageBytes)
      throw new AwsError('InvalidParameter', 'Invalid parameter: Message too long');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: SNS refuses exactly these.
    if (subject !== undefined && (subject === '' || subject.length > 100 || /[\u0000-\u001f]/.test(subject))) {
      throw new AwsError('InvalidParameter', 'Invalid parameter: Subject');
    }
    const published: Published = {
      messageId: randomUUID(),
      topicArn,
      subject,
      message,
      messageStructure: form.get('MessageStructure') ?? undefined,
      attributes: messageAttributes(form),
      at: Math.floor(clock.now() / 1000),
    };
    journal.append(published);
    return xmlElement('MessageId', published.messageId);
  };

  const listSubscriptions = (topicArn: string | undefined) => {
    const members = options.subscriptions
      .filter((one) => topicArn === undefined || one.topicArn === topicArn)
      .map((one) =>
        xmlElement('member', {
          SubscriptionArn: one.arn,
          TopicArn: one.topicArn,
          Protocol: one.protocol,
          Endpoint: one.endpoint,
          Owner: one.topicArn.split(':')[4] ?? '',
        }),
      );
    return `<Subscriptions>${members.join('')}</Subscriptions>`;
  };

  const operations: Readonly<Record<string, (form: URLSearchParams) => string>> = {
    Publish: publish,
    ListTopics: () => `<Topics>${topicArns.map((TopicArn) => xmlElement('member', { TopicArn })).join('')}</Topics>`,
    ListSubscriptions: () => listSubscriptions(undefined),
    ListSubscriptionsByTopic: (form) => listSubscriptions(requireTopic(form.get('TopicArn') ?? undefined)),
  };

  return listen(
    async (request) => {
      if (request.path === '/store' && request.method === 'GET')
        return jsonResponse(200, { messages: journal.items() });
      if (request.path === '/clear-store' && request.method === 'POST') {
        journal.clear();
        return jsonResponse(200, { message: 'Store cleared' });
      }
      return operate(request, operations);
    },
    { port: options.port, onError: (error) => options.log('topics', String(error)) },
  );
}

function operate(
  request: WireRequest,
  operations: Readonly<Record<string, (form: URLSearchParams) => string>>,
): WireResponse {
  const form = new URLSearchParams(request.body.toString('utf8'));
  const action = form.get('Action') ?? '';
  try {
    const operation = Object.hasOwn(operations, action) ? operations[action] : undefined;
    if (operation === undefined)
      throw new AwsError(
        'InvalidAction',
        `The desk's SNS knows ${Object.keys(operations).join(', ')}, not "${action}"`,
      );
    return snsAnswer(action, operation(form));
  } catch (error) {
    if (error instanceof AwsError) return snsFault(error);
    throw error;
  }
}

function messageAttributes(form: URLSearchParams): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [key, name] of form) {
    const [, place] = /^MessageAttributes\.entry\.(\d+)\.Name$/.exec(key) ?? [];
    if (place === undefined) continue;
    const value = `MessageAttributes.entry.${place}.Value`;
    attributes[name] = form.get(`${value}.StringValue`) ?? form.get(`${value}.BinaryValue`) ?? '';
  }
  return attributes;
}
