import type { Harness, TurnAnswer, TurnRequest } from '../../lib/gate/ports.ts';
import type { HarnessBlock } from '../../lib/harness/messages.ts';
import type { StreamEvent } from '../../lib/harness/stream-event.ts';
import { streamOf } from './stream.ts';

/** What one invocation answers: events, or an answer of another kind, or what follows from the request. */
export type Reply =
  | readonly (StreamEvent | Error)[]
  | Exclude<TurnAnswer, { readonly kind: 'stream' }>
  | ((request: TurnRequest) => Reply);

export interface ScriptedHarness extends Harness {
  readonly requests: readonly TurnRequest[];
}

/** A harness that answers its n-th invocation with the n-th reply. */
export function scriptedHarness(replies: readonly Reply[]): ScriptedHarness {
  const requests: TurnRequest[] = [];
  return {
    requests,
    invoke: async (request) => {
      const reply = replies[requests.length];
      requests.push(request);
      if (reply === undefined) throw new Error(`The script has ${replies.length} replies, but here is one turn more.`);
      return answerOf(reply, request);
    },
  };
}

/** A harness that answers by what it is sent, however often. */
export function agentHarness(reply: (request: TurnRequest) => Reply): ScriptedHarness {
  const requests: TurnRequest[] = [];
  return {
    requests,
    invoke: async (request) => {
      requests.push(request);
      return answerOf(reply(request), request);
    },
  };
}

function answerOf(reply: Reply, request: TurnRequest): TurnAnswer {
  if (typeof reply === 'function') return answerOf(reply(request), request);
  if ('kind' in reply) return reply;
  return { kind: 'stream', events: streamOf(reply) };
}

/** The results that a request carries, in order, with their texts parsed. */
export function resultsIn(
  request: TurnRequest | undefined,
): readonly { readonly id: string; readonly status: string; readonly said: Readonly<Record<string, unknown>> }[] {
  return blocksOf(request).flatMap((block) =>
    'toolResult' in block
      ? [
          {
            id: block.toolResult.toolUseId,
            status: block.toolResult.status,
            said: JSON.parse(block.toolResult.content[0].text) as Readonly<Record<string, unknown>>,
          },
        ]
      : [],
  );
}

/** The user's texts that a request carries, joined. */
export function textIn(request: TurnRequest | undefined): string {
  return blocksOf(request)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join('\n');
}

function blocksOf(request: TurnRequest | undefined): readonly HarnessBlock[] {
  return request?.messages.flatMap((message) => message.content) ?? [];
}
