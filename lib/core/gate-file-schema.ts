import * as z from 'zod';
import type { Json } from './canonical-json.ts';
import {
  anyObject,
  byId,
  duration,
  keys,
  matching,
  nameLine,
  oneKeyOf,
  oneOf,
  wholeNumber,
  words,
} from './gate-file-fields.ts';
import { harnessSchema } from './gate-file-harness.ts';
import { iamPrincipal, starters } from './gate-file-starters.ts';
import { pointerProblem } from './json-pointer.ts';

// RFC 5321 allows more; what is left out (quotes, spaces, commas, non-ASCII) is what header injection is made of.
const mailAddress = matching(
  /^(?=.{3,254}$)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
  'one plain address such as morgan@example.com',
);

const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const approverId = matching(idPattern, 'the id of an approver below approvers:');

const because = words(1_000).exactOptional().describe('The reason, which the model is told.');

const ask = keys({
  approvers: z
    .array(approverId, { error: 'a list of approver ids' })
    .min(1, { error: 'at least one approver id, or leave approvers out and name a topic' })
    // A request names everybody for every call of its turn, and must fit into one commit of the ledger.
    .max(20, { error: 'at most 20 approver ids; for more people, name a topic' })
    .exactOptional()
    .describe('Who is asked by mail, by id; the first valid verdict decides.'),
  topic: matching(idPattern, 'the id of a topic below topics:')
    .exactOptional()
    .describe('A topic whose readers are asked.'),
  // waitForTaskToken ends with the execution after a year at the latest; 300 days leave room for the turns around it.
  deadline: duration({ least: 60, most: 300 * 86_400 }).describe(
    'How long people have, such as 24h; then the call expires.',
  ),
  assurance: oneOf(['link', 'iam'])
    .default('link')
    .describe(
      'How sure the gate must be who answers: link (somebody had the link) or iam (a signed request of an approver with iam). Default: link',
    ),
})
  .refine((value) => value.approvers !== undefined || value.topic !== undefined, {
    error: 'approvers, a topic, or both',
  })
  .describe('People must answer before the call counts.');

const ruleKinds = oneKeyOf({
  allow: keys({ because }).exactOptional().describe('Runs without a person. An irreversible tool needs the reason.'),
  refuse: keys({ because }).exactOptional().describe('Never runs.'),
  ask: ask.exactOptional(),
});

const rule = z
  .union([oneOf(['allow', 'refuse']), ruleKinds], {
    error: 'allow, refuse, or a mapping with one of allow, refuse, ask',
  })
  .describe('What becomes of a call: allow, refuse or ask.');

const pointer = z.string({ error: 'a JSON pointer such as /amount' }).superRefine((text, context) => {
  const problem = pointerProblem(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

const shown = keys({
  at: pointer.describe('JSON pointer into the input, such as /amount.'),
  label: nameLine(80).describe('What approvers read before the value.'),
  unit: nameLine(20).exactOptional().describe('What approvers read after the value, such as EUR.'),
}).describe('One line of how a call is shown, in this order.');

/** One entry below `tools:`. */
export const toolSchema = keys({
  description: words(4_096).describe('What the tool does; the model reads it.'),
  effect: oneOf(['read', 'write', 'irreversible'])
    .default('irreversible')
    .describe('What a call does to the world. Default: irreversible'),
  inputSchema: anyObject('a JSON Schema with type: object').describe(
    'JSON Schema of the input; calls that do not fit are refused.',
  ),
  rule,
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
}).describe('A tool that the gate answers for.');

const cap = (most: number, what: string) =>
  wholeNumber({ least: 1, most: 1_000 }).default(most).describe(`${what}, 1 to 1000. Default: ${most}`);

const caps = keys({
  turns: cap(50, 'Most turns of one run'),
  approvals: cap(20, 'Most calls of one run that people are asked about'),
  refusalsInARow: cap(5, 'Most turns in a row of nothing but refused calls, before the run stops'),
  continuations: cap(3, 'How often a turn that ran out of time or iterations is continued'),
}).describe('The largest numbers of each in one run.');

/** Every section on its own, so that one broken section hides no problem of another. */
export const sections = {
  gate: matching(/^[a-z][a-z0-9-]{0,19}$/, 'a lower-case letter and up to 19 lower-case letters, digits or -').describe(
    "The gate's name, part of every resource's name.",
  ),
  stage: matching(/^[a-z][a-z0-9-]{0,9}$/, 'a lower-case letter and up to 9 lower-case letters, digits or -')
    .default('dev')
    .describe('Which installation of the gate. Default: dev'),
  harness: harnessSchema,
  mail: keys({
    from: mailAddress.describe('The sender, verified with SES.'),
    configurationSet: matching(/^[A-Za-z0-9_-]{1,64}$/, 'the name of an SES configuration set')
      .exactOptional()
      .describe('SES configuration set of every mail.'),
  })
    .exactOptional()
    .describe('How mail is sent. Needed when a rule asks approvers.'),
  approvers: byId(
    idPattern,
    keys({
      name: nameLine(80).describe('The name that pages and mails show.'),
      mail: mailAddress.describe('Where requests go.'),
      language: oneOf(['en']).default('en').describe('Language of page and mail. Default: en'),
      iam: iamPrincipal
        .exactOptional()
        .describe('The role or user under which this person answers through the signed route.'),
    }).describe('A person who can be asked.'),
  )
    .default({})
    .describe('The people, by id; the ids stand in the audit table, names and addresses do not.'),
  topics: byId(
    idPattern,
    oneKeyOf({
      arn: matching(
        /^arn:aws[a-z-]*:sns:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]{1,256}$/,
        'the ARN of an SNS topic that is not FIFO',
      )
        .exactOptional()
        .describe('An existing topic.'),
      create: z.literal(true, { error: 'true' }).exactOptional().describe('The stack creates the topic.'),
    }).describe('An SNS topic whose readers can be asked.'),
  )
    .default({})
    .describe('SNS topics by id.'),
  tools: byId(/^[a-zA-Z0-9_-]{1,64}$/, toolSchema)
    .refine((tools) => Object.keys(tools).length > 0, { error: 'at least one tool' })
    .describe('The tools that the gate answers, by name. Any other is refused.'),
  starters,
  caps: caps.default(caps.parse({})),
};

/** The gate file as it is written. */
export const gateFileSchema = keys(sections);

export type GateFileAsWritten = z.output<typeof gateFileSchema>;

/** The gate file's JSON Schema (draft-07, which editors know best), for completion and hover. */
export function gateFileJsonSchema(): Json {
  return z.json().parse(z.toJSONSchema(gateFileSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }));
}
