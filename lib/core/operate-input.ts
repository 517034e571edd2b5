import type * as z from 'zod';
import type { Json } from './canonical-json.ts';
import { CountersignError } from './errors.ts';
import { keys, matching, oneOf, words } from './gate-file-fields.ts';
import { problemLines } from './gate-file-problems.ts';

const runId = matching(/^run-[0-9a-f]{32}$/, "a run's id");
const requestId = matching(/^request-[0-9a-f]{32}$/, "a request's id");
const toolUseId = matching(/^[a-zA-Z0-9_-]{1,64}$/, "a call's tool use id");
const digest = matching(/^[0-9a-f]{64}$/, 'the 64 hex digits of the digest that was shown');

const verdict = keys({
  runId,
  requestId,
  toolUseId,
  /** What was shown is what is decided: a signed verdict names it. */
  digest,
  verdict: oneOf(['approve', 'edit', 'reject', 'revise', 'answer', 'continue', 'restart', 'end']),
  // As much as the page takes.
  comment: words(4_000).optional(),
  // Of `edit`: the whole arguments as one JSON text. How much of it may be, its reader says.
  edited: words(262_144).optional(),
});
const stop = keys({ runId, reason: words(1_000).optional() });
/** `next` is what the answer before said, where there are more runs than one request can settle. */
const gateStop = keys({ reason: words(1_000), next: words(4_000).optional() });
const gateGo = keys({ reason: words(1_000) });
const resend = keys({ runId, requestId, approver: matching(/^[a-z0-9:._-]{1,80}$/, "an approver's id").optional() });

/** @throws CountersignError 'bad-request' with one line per problem, like all of them */
export function readVerdictInput(body: Json) {
  const input = read(verdict, body);
  if ((input.verdict === 'edit') === (input.edited !== undefined)) return input;
  const given = input.edited === undefined ? 'nothing' : `a text beside the verdict ${input.verdict}`;
  const line = `edited: given ${given}; allowed: with the verdict edit, and only with it, the whole arguments as one JSON text`;
  throw new CountersignError('bad-request', `This request cannot be used.\n${line}`);
}
export const readStopInput = (body: Json) => read(stop, body);
export const readGateStopInput = (body: Json) => read(gateStop, body);
export const readGateGoInput = (body: Json) => read(gateGo, body);
export const readResendInput = (body: Json) => read(resend, body);

function read<Schema extends z.ZodType>(schema: Schema, body: Json): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const lines = problemLines(parsed.error.issues.slice(0, 20), body).map((line) =>
    line.replace('the file', 'the body'),
  );
  throw new CountersignError('bad-request', ['This request cannot be used.', ...lines].join('\n'));
}
