import { setTimeout as wait } from 'node:timers/promises';
import { NodeHttpHandler } from '@smithy/node-http-handler';

export interface Wire {
  /** For a client of the SDK: its requests are sent as ever, and written down. */
  readonly requestHandler: Pick<NodeHttpHandler, 'handle'>;
  /** What was sent since the last look: each request with its step, which is one behind the newest answer it could know of. */
  readonly taken: () => readonly { readonly operation: string; readonly step: number }[];
}

/** Longer than it takes to begin what is begun beside it: else a fast answer makes two steps of one. */
export const heldMs = 20;

/** Writes down which requests could have waited for which answers, over all clients that it is given to; each answer is held so long. */
export function recordedWire(held: number): Wire {
  const inner = new NodeHttpHandler();
  let answered = 0;
  let sent: { readonly operation: string; readonly step: number }[] = [];
  return {
    requestHandler: {
      async handle(request, options) {
        const step = answered + 1;
        sent.push({ operation: String(request.headers['x-amz-target']).split('.').at(-1) ?? '', step });
        const answer = await inner.handle(request, options);
        if (held > 0) await wait(held);
        answered = Math.max(answered, step);
        return answer;
      },
    },
    taken: () => {
      const taken = sent;
      sent = [];
      answered = 0;
      return taken;
    },
  };
}
