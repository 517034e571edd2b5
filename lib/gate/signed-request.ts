import type { Json, JsonObject } from '../core/canonical-json.ts';
import { CountersignError } from '../core/errors.ts';
import { type Principal, principalOf } from '../core/principal.ts';
import { jsonPlaceWords, problemWords } from '../core/problem-words.ts';
import { readStrictJson } from '../core/strict-json.ts';

/** A request to one of the signed routes: API Gateway has checked the signature and says who made it. */
export interface SignedRequest {
  /** `requestContext.authorizer.iam.userArn` of the event. */
  readonly userArn: string;
  /** The body's text. */
  readonly body: string;
}

/** What a signed route answers; the body goes out as JSON, and its `message` is for people. */
export interface SignedAnswer {
  readonly status: 200 | 201 | 202 | 400 | 403 | 404 | 409 | 410;
  readonly body: JsonObject;
}

/** Reads who asks and what, and answers what cannot be read; whatever else goes wrong is thrown. */
export async function answerSigned(
  request: SignedRequest,
  answer: (caller: Principal, body: Json) => Promise<SignedAnswer>,
): Promise<SignedAnswer> {
  const caller = principalOf(request.userArn);
  if (caller === undefined) {
    return refusal(403, 'This caller is neither a role nor a user of IAM. Allowed: sign as one of these.');
  }
  const reading = readStrictJson(request.body);
  if (reading.kind === 'refused') {
    return refusal(
      400,
      `The body cannot be read: ${problemWords(reading.why)} at ${jsonPlaceWords(reading.place)}. Allowed: one JSON object.`,
    );
  }
  try {
    return await answer(caller, reading.value);
  } catch (error) {
    if (error instanceof CountersignError && (error.code === 'bad-request' || error.code === 'bad-start')) {
      return refusal(400, error.message);
    }
    throw error;
  }
}

export function refusal(status: SignedAnswer['status'], message: string, more: JsonObject = {}): SignedAnswer {
  return { status, body: { message, ...more } };
}
