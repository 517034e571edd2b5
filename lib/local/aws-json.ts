export type AwsJsonCall = { readonly url: string; readonly target: string; readonly body: unknown };

/** An error that an AWS service answered with; `name` is its code. */
export class AwsError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * One call in AWS's JSON 1.0 protocol, as the SDK would make it: the desk sets its services up by their public APIs.
 * The signature is a placeholder, since local services look whether there is one and not what it says. @throws AwsError
 */
export async function callAwsJson(call: AwsJsonCall): Promise<unknown> {
  const response = await fetch(call.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': call.target,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=desk/20260101/local/desk/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(call.body),
  });
  const answer: Record<string, unknown> = JSON.parse((await response.text()) || '{}');
  if (response.ok) return answer;
  const type = String(answer.__type ?? 'UnknownError');
  throw new AwsError(
    type.slice(type.lastIndexOf('#') + 1),
    String(answer.message ?? answer.Message ?? response.statusText),
  );
}
