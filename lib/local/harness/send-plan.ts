import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { encodeFrame } from './event-frames.ts';
import type { StreamFrame } from './stream-events.ts';
import type { TurnPlan } from './turn-draft.ts';
import type { WireFailure } from './wire-failure.ts';

type StreamPlan = Extract<TurnPlan, { kind: 'stream' }>;

/** What a stream needs to know besides its plan. */
export type SendOptions = {
  /** Called once, before the frame that tells the client how the turn ended: what it has heard survives a crash. */
  readonly commit: () => void;
  /** The session was stopped: the stream is cut where it is, and nothing of the turn is kept. */
  readonly stopped: AbortSignal;
  readonly sessionId: string;
};

/**
 * Streams a planned turn. A client that hangs up does not end it: the harness works on, keeps the session busy for as long
 * as the stream would have taken, and keeps what it did.
 */
export async function sendStream(response: ServerResponse, plan: StreamPlan, options: SendOptions): Promise<void> {
  const { commit, stopped, sessionId } = options;
  response.writeHead(200, {
    'content-type': 'application/vnd.amazon.eventstream',
    'x-amzn-bedrock-agentcore-runtime-session-id': sessionId,
  });
  response.flushHeaders();
  const decisive = decisiveIndex(plan.frames);
  for (const [index, frame] of plan.frames.entries()) {
    // An abort ends the wait early, and that is all it does here.
    if (frame.delayMs > 0) await pause(frame.delayMs, undefined, { signal: stopped }).catch(() => {});
    if (stopped.aborted) {
      response.destroy();
      return;
    }
    if (index === decisive) commit();
    await write(response, frame.raw ?? encodeFrame(frame));
  }
  if (decisive === -1) commit();
  await endStream(response, plan);
}

/** The last frame that says how the turn ended; the metadata after it is small talk. */
function decisiveIndex(frames: readonly StreamFrame[]): number {
  return frames.findLastIndex((frame) => frame.frame !== 'event' || frame.type === 'messageStop');
}

async function endStream(response: ServerResponse, plan: StreamPlan): Promise<void> {
  const frame = encodeFrame({ frame: 'event', type: 'contentBlockStop', payload: { contentBlockIndex: 0 } });
  switch (plan.ending) {
    case 'close':
      response.end();
      return;
    case 'cut':
      // A moment for what was written to leave, since a reset would take it back.
      await pause(10);
      response.destroy();
      return;
    case 'truncated':
      response.end(frame.subarray(0, frame.length - 6));
      return;
    case 'corrupt': {
      const damaged = Uint8Array.from(frame);
      damaged[damaged.length - 1] = (frame.at(-1) ?? 0) ^ 0xff;
      response.end(damaged);
    }
  }
}

async function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (response.destroyed || response.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.once('drain', go).once('close', go);
  });
}

/** Answers as a rest-json service: the error's name in a header, the rest in the body. */
export function sendFailure(response: ServerResponse, failure: WireFailure): void {
  const { status, error, message, reason, fieldList } = failure;
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error });
  response.end(JSON.stringify({ message, reason, fieldList }));
}
