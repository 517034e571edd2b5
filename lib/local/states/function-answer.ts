import { randomUUID } from 'node:crypto';
import type { FunctionAnswer } from './run/answers.ts';

/** Invokes a function. With `functionError` the payload is JSON with errorType and errorMessage; a rejection is a fault of the service. */
export type InvokeFunction = (
  functionArn: string,
  payload: string,
) => Promise<{ readonly payload: string; readonly functionError?: string; readonly executedVersion: string }>;

/** Invokes the function, and says what came of it under the error names that Step Functions gives; never rejects. */
export async function answerOf(
  invokeFunction: InvokeFunction,
  { functionArn, payload }: { readonly functionArn: string; readonly payload: string },
): Promise<FunctionAnswer> {
  try {
    const result = await invokeFunction(functionArn, payload);
    if (result.functionError !== undefined) return functionFailed(result.payload);
    return {
      type: 'returned',
      payload: result.payload,
      executedVersion: result.executedVersion,
      requestId: randomUUID(),
    };
  } catch (error) {
    return serviceFault(error);
  }
}

function functionFailed(payload: string): FunctionAnswer {
  return { type: 'failed', error: errorTypeIn(payload) ?? 'Lambda.Unknown', cause: payload };
}

function errorTypeIn(payload: string): string | undefined {
  try {
    const errorType: unknown = JSON.parse(payload)?.errorType;
    return typeof errorType === 'string' && errorType !== '' ? errorType : undefined;
  } catch {
    return undefined;
  }
}

// The service puts `Lambda.` before the name of an error of Lambda's own API.
function serviceFault(error: unknown): FunctionAnswer {
  const name = error instanceof Error && /^[A-Z]\w+Exception$/.test(error.name) ? error.name : 'Unknown';
  return { type: 'failed', error: `Lambda.${name}`, cause: error instanceof Error ? error.message : String(error) };
}
