import {
  type BedrockAgentCoreClient,
  BedrockAgentCoreServiceException,
  InvokeHarnessCommand,
  type HarnessMessage as SdkMessage,
} from '@aws-sdk/client-bedrock-agentcore';
import type { Harness, TurnAnswer, TurnRequest } from '../gate/ports.ts';
import type { StreamEvent } from '../harness/stream-event.ts';

export interface HarnessTarget {
  readonly arn: string;
  readonly qualifier: string;
  readonly timeoutSeconds: number;
  readonly maxIterations?: number;
  readonly maxTokens?: number;
}

/**
 * The harness behind InvokeHarness. Sends messages, actor and limits only: tools, systemPrompt, allowedTools and model would
 * each replace what is deployed. The client must be built with retries off, since an invoke is not idempotent.
 */
export function harnessClient(client: BedrockAgentCoreClient, target: HarnessTarget): Harness {
  return { invoke: (request) => invoke(client, target, request) };
}

async function invoke(
  client: BedrockAgentCoreClient,
  target: HarnessTarget,
  request: TurnRequest,
): Promise<TurnAnswer> {
  const cut = AbortSignal.timeout(request.cutAfterMs);
  try {
    const { stream } = await client.send(
      new InvokeHarnessCommand({
        harnessArn: target.arn,
        qualifier: target.qualifier,
        runtimeSessionId: request.sessionId,
        actorId: request.actorId,
        messages: request.messages as SdkMessage[],
        timeoutSeconds: target.timeoutSeconds,
        ...(target.maxIterations === undefined ? {} : { maxIterations: target.maxIterations }),
        ...(target.maxTokens === undefined ? {} : { maxTokens: target.maxTokens }),
      }),
      { abortSignal: cut },
    );
    if (stream === undefined)
      return { kind: 'unanswered', error: 'NoStream', message: 'The harness answered without a stream.' };
    return { kind: 'stream', events: cutOff(stream, cut) };
  } catch (error) {
    return answerOf(error);
  }
}

/** The abort signal ends the request, not the reading of a stream that has begun: that is done here. */
async function* cutOff(stream: AsyncIterable<StreamEvent>, cut: AbortSignal): AsyncIterable<StreamEvent> {
  const iterator = stream[Symbol.asyncIterator]();
  const cutShort = new Promise<never>((_, reject) => {
    cut.addEventListener(
      'abort',
      () => reject(new Error('The stream outlasted the harness timeout and was cut off.')),
      { once: true },
    );
  });
  // Nobody may be waiting when the time is up.
  cutShort.catch(() => undefined);
  for (;;) {
    const next = await Promise.race([iterator.next(), cutShort]);
    if (next.done === true) return;
    yield next.value;
  }
}

function answerOf(error: unknown): TurnAnswer {
  if (!(error instanceof Error)) return { kind: 'unanswered', error: 'Unknown', message: String(error) };
  // The SDK reads ahead to the first event, and when that is an exception it throws from the call itself. The service has
  // answered 200 all the same: it is a stream that says nothing but its fault.
  if (error instanceof BedrockAgentCoreServiceException && error.$response?.statusCode === 200)
    return { kind: 'stream', events: failed(error) };
  const status = error instanceof BedrockAgentCoreServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    // 409 is "a session operation is in progress", 402 a quota: with 429 they pass, the other refusals stay.
    const passes = status === 429 || status === 409 || status === 402;
    return { kind: 'refused', error: error.name, again: passes ? 'may-be-sent-again' : 'would-be-refused-again' };
  }
  // Refused before the request was written: nobody has seen it.
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return { kind: 'refused', error: String(code), again: 'may-be-sent-again' };
  return { kind: 'unanswered', error: error.name, message: error.message };
}

async function* failed(error: Error): AsyncIterable<StreamEvent> {
  yield* [];
  throw error;
}
