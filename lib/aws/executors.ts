import { InvokeCommand, type LambdaClient, LambdaServiceException } from '@aws-sdk/client-lambda';
import { canonicalJson, type JsonObject } from '../core/canonical-json.ts';
import type { Executors, Invoked } from '../gate/ports.ts';

/**
 * Functions that the gate file names, behind Lambda's Invoke. The client must be built with one attempt: only the gate decides
 * what is invoked again.
 */
export function lambdaExecutors(client: LambdaClient): Executors {
  return { invoke: (call) => invoke(client, call) };
}

async function invoke(
  client: LambdaClient,
  { lambda, payload, timeoutMs }: { readonly lambda: string; readonly payload: JsonObject; readonly timeoutMs: number },
): Promise<Invoked> {
  try {
    const answer = await client.send(
      new InvokeCommand({ FunctionName: lambda, InvocationType: 'RequestResponse', Payload: bytesOf(payload) }),
      { abortSignal: AbortSignal.timeout(timeoutMs) },
    );
    const text = new TextDecoder().decode(answer.Payload);
    if (answer.FunctionError !== undefined) return failure(text, answer.FunctionError);
    return { kind: 'answered', text };
  } catch (error) {
    return answerOf(error);
  }
}

function bytesOf(payload: JsonObject): Uint8Array {
  return new TextEncoder().encode(canonicalJson(payload));
}

function failure(text: string, functionError: string): Invoked {
  try {
    const { errorType, errorMessage } = JSON.parse(text) as { errorType?: unknown; errorMessage?: unknown };
    return { kind: 'failed', error: String(errorType ?? functionError), message: String(errorMessage ?? '') };
  } catch {
    return { kind: 'failed', error: functionError, message: '' };
  }
}

// Lambda answers these instead of running anything; whatever else went wrong, it may have run.
const refusals: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND']);

function answerOf(error: unknown): Invoked {
  if (!(error instanceof Error)) return { kind: 'unanswered', error: 'Unknown' };
  const status = error instanceof LambdaServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return { kind: 'not-invoked', error: error.name };
  const code = 'code' in error ? String(error.code) : '';
  return refusals.has(code) ? { kind: 'not-invoked', error: code } : { kind: 'unanswered', error: error.name };
}
