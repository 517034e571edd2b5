import { z } from 'zod';
import { jsonResponse, type WireResponse } from '../http-server.ts';

const fullResponse = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).nullish(),
  cookies: z.array(z.string()).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** What a function answered, as HTTP. An answer without statusCode is the body itself, with status 200. */
export function httpApiResponse(payload: string): WireResponse {
  const answer: unknown = JSON.parse(payload);
  if (typeof answer !== 'object' || answer === null || !('statusCode' in answer)) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: typeof answer === 'string' ? answer : payload,
    };
  }
  const read = fullResponse.safeParse(answer);
  // A malformed answer is the function's fault, and AWS does not tell the caller more either.
  if (!read.success) return internalServerError;
  const { statusCode, headers, cookies, body, isBase64Encoded } = read.data;
  const names = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
  return {
    status: statusCode,
    headers: {
      ...(body && { 'content-type': 'text/plain; charset=utf-8' }),
      ...Object.fromEntries(names.filter(([name]) => name !== 'content-length')),
      ...(cookies && cookies.length > 0 && { 'set-cookie': cookies }),
    },
    ...(body && { body: isBase64Encoded ? Buffer.from(body, 'base64') : body }),
  };
}

/** The answers that an HTTP API gives by itself. */
export const forbidden = jsonResponse(403, { message: 'Forbidden' });
export const notFound = jsonResponse(404, { message: 'Not Found' });
export const tooManyRequests = jsonResponse(429, { message: 'Too Many Requests' });
export const headersTooLarge = jsonResponse(431, { message: 'Request Header Fields Too Large' });
export const internalServerError = jsonResponse(500, { message: 'Internal Server Error' });
export const serviceUnavailable = jsonResponse(503, { message: 'Service Unavailable' });
