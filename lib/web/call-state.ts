import type { Outcome } from '../core/approval-entries.ts';
import { isVeto } from '../core/quorum.ts';
import type { ShortOf } from '../core/short-of.ts';
import type { AnswerView, CallView, RequestView } from '../gate/views.ts';
import type { Texts } from './texts/texts.ts';

/** Where a call stands for a reader: `due` is past its deadline and not yet closed in the ledger. */
export type CallState = 'open' | 'due' | Outcome;

/** `now` is an ISO instant. */
export function callState(call: CallView, now: string): CallState {
  if (call.standing.kind === 'closed') return call.standing.outcome;
  return isPast(call.deadline, now) ? 'due' : 'open';
}

/** Those that stand, of as many people. */
export function approvalsOf({ answers }: CallView): readonly AnswerView[] {
  return answers.filter(({ verdict }) => !isVeto(verdict));
}

/** How far the answers were to what is past its deadline; `undefined` where nobody had said anything. */
export function shortOfView(call: CallView): ShortOf | undefined {
  const { answers, edited, quorum } = call;
  if (answers.length === 0 && edited === undefined) return undefined;
  const given = approvalsOf(call).length;
  return { given, needed: quorum, noes: answers.length - given };
}

/** What to call the end of something that is past its deadline: "nobody answered" where that is true. */
export function expiredLabel(call: CallView, texts: Texts): string {
  return shortOfView(call) === undefined ? texts.outcomes.expired : texts.tooFew.label;
}

/** What a line or a subject calls it: a tool by its name, a question about the run in words. */
export function shortName({ tool, question }: CallView, texts: Texts): string {
  return question === undefined ? tool : texts.question.names[question.about];
}

/** Whether the agent asks questions and nothing else: what people say in their own words is what it gets. */
export function asksForWords(calls: readonly CallView[]): boolean {
  const left = calls.filter(({ offers }) => offers.length > 0);
  return left.length > 0 && left.every(({ offers }) => offers.includes('answer'));
}

export function openCalls(request: RequestView): readonly CallView[] {
  return request.calls.filter((call) => callState(call, request.now) === 'open');
}

/** Those that the approver of this view can say something to; whoever an edit left behind sees the call and decides nothing. */
export function callsToAnswer(request: RequestView): readonly CallView[] {
  return openCalls(request).filter(isToAnswer);
}

export function isToAnswer({ question, offers }: CallView): boolean {
  return question !== undefined || offers.length > 0;
}

/**
 * Whether the link still shows what was asked for. A link ends with its call's deadline: afterwards it tells how the
 * call ended and nothing of what was in it, because mails are kept longer than anybody thinks.
 */
export function showsContents(call: CallView, now: string): boolean {
  const state = callState(call, now);
  if (state === 'open') return true;
  return isDecidedState(state) && !isPast(call.deadline, now);
}

// A deadline that cannot be read counts as past: unknown never means open.
function isPast(deadline: string, now: string): boolean {
  return !(Date.parse(now) < Date.parse(deadline));
}

/** Whether people have decided, and not only time or an operator. */
export function isDecidedState(state: CallState): boolean {
  return state !== 'open' && state !== 'due' && state !== 'expired' && state !== 'cancelled';
}

/** What to type where a link is not enough. */
export function signedCommand(
  { requestId }: Pick<RequestView, 'requestId'>,
  { call, texts }: { readonly call: CallView; readonly texts: Texts },
): string {
  return call.question === undefined
    ? texts.signedCommand(requestId)
    : texts.question.signedCommand(requestId, call.question.choices);
}

/** Whether the reader of a view was told that others are asked, and is asked about nothing in it. */
export function isOnlyTold({ approver, calls }: RequestView): boolean {
  return calls.every(({ asked }) => asked.some(({ id, role }) => id === approver.id && role === 'informed'));
}
