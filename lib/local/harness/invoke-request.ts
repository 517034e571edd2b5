import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { invalid, type WireFailure } from './wire-failure.ts';

// Patterns and lengths are those of the service's model; the client library checks none of them.
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/);
/** The data plane takes no bare id and no runtime ARN. */
export const harnessArnPattern =
  /^arn:[a-z-]+:bedrock-agentcore:[a-z0-9-]+:\d{12}:harness\/[a-zA-Z][a-zA-Z0-9_]{0,39}-[a-zA-Z0-9]{10}$/;
const sessionIdPattern = /^[a-zA-Z0-9][a-zA-Z0-9-_]{32,99}$/;
const qualifierPattern = /^[a-zA-Z][a-zA-Z0-9_]{0,47}$/;

const someText = z.string().min(1);
const toolUseType = z.enum(['tool_use', 'server_tool_use', 'mcp_tool_use']).optional();

// Not z.json(): it recurses, and hostile inputs are deep. JSON.parse has read it already.
const anyJson = z.unknown().refine((value) => value !== undefined, 'is missing');

const resultBlock = oneOf({ text: someText, json: z.unknown() });
const contentBlock = oneOf({
  text: someText,
  toolUse: z.object({ name: toolName, toolUseId: toolName, input: anyJson, type: toolUseType }),
  toolResult: z.object({
    toolUseId: toolName,
    content: z.array(resultBlock).min(1),
    status: z.enum(['success', 'error']).optional(),
    type: toolUseType,
  }),
  reasoningContent: z.unknown(),
});

const message = z
  .object({ role: z.enum(['user', 'assistant']), content: z.array(contentBlock).min(1) })
  .check(({ value, issues }) => {
    // Not in the model, but in every model's conversation: calls are the assistant's, results the user's.
    const foreign = value.role === 'user' ? 'toolUse' : 'toolResult';
    const index = value.content.findIndex((block) => block[foreign] !== undefined);
    if (index === -1) return;
    issues.push({
      code: 'custom',
      message: `no ${foreign} in a ${value.role} message`,
      path: ['content', index],
      input: value,
    });
  });

const bodySchema = z.object({
  messages: z
    .array(message)
    .min(1)
    .refine((messages) => messages.at(-1)?.role === 'user', 'the last message must be of role user'),
  systemPrompt: z.array(oneOf({ text: someText })).optional(),
  tools: z
    .array(
      z.object({
        type: z.enum([
          'remote_mcp',
          'agentcore_browser',
          'agentcore_gateway',
          'inline_function',
          'agentcore_code_interpreter',
        ]),
        name: toolName.optional(),
        config: z.unknown().optional(),
      }),
    )
    .optional(),
  model: oneOf({
    bedrockModelConfig: z.object({ modelId: z.string() }),
    openAiModelConfig: z.object({ modelId: z.string() }),
    geminiModelConfig: z.object({ modelId: z.string() }),
    liteLlmModelConfig: z.object({ modelId: z.string() }),
  }).optional(),
  skills: z.array(z.unknown()).optional(),
  allowedTools: z
    .array(
      z
        .string()
        .regex(/^(\*|@?[^/]+(\/[^/]+)?)$/)
        .min(1)
        .max(64),
    )
    .optional(),
  maxIterations: z.number().int().optional(),
  maxTokens: z.number().int().optional(),
  timeoutSeconds: z.number().int().optional(),
  actorId: z.string().optional(),
});

/** The body of InvokeHarness as far as this harness reads it; unknown members are ignored, as AWS does. */
export type InvokeBody = z.infer<typeof bodySchema>;
/** One message of a request; each content block has exactly one member set. */
export type InvokeMessage = z.infer<typeof message>;

/** A request for InvokeHarness that keeps the rules of the service's model. */
export type InvokeRequest = InvokeBody & {
  readonly harnessArn: string;
  readonly sessionId: string;
  readonly qualifier: string;
};

/** The parts of an HTTP request that name a target. */
export type WireTarget = { readonly query: URLSearchParams; readonly headers: IncomingHttpHeaders };

/** Who is meant: the parts outside the body. */
export function readTarget(arn: string | null, { query, headers }: WireTarget): WireFailure | InvokeTarget {
  const sessionId = headers['x-amzn-bedrock-agentcore-runtime-session-id'];
  const qualifier = query.get('qualifier') ?? 'DEFAULT';
  const problems: { name: string; message: string }[] = [];
  if (arn === null || !harnessArnPattern.test(arn)) {
    problems.push({
      name: 'harnessArn',
      message: `must be a harness ARN (${harnessArnPattern.source}), but is ${arn}`,
    });
  }
  if (typeof sessionId !== 'string' || !sessionIdPattern.test(sessionId)) {
    const given = typeof sessionId === 'string' ? `${sessionId} (${sessionId.length} characters)` : 'missing';
    const rule = 'must be 33 to 100 characters of [a-zA-Z0-9-_], the first a letter or digit';
    problems.push({ name: 'runtimeSessionId', message: `${rule}, but is ${given}` });
  }
  if (!qualifierPattern.test(qualifier)) {
    problems.push({ name: 'qualifier', message: `must match ${qualifierPattern.source}, but is ${qualifier}` });
  }
  if (problems.length > 0) return invalid(problems);
  return { harnessArn: String(arn), sessionId: String(sessionId), qualifier };
}

/** A harness and a session, both of legal form. */
export type InvokeTarget = { readonly harnessArn: string; readonly sessionId: string; readonly qualifier: string };

/** The body, or the ValidationException that the service would answer. */
export function readInvokeBody(body: string): WireFailure | { readonly body: InvokeBody } {
  let raw: unknown;
  try {
    raw = JSON.parse(body);
  } catch {
    return { status: 400, error: 'ValidationException', message: 'The body is not JSON', reason: 'CannotParse' };
  }
  const parsed = bodySchema.safeParse(raw);
  if (parsed.success) return { body: parsed.data };
  return invalid(
    parsed.error.issues.map((issue) => ({ name: issue.path.join('.') || 'body', message: issue.message })),
  );
}

/** A union of the service's model: exactly one member is set. */
function oneOf<Members extends z.ZodRawShape>(members: Members) {
  const names = Object.keys(members);
  return z
    .object(members)
    .partial()
    .check(({ value, issues }) => {
      const given = names.filter((name) => Reflect.get(value, name) !== undefined);
      if (given.length === 1) return;
      const message = `exactly one of ${names.join(', ')} must be set, but ${given.join(' and ') || 'none'} is`;
      issues.push({ code: 'custom', message, input: value });
    });
}
