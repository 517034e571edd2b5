import { type ActionTold, actionMembers, actionMessage, isSuccess, reasonWords } from './action-told.ts';
import type { ApprovalClosed, PolicyApplied } from './approval-entries.ts';
import { type EditsTold, editMembers } from './edits-told.ts';
import { shortForm } from './hashes.ts';
import { isApprovingOutcome } from './run.ts';
import type { ShortOf } from './short-of.ts';

/** A tool result as the model gets it. */
export interface ToolResult {
  readonly status: 'success' | 'error';
  /** JSON text; its `outcome` and `message` are for the model, and it is never empty. */
  readonly text: string;
}

/** What one person wrote with a verdict that counted. */
export interface Written {
  readonly by: string;
  readonly words: string;
}

/** What an answered call's result is made of. */
export type Answer =
  | {
      readonly kind: 'closed';
      readonly outcome: ApprovalClosed['outcome'];
      readonly digest: string;
      /** Who decided, by id. */
      readonly by: readonly string[];
      /** What they wrote, each for themselves; nobody who wrote nothing. */
      readonly written?: readonly Written[];
      /** Where the gate carries the call out. */
      readonly action?: ActionTold;
      /** ISO instant: where the harness runs the call, behind a grant. */
      readonly grantedUntil?: string;
      /** Where people changed the arguments. */
      readonly edits?: EditsTold;
      /** Of `expired`: how far the answers were; absent where nobody had said anything. */
      readonly short?: ShortOf;
    }
  | {
      readonly kind: 'allowed';
      readonly because?: string;
      readonly action?: ActionTold;
      readonly grantedUntil?: string;
    }
  | {
      readonly kind: 'refused';
      readonly rule: PolicyApplied['rule'];
      /** What was wrong and where, for the model to mend. */
      readonly problems: readonly string[];
      readonly because?: string;
    };

/** Every answer as one text whose first member says the outcome; silence and refusal never read like an approval. */
export function resultOf(tool: string, answer: Answer): ToolResult {
  switch (answer.kind) {
    case 'closed': {
      const { outcome, digest, by, written, action, grantedUntil, edits, short } = answer;
      const note = writtenMembers(outcome, { by, written });
      const decidedBy = by.length === 0 ? {} : { decidedBy: by };
      const isAnswer = outcome === 'answered' && written !== undefined;
      const isGood = isAnswer || (isApprovingOutcome(outcome) && (action === undefined || isSuccess(action)));
      return result(isGood ? 'success' : 'error', {
        outcome,
        tool,
        message: isAnswer
          ? answeredMessage
          : closedMessage(outcome, { action, grant: grantMessage(tool, { until: grantedUntil, edits }), short }),
        ...(grantedUntil === undefined ? {} : { grantedUntil }),
        ...(grantedUntil === undefined || edits?.values === undefined ? {} : { arguments: edits.values.after }),
        ...(edits === undefined ? {} : editMembers(edits)),
        ...(action === undefined ? {} : actionMembers(action)),
        ...note,
        ...decidedBy,
        digest: shortForm(digest),
      });
    }
    case 'allowed': {
      const { action, grantedUntil } = answer;
      if (action !== undefined) {
        return result(isSuccess(action) ? 'success' : 'error', {
          outcome: 'allowed',
          tool,
          message: actionMessage(action),
          ...actionMembers(action),
          ...becauseOf(answer),
        });
      }
      const message = grantMessage(tool, { until: grantedUntil }) ?? allowedMessage;
      const granted = grantedUntil === undefined ? {} : { grantedUntil };
      return result('success', { outcome: 'allowed', tool, message, ...granted, ...becauseOf(answer) });
    }
    case 'refused': {
      const problems = answer.problems.length === 0 ? {} : { problems: answer.problems };
      return result('error', {
        outcome: 'refused',
        tool,
        message: refusedMessage,
        rule: answer.rule,
        ...problems,
        ...becauseOf(answer),
      });
    }
  }
}

function closedMessage(
  outcome: ApprovalClosed['outcome'],
  {
    action,
    grant,
    short,
  }: {
    readonly action: ActionTold | undefined;
    readonly grant: string | undefined;
    readonly short: ShortOf | undefined;
  },
): string {
  if (outcome === 'expired' && short !== undefined) return shortMessage(short);
  const approved = outcome === 'approved-with-edits' ? editedMessage : approvedMessage;
  if (action !== undefined) return `${approved} ${actionMessage(action)}`;
  return grant === undefined ? closedMessages[outcome] : `${approved} ${grant}`;
}

// Some had answered: that nobody did would not be true, and who they are is theirs to say.
function shortMessage({ given, needed, noes }: ShortOf): string {
  const approvals = `${given} of the ${needed} ${needed === 1 ? 'approval that was' : 'approvals that were'} needed came before the deadline`;
  const nos = noes === 0 ? '' : `, and ${noes} of those asked said no, which was not enough to reject it`;
  return `Too few people answered in time: ${approvals}${nos}. That is neither an approval nor a rejection: the call must not be carried out. Say that too few people answered in time.`;
}

// What the guard compares is the whole input, so the model is told to change nothing.
function grantMessage(
  tool: string,
  { until, edits }: { readonly until: string | undefined; readonly edits?: EditsTold | undefined },
): string | undefined {
  const which = edits === undefined ? 'the arguments that were asked about' : 'what stands under arguments';
  return until === undefined
    ? undefined
    : `Nothing has been done yet. Call ${tool} yourself now, with exactly ${which}: that one call passes, until ${until}.`;
}

const editedWords =
  'A person changed the arguments of this call, as edits says, and it was approved so. What you asked for was not approved: only the call with the changed arguments was.';

// Outcomes of questions about the run, which no fold lets a call have. What is not an approval means no.
const notOfCalls = 'Nobody decided on this call. It must not be carried out.';

const closedMessages: Readonly<Record<ApprovalClosed['outcome'], string>> = {
  approved:
    'A person approved this call exactly as you made it. The gate itself has done nothing: you may go on with it now, with these arguments and no others.',
  'approved-with-edits': `${editedWords} Nobody has carried it out for you.`,
  'sent-back':
    'A person sent this call back. It must not be carried out, and the very same call is not asked again. Follow what stands under instructions, in their own words, with another call, or say why you cannot.',
  answered: 'A person answered, but what they wrote was erased since. Ask again if you still need it.',
  rejected:
    'A person rejected this call. That is final: do not make it again with these arguments. Say so, or propose something else.',
  expired:
    'Nobody answered before the deadline. That is neither an approval nor a rejection by a person: the call must not be carried out. Say that nobody answered.',
  cancelled: 'The request was cancelled before it was decided. The call must not be carried out.',
  continued: notOfCalls,
  restarted: notOfCalls,
  ended: notOfCalls,
};

const editedMessage = `${editedWords} Speak of what was approved, and not of what you had asked for.`;

const answeredMessage = 'A person answered. What stands under answer are their own words, exactly as they wrote them.';

// Where several decided, it says beside the words whose they are, also where one alone wrote: they are not what all of them said.
function writtenMembers(
  outcome: ApprovalClosed['outcome'],
  { by, written = [] }: { readonly by: readonly string[]; readonly written: readonly Written[] | undefined },
): object {
  const worded = written.filter(({ words }) => words !== '');
  if (worded.length === 0) return {};
  const { one, several } = writtenNames[outcome] ?? { one: 'comment', several: 'comments' };
  if (new Set([...by, ...worded.map((note) => note.by)]).size > 1)
    return { [several]: worded.map(({ by: who, words }) => ({ by: who, words: reasonWords(words) })) };
  return { [one]: worded.map(({ words }) => words).join('\n') };
}

// What people wrote is called what it is: the reason of a no, what to do instead, or the result itself.
const writtenNames: Partial<
  Readonly<Record<ApprovalClosed['outcome'], { readonly one: string; readonly several: string }>>
> = {
  rejected: { one: 'reason', several: 'reasons' },
  'sent-back': { one: 'instructions', several: 'instructions' },
  answered: { one: 'answer', several: 'answers' },
};

const approvedMessage = 'A person approved this call exactly as you made it.';

const allowedMessage = 'The rules let this call pass without asking a person. The gate itself has done nothing.';

const refusedMessage =
  'The rules refused this call and no person was asked. It must not be carried out. Mend what is named here, or do without.';

function becauseOf(answer: { readonly because?: string }): { readonly because?: string } {
  return answer.because === undefined ? {} : { because: answer.because };
}

function result(status: ToolResult['status'], members: object): ToolResult {
  return { status, text: JSON.stringify(members) };
}
