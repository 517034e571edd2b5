import { z } from 'zod';
import { rulesOverrideSchema } from './rules.ts';
import { strictObject } from './strict-object.ts';

const text = z.string().min(1);

const regex = z.string().check((context) => {
  try {
    new RegExp(context.value, 'su');
  } catch (error) {
    context.issues.push({ code: 'custom', message: `not a regular expression (${error})`, input: context.value });
  }
});

/** Every key that is present must hold. A bare string is short for `contains`. */
const textMatch = z.preprocess(
  (value) => (typeof value === 'string' ? { contains: value } : value),
  strictObject({
    contains: text.optional(),
    lacks: text.optional(),
    equals: z.string().optional(),
    matches: regex.optional(),
    empty: z.boolean().optional(),
  }),
);

const resultMatch = z.preprocess(
  (value) => (typeof value === 'string' ? { contains: value } : value),
  strictObject({
    tool: text.optional(),
    status: z.enum(['success', 'error']).optional(),
    contains: text.optional(),
    lacks: text.optional(),
    equals: z.string().optional(),
    matches: regex.optional(),
  }),
);

const toList = (value: unknown) => (value === undefined || Array.isArray(value) ? value : [value]);

/** Exact JSON text; a list is joined, and a repeated piece makes deep or long inputs readable in a script. */
const rawText = z.preprocess(
  toList,
  z.array(z.union([z.string(), strictObject({ repeat: text, times: z.number().int().min(1).max(1_000_000) })])),
);

const call = z.preprocess(
  (value) => (typeof value === 'string' ? { tool: value } : value),
  strictObject({
    tool: text,
    input: z.json().optional(),
    rawInput: rawText.optional(),
    id: text.optional(),
    /** What the stream says about who runs it; `none` leaves it out, as some models do. @default tool_use */
    type: z.enum(['tool_use', 'server_tool_use', 'mcp_tool_use', 'none']).optional(),
  }).refine((value) => value.input === undefined || value.rawInput === undefined, 'takes input or rawInput, not both'),
);

const usage = strictObject({ inputTokens: z.number().int().min(0), outputTokens: z.number().int().min(0) });

const httpFailure = strictObject({
  kind: z.literal('http'),
  status: z.number().int().min(400).max(599),
  error: text,
  message: text.optional(),
  /** How many invocations in a row are refused. @default 1 */
  times: z.number().int().min(1).max(100).optional(),
});

const where = {
  /** How many events of this response still get through. @default all before its messageStop */
  afterEvents: z.number().int().min(0).optional(),
  /** `turn`: the harness finished its work and only the answer was lost. `nothing`: as if it had not been invoked. */
  keep: z.enum(['turn', 'nothing']).optional(),
};

const streamFailure = z.discriminatedUnion('kind', [
  strictObject({ kind: z.literal('exception'), error: text, message: text.optional(), ...where }),
  strictObject({ kind: z.literal('error'), error: text, message: text.optional(), ...where }),
  strictObject({ kind: z.literal('cut'), ...where }),
  strictObject({ kind: z.literal('end'), ...where }),
  strictObject({ kind: z.literal('truncated'), ...where }),
  strictObject({ kind: z.literal('corrupt'), ...where }),
]);

const kindNote = 'kind is one of http, exception, error, cut, end, truncated, corrupt';
const failure = z.union([httpFailure, streamFailure], { error: `not a failure: ${kindNote}, each with its own keys` });

const condition = {
  user: textMatch.optional(),
  system: textMatch.optional(),
  /** Some result of the latest response matches; of a list, each. */
  result: z.preprocess(toList, z.array(resultMatch).min(1).optional()),
  /** The client gave results, and every one of them matches. */
  results: resultMatch.optional(),
  tools: strictObject({ has: text.optional(), lacks: text.optional() }).optional(),
  /** Whether this is the first message that the session holds. */
  first: z.boolean().optional(),
};

const response = {
  label: text.optional(),
  think: text.optional(),
  say: z.preprocess(toList, z.array(text).optional()),
  call: z.preprocess(toList, z.array(call).min(1).optional()),
  stop: text.optional(),
  /** Other events of the stream, sent after messageStart: hooks, or members that the client does not know. */
  emit: z.array(strictObject({ type: text, payload: z.record(z.string(), z.json()) })).optional(),
  usage: usage.optional(),
  /** Time that passes in the harness without anybody waiting; counts against timeoutSeconds. */
  takesSeconds: z.number().min(0).optional(),
  delayMs: z.number().min(0).max(60_000).optional(),
  fail: failure.optional(),
  replay: text.optional(),
  goto: text.optional(),
};

type Conditions = z.infer<z.ZodObject<typeof condition>>;

/** One case of a `when`. */
export type Case = Conditions & { readonly do?: readonly Step[] | undefined; readonly goto?: string | undefined };

/** One step of a dialogue; which keys go together is the compiler's to say. */
export type Step = z.infer<z.ZodObject<typeof response>> & {
  readonly when?: readonly Case[] | undefined;
  readonly else?: readonly Step[] | undefined;
};

// Cases and steps contain each other, which inference cannot follow: hence the types by hand above.
const caseSchema: z.ZodType<Case> = z.lazy(() =>
  strictObject({ ...condition, do: z.array(stepSchema).optional(), goto: text.optional() }),
);

const stepSchema: z.ZodType<Step> = z.lazy(() =>
  strictObject({ ...response, when: z.array(caseSchema).min(1).optional(), else: z.array(stepSchema).optional() }),
);

const cannedResult = strictObject({
  /** Every named field of the input has this value; absent, every input matches. */
  when: z.record(z.string(), z.json()).optional(),
  text: text.optional(),
  json: z.json().optional(),
  status: z.enum(['success', 'error']).optional(),
  takesSeconds: z.number().min(0).optional(),
}).refine((value) => (value.text === undefined) !== (value.json === undefined), 'needs text or json, one of them');

/** The shape of agent.yaml. */
export const scriptSchema = strictObject({
  agent: text,
  settings: rulesOverrideSchema.optional(),
  tools: z.record(z.string(), z.preprocess(toList, z.array(cannedResult).min(1))).optional(),
  dialogue: z.array(stepSchema).min(1),
});

export type ScriptText = z.infer<typeof scriptSchema>;
export type Call = z.infer<typeof call>;
export type CannedResult = z.infer<typeof cannedResult>;
export type TextMatch = z.infer<typeof textMatch>;
export type ResultMatch = z.infer<typeof resultMatch>;
export type HttpFailure = z.infer<typeof httpFailure>;
export type StreamFailure = z.infer<typeof streamFailure>;
export type Json = z.infer<ReturnType<typeof z.json>>;
