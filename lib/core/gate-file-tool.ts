import * as z from 'zod';
import { pointer } from './gate-file-conditions.ts';
import { executorSchema } from './gate-file-executor.ts';
import { anyObject, keys, nameLine, oneOf, wholeNumber, words } from './gate-file-fields.ts';
import { anchorsSchema, limitsSchema, unitsSchema } from './gate-file-limits.ts';
import { onlyAsk, ruleSchema, rulesSchema } from './gate-file-rules.ts';

const shown = keys({
  at: pointer.describe('JSON pointer into the input, such as /amount.'),
  label: nameLine(80).describe('What approvers read before the value.'),
  unit: nameLine(20).exactOptional().describe('What approvers read after the value, such as EUR.'),
}).describe('One line of how a call is shown, in this order.');

/** The names of tools. */
export const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** One entry below `tools:`. */
export const toolSchema = keys({
  description: words(4_096).describe('What the tool does; the model reads it.'),
  effect: oneOf(['read', 'write', 'irreversible'])
    .default('irreversible')
    .describe('What a call does to the world. Default: irreversible'),
  inputSchema: anyObject('a JSON Schema with type: object').describe(
    'JSON Schema of the input; calls that do not fit are refused.',
  ),
  rule: ruleSchema.exactOptional(),
  rules: rulesSchema.exactOptional(),
  ifConditionFails: onlyAsk
    .exactOptional()
    .describe('Who is asked when a condition cannot be decided. Default: the call is refused'),
  limits: limitsSchema.default({ each: [], sums: [] }),
  anchors: anchorsSchema,
  requires: z
    .array(z.string({ error: 'the name of a tool' }), { error: 'a list of names of tools' })
    .max(20, { error: 'at most 20 names' })
    .default([])
    .describe('Tools that must have been called with success in this run before.'),
  units: unitsSchema,
  unbounded: z
    .literal(true, { error: 'true, or leave it out' })
    .exactOptional()
    .describe('The schema gives numbers no bounds, and that is meant.'),
  acknowledge: z
    .array(pointer, { error: 'a list of JSON pointers' })
    .max(50, { error: 'at most 50 pointers' })
    .default([])
    .describe('Arguments that look like a password, token or key and are none.'),
  runBy: oneOf(['client', 'harness'])
    .default('client')
    .describe(
      'Who runs it: client (an inline function, answered by the gate) or harness (a gateway, MCP or built-in tool, which an approval lets pass once). Default: client',
    ),
  executor: executorSchema.exactOptional(),
  question: z
    .literal(true, { error: 'true, or leave it out' })
    .exactOptional()
    .describe('A question to a person: what they answer, in their own words, is the result.'),
  maxRevisions: wholeNumber({ least: 0, most: 20 })
    .default(3)
    .describe('How often people may send a call of this tool back with instructions in one run. Default: 3'),
  show: z
    .array(shown, { error: 'a list of {at, label}' })
    .max(50, { error: 'at most 50 lines' })
    .default([])
    .describe('What approvers see first; the whole call is always shown below.'),
  atMost: words(1_000).exactOptional().describe('In your own words, what a call can reach at most.'),
  undo: words(1_000).exactOptional().describe('How a call is taken back. Without it: "cannot be taken back"'),
  requesterAssurance: oneOf(['claimed', 'iam'])
    .default('claimed')
    .describe(
      'How sure the gate must be who asks before this tool counts: claimed (StartExecution by hand) or iam (the signed start route). Default: claimed',
    ),
})
  .refine((tool) => (tool.rule === undefined) !== (tool.rules === undefined), { error: 'exactly one of rule, rules' })
  .refine((tool) => tool.runBy === 'client' || tool.executor === undefined, {
    error: 'no executor beside runBy: harness, since the harness runs the tool',
    path: ['executor'],
  })
  .describe('A tool that the gate answers for.');
