import * as z from 'zod';
import type { Json } from './canonical-json.ts';
import { byId, duration, keys, matching, nameLine, oneKeyOf, oneOf, wholeNumber } from './gate-file-fields.ts';
import { harnessSchema } from './gate-file-harness.ts';
import { idPattern, mostApprovers, onlyAsk } from './gate-file-rules.ts';
import { iamPrincipal, starters } from './gate-file-starters.ts';
import { toolName, toolSchema } from './gate-file-tool.ts';

// RFC 5321 allows more; what is left out (quotes, spaces, commas, non-ASCII) is what header injection is made of.
const mailAddress = matching(
  /^(?=.{3,254}$)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/,
  'one plain address such as morgan@example.com',
);

const reader = {
  language: oneOf(['en', 'ja']).default('en').describe('Language of page and mail: en or ja. Default: en'),
  timeZone: z
    .string({ error: 'a time zone such as Europe/Berlin' })
    .refine(isTimeZone, { error: 'an IANA time zone such as Europe/Berlin, or UTC' })
    .default('UTC')
    .describe('The time zone that instants are spelled in, such as Europe/Berlin. Default: UTC'),
};

function isTimeZone(name: string): boolean {
  return name === 'UTC' || Intl.supportedValuesOf('timeZone').includes(name);
}

const iamSession = keys({
  role: iamPrincipal.describe('The role.'),
  session: matching(/^[\w+=,.@-]{2,64}$/, 'the name of a session of the role').describe(
    "This person's session name. It identifies nobody unless the role's trust policy gives each person a name of their own.",
  ),
  trustPolicyEnforcesSession: z
    .literal(true, { error: 'true, or name a role of its own' })
    .describe('That the trust policy gives each person one session name, which nobody here can check.'),
}).describe('A role that several people share, told apart by session names that its trust policy enforces.');

const cap = (most: number, what: string) =>
  wholeNumber({ least: 1, most: 1_000 }).default(most).describe(`${what}, 1 to 1000. Default: ${most}`);

const caps = keys({
  turns: cap(50, 'Most turns of one run'),
  approvals: cap(20, 'Most calls of one run that people are asked about'),
  refusalsInARow: cap(5, 'Most turns in a row of nothing but refused calls, before the run stops'),
  continuations: cap(3, 'How often a turn that ran out of time or iterations is continued'),
  failuresInARow: cap(3, 'Most turns in a row in which every action failed, before the run stops'),
  tokens: wholeNumber({ least: 1, most: Number.MAX_SAFE_INTEGER })
    .exactOptional()
    .describe('Most tokens of one run, as the service counts them; looked at between turns. Default: no bound'),
  wallTime: duration({ least: 60, most: 300 * 86_400 })
    .exactOptional()
    .describe('How long a run may last from its start to its last turn, waiting included. Default: no bound'),
}).describe('The largest numbers of each in one run.');

/** Every section on its own, so that one broken section hides no problem of another. */
export const sections = {
  gate: matching(/^[a-z][a-z0-9-]{0,19}$/, 'a lower-case letter and up to 19 lower-case letters, digits or -').describe(
    "The gate's name, part of every resource's name.",
  ),
  // Without a hyphen: `a-b` in stage `c` and `a` in stage `b-c` would be one stack.
  stage: matching(/^[a-z][a-z0-9]{0,9}$/, 'a lower-case letter and up to 9 lower-case letters or digits')
    .default('dev')
    .describe('Which installation of the gate. Default: dev'),
  harness: harnessSchema,
  mail: keys({
    from: mailAddress.describe('The sender, verified with SES.'),
    configurationSet: matching(/^[A-Za-z0-9_-]{1,64}$/, 'the name of an SES configuration set')
      .exactOptional()
      .describe('SES configuration set of every mail. Default: the stack creates one'),
    outcomes: z
      .boolean({ error: 'true or false' })
      .default(false)
      .describe('Whether approvers hear what came of the calls that they were asked about. Default: false'),
  })
    .exactOptional()
    .describe('How mail is sent. Needed when a rule asks approvers.'),
  approvers: byId(
    idPattern,
    keys({
      name: nameLine(80).describe('The name that pages and mails show.'),
      mail: mailAddress.describe('Where requests go.'),
      ...reader,
      iam: z
        .union([iamPrincipal, iamSession], { error: 'the ARN of a role or a user, or a mapping with role and session' })
        .exactOptional()
        .describe('The role or user under which this person answers through the signed route.'),
    }).describe('A person who can be asked.'),
  )
    .default({})
    .describe('The people, by id; the ids stand in the audit table, names and addresses do not.'),
  requesters: byId(
    idPattern,
    keys({
      mail: mailAddress.describe(
        'Where mails about their runs go. A run whose requester is this id or address is theirs.',
      ),
      ...reader,
      hears: z
        .array(oneOf(['waiting', 'expired', 'finished']), { error: 'a list of waiting, expired, finished' })
        .min(1, { error: 'at least one of waiting, expired, finished' })
        .describe(
          'What they hear: that the run waits for people, that nobody or too few people answered in time, that it is finished.',
        ),
    }).describe('A person who starts runs and hears of them.'),
  )
    .default({})
    .describe('People who hear of the runs that they asked for, by id.'),
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
  groups: byId(
    idPattern,
    z
      .array(matching(idPattern, 'the id of an approver below approvers:'), { error: 'a list of approver ids' })
      .min(1, { error: 'at least one approver' })
      .max(mostApprovers, { error: `at most ${mostApprovers} approvers` }),
  )
    .default({})
    .describe('Approvers by the name of their group; a rule may name groups beside people.'),
  tools: byId(toolName, toolSchema)
    .refine((tools) => Object.keys(tools).length > 0, { error: 'at least one tool' })
    .describe('The tools that the gate answers, by name. Any other is refused.'),
  starters,
  caps: caps.default(caps.parse({})),
  onCap: z
    .union([oneOf(['stop']), onlyAsk], { error: 'stop, or a mapping with ask' })
    .default('stop')
    .describe('What happens when a cap is reached: the run stops, or people say whether it goes on. Default: stop'),
};

/** The gate file as it is written. */
export const gateFileSchema = keys(sections);

export type GateFileAsWritten = z.output<typeof gateFileSchema>;

/** The gate file's JSON Schema (draft-07, which editors know best), for completion and hover. */
export function gateFileJsonSchema(): Json {
  return z.json().parse(z.toJSONSchema(gateFileSchema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }));
}
