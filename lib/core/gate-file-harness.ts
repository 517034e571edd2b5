import * as z from 'zod';
import {
  anyArn,
  anyObject,
  duration,
  httpsUrl,
  keys,
  matching,
  numberBetween,
  oneKeyOf,
  oneOf,
  wholeNumber,
} from './gate-file-fields.ts';
import { harnessToolSchema } from './gate-file-harness-tools.ts';
import { onlyAsk } from './gate-file-rules.ts';
import { patternForms, patternSyntax } from './tool-pattern.ts';

// Sections 1.2 and 6.1 of the service's own model: the names below create: are AWS's, so that its documentation applies.

const harnessArn = matching(
  /^arn:aws[a-z-]*:bedrock-agentcore:[a-z0-9-]+:[0-9]{12}:harness\/[a-zA-Z][a-zA-Z0-9_]{0,39}-[a-zA-Z0-9]{10}$/,
  'the ARN of a harness, arn:aws:bedrock-agentcore:REGION:ACCOUNT:harness/NAME-0123456789 (not its bare id)',
);
const qualifier = matching(
  /^[a-zA-Z][a-zA-Z0-9_]{0,47}$/,
  'the name of a harness endpoint, a letter and up to 47 letters, digits or _',
)
  .default('DEFAULT')
  .describe('The harness endpoint to invoke. Default: DEFAULT');
const modelId = matching(/^\S{1,256}$/, 'the id of a model').describe('Which model answers.');
const additionalParams = anyObject('a mapping that the provider understands')
  .exactOptional()
  .describe('Parameters that the provider gets unchanged.');
const apiKeyArn = anyArn.describe('ARN of the credential provider that holds the API key; never the key itself.');
const apiBase = httpsUrl.exactOptional().describe('An endpoint that speaks the same protocol.');

const sampling = {
  maxTokens: wholeNumber({ least: 1, most: 10_000_000 }).exactOptional().describe('Most tokens of one model answer.'),
  temperature: numberBetween(0, 2).exactOptional().describe('Sampling temperature, 0 to 2.'),
  topP: numberBetween(0, 1).exactOptional().describe('Nucleus sampling, 0 to 1.'),
};

const model = oneKeyOf({
  bedrockModelConfig: keys({
    modelId,
    ...sampling,
    apiFormat: oneOf(['converse_stream', 'responses', 'chat_completions'])
      .exactOptional()
      .describe("Which of Bedrock's APIs is used."),
    additionalParams,
  })
    .exactOptional()
    .describe('A model of Amazon Bedrock.'),
  openAiModelConfig: keys({
    modelId,
    apiKeyArn,
    ...sampling,
    apiBase,
    apiFormat: oneOf(['chat_completions', 'responses']).exactOptional().describe('Which of the APIs is used.'),
    additionalParams,
  })
    .exactOptional()
    .describe('A model of OpenAI or of a compatible endpoint.'),
  geminiModelConfig: keys({
    modelId,
    apiKeyArn,
    ...sampling,
    topK: wholeNumber({ least: 0, most: 500 }).exactOptional().describe('Top-k sampling, 0 to 500.'),
    additionalParams,
  })
    .exactOptional()
    .describe('A model of Google Gemini.'),
  liteLlmModelConfig: keys({ modelId, apiKeyArn: apiKeyArn.exactOptional(), ...sampling, apiBase, additionalParams })
    .exactOptional()
    .describe('Any model that LiteLLM reaches.'),
}).describe("The model, in exactly one of AWS's four forms.");

const memory = oneKeyOf({
  managedMemoryConfiguration: keys({
    eventExpiryDuration: wholeNumber({ least: 3, most: 365 })
      .default(30)
      .describe('Days that the conversation is kept, 3 to 365; must outlast the longest deadline. Default: 30'),
    encryptionKeyArn: anyArn.exactOptional().describe('A KMS key of your own; fixed at creation.'),
    strategies: z
      .array(z.string())
      .min(1)
      .max(4)
      .exactOptional()
      .describe("1 to 4 of AWS's strategies, such as SEMANTIC."),
  })
    .exactOptional()
    .describe('Memory that AWS creates with the harness.'),
  agentCoreMemoryConfiguration: keys({
    arn: anyArn.describe('The memory.'),
    actorId: z.string().exactOptional().describe('The actor whose memory is used.'),
    messagesCount: wholeNumber({ least: 1, most: 10_000 })
      .exactOptional()
      .describe('How many messages are loaded; a small number can lose the paused turn.'),
    retrievalConfig: anyObject('a mapping as AWS documents it')
      .exactOptional()
      .describe('Retrieval by namespace, as AWS documents it.'),
  })
    .exactOptional()
    .describe('A memory of your own.'),
  disabled: anyObject('an empty mapping {}')
    .exactOptional()
    .describe('No memory: an approval that outlasts the idle timeout finds an empty session.'),
}).describe(
  "Where the conversation is kept while people decide. Must be said: AWS's tools disagree about the default.",
);

const create = keys({
  name: matching(/^[a-zA-Z][a-zA-Z0-9_]{0,39}$/, 'a letter and up to 39 letters, digits or _ (no hyphen)').describe(
    "The harness's name; in the account the stage stands behind it.",
  ),
  model,
  systemPrompt: z
    .string({ error: 'a text, which may be empty' })
    .default('')
    .describe('The system prompt. Nothing that the gate enforces depends on it. Default: empty'),
  tools: z
    .array(harnessToolSchema, { error: 'a list of tools' })
    .default([])
    .describe("The harness's tools, of all five types."),
  memory,
  idleTimeout: duration({ least: 60, most: 28_800 })
    .exactOptional()
    .describe(
      "How long an idle session keeps its machine, 1m to 8h; a waiting approval is billed until then. Default: AWS's (15m)",
    ),
  qualifier,
}).describe("A harness that the stack creates, under AWS's own names.");

const patterns = z
  .array(matching(patternSyntax, patternForms), { error: 'a list of patterns' })
  .max(100, { error: 'at most 100 patterns' })
  .default([]);

const guardedTools = keys({
  allow: patterns.describe(
    'What the harness may run by itself, as patterns. The most specific one wins. Default: nothing',
  ),
  deny: patterns.describe(
    'What it may not, as patterns; wins over an allow that is as specific. Default: nothing more',
  ),
}).describe('What the guard lets the harness run by itself. What no pattern means is denied.');

/** The `harness:` section as it is written. */
export const harnessSchema = keys({
  arn: harnessArn
    .exactOptional()
    .describe('An existing harness. The gate then sends no tools, prompt or model of its own.'),
  qualifier: qualifier.unwrap().exactOptional().describe('With arn: the harness endpoint to invoke. Default: DEFAULT'),
  create: create.exactOptional(),
  unguarded: z
    .literal(true, { error: 'true, or leave it out' })
    .exactOptional()
    .describe(
      'With arn: nobody guards what this harness runs by itself, and every page, mail and report says so. Absent: a tool that runs without the guard ends the run.',
    ),
  tools: guardedTools.default({ allow: [], deny: [] }),
  maxIterations: wholeNumber({ least: 1, most: 1_000 })
    .exactOptional()
    .describe("Most model calls in one turn. Default: the harness's own"),
  maxTokens: wholeNumber({ least: 1, most: 10_000_000 })
    .exactOptional()
    .describe("Most output tokens of one turn. Default: the harness's own"),
  // 840 leaves the Lambda, which has 900, a minute to write down how the turn ended.
  timeoutSeconds: wholeNumber({ least: 30, most: 840 })
    .default(600)
    .describe('Longest turn in seconds, 30 to 840. Default: 600'),
  inDoubt: z
    .union([oneOf(['fail', 'restart']), onlyAsk], { error: 'fail, restart, or a mapping with ask' })
    .default('fail')
    .describe(
      'A turn of which nobody knows whether it ran: the run fails, begins again in a new session, or people say which. Default: fail',
    ),
})
  .refine((harness) => (harness.arn === undefined) !== (harness.create === undefined), {
    error: 'exactly one of arn, create',
  })
  .refine((harness) => harness.create === undefined || harness.qualifier === undefined, {
    error: 'with create, the qualifier stands inside it',
    path: ['qualifier'],
  })
  .refine((harness) => harness.create === undefined || harness.unguarded === undefined, {
    error: 'only with arn; a harness that is created has the guard',
    path: ['unguarded'],
  })
  .refine(
    (harness) => harness.unguarded === undefined || [...harness.tools.allow, ...harness.tools.deny].length === 0,
    {
      error: 'nothing here beside unguarded, since nobody would enforce it',
      path: ['tools'],
    },
  )
  .meta({ oneOf: [{ required: ['arn'] }, { required: ['create'] }] })
  .describe('The agent: a harness that exists (arn) or one to create (create).');
