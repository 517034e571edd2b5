import * as z from 'zod';
import { conditionSchema } from './gate-file-conditions.ts';
import { duration, keys, matching, oneKeyOf, oneOf, wholeNumber, words } from './gate-file-fields.ts';

/** Ids of approvers, groups and topics. */
export const idPattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

const approverId = matching(idPattern, 'the id of an approver below approvers: or of a group below groups:');

const because = words(1_000).exactOptional().describe('The reason, which the model is told.');

// A request names everybody for every call of its turn, and must fit into one commit of the ledger.
export const mostApprovers = 20;

const stageAfter = duration({ least: 60, most: 300 * 86_400 });

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
  quorum: z
    .union([wholeNumber({ least: 1, most: mostApprovers }), oneOf(['any', 'all'])], {
      error: `a whole number from 1 to ${mostApprovers}, any or all`,
    })
    .default(1)
    .describe(
      'How many different people must say yes, by approving or choosing the same: a number, any (one of them) or all. Default: 1',
    ),
  veto: z
    .boolean({ error: 'true or false' })
    .default(true)
    .describe(
      'Whether one no decides. With false it is decided when too few are left who could still say yes. Default: true',
    ),
  requesterMayApprove: z
    .boolean({ error: 'true or false' })
    .default(false)
    .describe(
      'Whether the person who asked for the run may decide on its calls, where the rule names them. Default: false',
    ),
  notify: z
    .array(approverId, { error: 'a list of ids of approvers and groups' })
    .max(mostApprovers, { error: `at most ${mostApprovers} ids` })
    .exactOptional()
    .describe('Whom mails go to, who need not be who may decide. Default: the approvers'),
  remind: z
    .array(stageAfter, { error: 'a list of durations such as [4h, 20h]' })
    .max(10, { error: 'at most 10 reminders' })
    .default([])
    .describe('When whoever has not answered is reminded, each counted from the request.'),
  escalate: keys({
    after: stageAfter.describe('How long after the request, such as 8h.'),
    to: z
      .array(approverId, { error: 'a list of ids of approvers and groups' })
      .min(1, { error: 'at least one id' })
      .max(mostApprovers, { error: `at most ${mostApprovers} ids` })
      .describe('Who may decide as well from then on.'),
  })
    .exactOptional()
    .describe('Who is asked as well when nobody has decided by then.'),
  // waitForTaskToken ends with the execution after a year at the latest; 300 days leave room for the turns around it.
  deadline: duration({ least: 60, most: 300 * 86_400 }).describe(
    'How long people have, such as 24h; then the call expires.',
  ),
  assurance: oneOf(['link', 'code', 'iam'])
    .default('link')
    .describe(
      "How sure the gate must be who answers at least: link (somebody had the link), code (and typed a code from the approver's mailbox) or iam (a signed request of an approver with iam). Default: link",
    ),
})
  .refine((value) => value.approvers !== undefined || value.topic !== undefined, {
    error: 'approvers, a topic, or both',
  })
  .refine((value) => value.topic === undefined || value.quorum === 1 || value.quorum === 'any', {
    error: 'no topic beside a quorum: whoever reads a topic is nobody in particular, and could count twice',
    path: ['topic'],
  })
  .refine((value) => value.topic === undefined || value.veto, {
    error:
      'no topic beside veto: false: whoever reads a topic is nobody in particular, and one of them would say no for all',
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
