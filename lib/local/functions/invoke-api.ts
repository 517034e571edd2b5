import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-json.ts';
import { restError, type WireRequest, type WireResponse } from '../http-server.ts';
import type { Functions } from './functions.ts';

const statusOf: Readonly<Record<string, number>> = {
  ResourceNotFoundException: 404,
  TooManyRequestsException: 429,
  InvalidRequestContentException: 400,
  RequestTooLargeException: 413,
};

// Lambda's quotas for requests: 6 MB when the caller waits, 1 MB when it does not.
const maxBytes = { RequestResponse: 6 * 1024 * 1024, Event: 1024 * 1024, DryRun: 6 * 1024 * 1024 };

/** Lambda's Invoke, as an answer to one HTTP request. */
export async function answerInvoke(request: WireRequest, functions: Functions): Promise<WireResponse> {
  const response = await invoke(request, functions);
  return { ...response, headers: { ...response.headers, 'x-amzn-requestid': randomUUID() } };
}

async function invoke(request: WireRequest, functions: Functions): Promise<WireResponse> {
  const [, encodedName] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.path) ?? [];
  if (encodedName === undefined || request.method !== 'POST') {
    return restError(404, {
      name: 'UnknownOperationException',
      message: `The desk's Lambda answers Invoke only, not ${request.method} ${request.path}`,
    });
  }
  const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type !== 'RequestResponse' && type !== 'Event' && type !== 'DryRun') {
    return restError(400, {
      name: 'InvalidParameterValueException',
      message: `InvocationType is RequestResponse, Event or DryRun, but was ${type}`,
    });
  }
  try {
    const name = decodeURIComponent(encodedName);
    if (request.body.length > maxBytes[type]) {
      throw new AwsError(
        'RequestTooLargeException',
        `Request must be smaller than ${maxBytes[type]} bytes for the ${type} operation`,
      );
    }
    const payload = request.body.length === 0 ? '{}' : request.body.toString('utf8');
    if (type === 'DryRun') {
      functions.find(name);
      return { status: 204 };
    }
    if (type === 'Event') {
      functions.invokeLater(name, payload);
      return { status: 202 };
    }
    const result = await functions.invoke(name, payload);
    return {
      status: 200,
      headers: {
        'content-type': 'application/json',
        'x-amz-executed-version': result.executedVersion,
        ...(result.functionError === undefined ? {} : { 'x-amz-function-error': result.functionError }),
      },
      body: result.payload,
    };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return restError(statusOf[error.name] ?? 400, error);
  }
}
