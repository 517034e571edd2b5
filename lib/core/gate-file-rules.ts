import * as z from 'zod';
import { conditionSchema } from './gate-file-conditions.ts';
import { duration, keys, matching, oneKeyOf, oneOf, wholeNumber, words } from './gate-file-fields.ts';

/** Ids of approvers, groups and topics. */
export const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const approverId = matching(idPattern, 'the id of an approver below approvers: or of a group below groups:');

const because = words(1_000).exactOptional().describe('The reason, which the model is told.');

// A request names everybody for every call of its turn, and must fit into one commit of the ledger.
export const mostApprovers = 20;

/** Whom to ask, how many of them must agree, and how long they have. */
export const askSchema = keys({
  approvers: z
    .array(approverId, { error: 'a list of ids of approvers and groups' })
    .min(1, { error: 'at least one id, or leave approvers out and name a topic' })
    .max(mostApprovers, { error: `at most ${mostApprovers} ids; for more people, name a topic` })
    .exactOptional()
    .describe('Who is asked by mail, by id of a person or a group.'),
  topic: matching(idPattern, 'the id of a topic below topics:')
    .exactOptional()
    .describe('A topic whose readers are asked.'),
  quorum: wholeNumber({ least: 1, most: mostApprovers })
    .default(1)
    .describe('How many different people must approve; one rejection rejects. Default: 1'),
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
  .refine((value) => value.topic === undefined || value.quorum === 1, {
    error: 'no topic beside a quorum: whoever reads a topic is nobody in particular, and could count twice',
    path: ['topic'],
  })
  .describe('People must answer before the call counts.');

const kinds = {
  allow: keys({ because }).exactOptional().describe('Runs without a person. An irreversible tool needs the reason.'),
  refuse: keys({ because }).exactOptional().describe('Never runs.'),
  ask: askSchema.exactOptional(),
};

/** `rule:`, for tools that always come to the same. */
export const ruleSchema = z
  .union([oneOf(['allow', 'refuse']), oneKeyOf(kinds)], {
    error: 'allow, refuse, or a mapping with one of allow, refuse, ask',
  })
  .describe('What becomes of every call: allow, refuse or ask. For more than one, rules.');

const whenSchema = keys({
  ...kinds,
  when: conditionSchema.exactOptional().describe('Absent: always.'),
}).superRefine(({ when: _, ...kind }, context) => {
  if (context.issues.length > 0 || Object.keys(kind).length === 1) return;
  context.addIssue({ code: 'custom', message: 'exactly one of allow, refuse, ask' });
});

/** `rules:`, an ordered list. */
export const rulesSchema = z
  .array(whenSchema, { error: 'a list of rules, each allow, refuse or ask, with a condition when' })
  .min(1, { error: 'at least one rule' })
  .max(100, { error: 'at most 100 rules' })
  .describe('In order: the first whose condition holds decides. Where none does, the call is refused.');

/** What to do where there is nothing to decide by. */
export const onlyAsk = keys({ ask: askSchema });
