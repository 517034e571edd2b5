import type { QuestionRaised } from './action-entries.ts';
import { type CapReached, capReached, continuationsReached } from './caps.ts';
import type { TurnFailed, TurnFinished, TurnRefused, TurnSends } from './entries.ts';
import type { Caps } from './gate-file.ts';
import type { RequestId } from './ids.ts';
import { underWayUntil } from './next-attempt.ts';
import {
  type Asked,
  type CallState,
  isDecided,
  needsAction,
  needsGrant,
  openQuestion,
  owedCalls,
  type QuestionState,
  type Run,
  type TurnState,
} from './run.ts';
import { wakeAtOf } from './schedule.ts';
import { meaningOf } from './stop-reason.ts';

/** What a run needs next, as its ledger says. */
export type NextStep =
  | { readonly kind: 'take-turn'; readonly turn: number; readonly sends: TurnSends }
  /** A turn is marked and may still be running. */
  | { readonly kind: 'busy'; readonly until: string }
  /** A turn is marked, and whoever marked it is gone. */
  | { readonly kind: 'doubt'; readonly turn: TurnState }
  | { readonly kind: 'retire'; readonly because: TurnFailed['failure'] }
  | { readonly kind: 'judge'; readonly calls: readonly CallState[] }
  | { readonly kind: 'request'; readonly turn: number; readonly calls: readonly CallState[] }
  /** People are asked about the run itself. */
  | ({ readonly kind: 'question' } & RunQuestion)
  | { readonly kind: 'expire'; readonly calls: readonly Asked[] }
  /** Decided calls are carried out one by one, while others of their turn may still wait for people: `open` says for which. */
  | { readonly kind: 'act'; readonly calls: readonly CallState[]; readonly open?: OpenRequest }
  | { readonly kind: 'grant'; readonly calls: readonly CallState[] }
  | ({ readonly kind: 'wait' } & OpenRequest)
  | { readonly kind: 'finish'; readonly outcome: 'done' | 'failed' | 'stopped'; readonly reason: string }
  | { readonly kind: 'over' };

/** A request that people have not answered; at `wakeAt`, an ISO instant, the next deadline or stage of its schedule comes. */
export type OpenRequest = { readonly requestId: RequestId; readonly wakeAt: string };

/** What is asked about a run, and what a person needs to know for it; `since` is an ISO instant. */
export type RunQuestion = Pick<QuestionRaised, 'about' | 'rule' | 'choices'> & {
  readonly since: string;
  readonly used?: number;
  readonly allowed?: number;
};

/** What the gate file says about going on. */
export interface GoingOn {
  readonly caps: Caps;
  readonly inDoubt: 'fail' | 'restart' | 'ask';
  /** @default stop */
  readonly onCap?: 'stop' | 'ask';
}

// A run whose third session is lost loses them for a reason that a fourth would share. Sessions that were given up because
// the execution died are not counted: each of them was begun anew by a person's redrive.
const mostLostSessions = 3;

// Entries of one commit stay far below its size limit with that many calls.
const callsPerCommit = 100;

/** The next step of a run; `now` in milliseconds since 1970. */
export function nextStep(run: Run, rules: GoingOn, now: number): NextStep {
  if (run.finished !== undefined) return { kind: 'over' };
  const last = run.turns.at(-1);
  const end = last?.end;
  if (last !== undefined && end === undefined) {
    const until = last.started.mayRunUntil;
    return now < Date.parse(until) ? { kind: 'busy', until } : { kind: 'doubt', turn: last };
  }
  // Before anything that could speak to the harness again.
  const begun = run.calls.filter((call) => underWayUntil(call) !== undefined);
  if (run.stopRequested !== undefined && begun.length > 0) return { kind: 'act', calls: begun };
  if (run.stopRequested !== undefined) return { kind: 'finish', outcome: 'stopped', reason: 'operator' };
  if (run.unguardedCalls.length > 0) return { kind: 'finish', outcome: 'failed', reason: 'guard.missing' };
  const going = { ...rules, now };
  const question = openQuestion(run);
  if (question !== undefined) return waitFor(question, now);
  const ended = run.questions.find(endsTheRun);
  if (ended !== undefined) return { kind: 'finish', outcome: 'stopped', reason: ended.raised.rule };
  if (last === undefined || end === undefined) return takeTurn(run, going, { kind: 'prompt' });
  if (last.started.epoch !== run.epoch) {
    // People or rules let them pass, so they are done before a new session is told of them.
    const left = run.calls.filter((call) => call.epoch < run.epoch && needsAction(call));
    return left.length > 0 ? { kind: 'act', calls: left } : takeTurn(run, going, { kind: 'restated' });
  }
  switch (end.type) {
    case 'turn.refused':
      return afterRefusal(run, { refused: end, sends: last.started.sends });
    case 'turn.failed':
      return afterFailure(run, rules, { failed: end, last });
    case 'turn.finished':
      return afterStop(run, going, { finished: end, sends: last.started.sends });
  }
}

interface GoingNow extends GoingOn {
  readonly now: number;
}

function waitFor(question: QuestionState, now: number): NextStep {
  const { requestId, requested } = question;
  // They are written in one commit, so nothing of ours leaves one without the other.
  if (requestId === undefined || requested === undefined)
    return { kind: 'finish', outcome: 'stopped', reason: question.raised.rule };
  if (Date.parse(requested.deadline) <= now) return { kind: 'expire', calls: [question] };
  return { kind: 'wait', requestId, wakeAt: wakeAtOf(question, now) };
}

// Silence is no leave to go on. One that was cancelled, by a death of the execution, is asked anew.
function endsTheRun({ closed }: QuestionState): boolean {
  return closed?.outcome === 'ended' || closed?.outcome === 'expired';
}

function takeTurn(run: Run, rules: GoingNow, sends: TurnSends): NextStep {
  const reached = capReached(run, rules.caps, rules.now);
  if (reached !== undefined) return atCap(run, rules, reached);
  return { kind: 'take-turn', turn: (run.turns.at(-1)?.started.turn ?? 0) + 1, sends };
}

function atCap(run: Run, { onCap }: GoingOn, reached: CapReached): NextStep {
  if (onCap !== 'ask') return { kind: 'finish', outcome: 'stopped', reason: reached.rule };
  return { kind: 'question', about: 'cap', choices: ['continue', 'end'], since: run.startedAt, ...reached };
}

function afterRefusal(run: Run, turn: { readonly refused: TurnRefused; readonly sends: TurnSends }): NextStep {
  const { error, again } = turn.refused;
  const { sends } = turn;
  if (again === 'may-be-sent-again') return { kind: 'take-turn', turn: turn.refused.turn, sends };
  // The same as an error at the head of the stream: the session does not take what it is sent, another one may.
  if (error === 'ValidationException' && sends.kind !== 'prompt') return retire(run, 'session-lost');
  return { kind: 'finish', outcome: 'failed', reason: `harness.refused.${error}` };
}

function afterFailure(
  run: Run,
  rules: GoingOn,
  turn: { readonly failed: TurnFailed; readonly last: TurnState },
): NextStep {
  const { failure } = turn.failed;
  const { sends } = turn.last.started;
  // A session that refuses what it is sent did nothing with it, so a new one may be told. A first prompt that was refused
  // would be refused again.
  const mayRestart = failure === 'session-lost' ? sends.kind !== 'prompt' : rules.inDoubt === 'restart';
  if (mayRestart || isToRestart(run)) return retire(run, failure);
  const rule = `turn.${failure}`;
  // Where no session may follow there is nothing to choose.
  const canBeAsked = rules.inDoubt === 'ask' && failure !== 'session-lost' && !isLastSession(run);
  if (!canBeAsked) return { kind: 'finish', outcome: 'failed', reason: rule };
  return { kind: 'question', about: 'in-doubt', rule, choices: ['restart', 'end'], since: turn.last.startedAt };
}

// Of this session: once it is retired, the answer has been followed.
function isToRestart({ questions, epoch }: Run): boolean {
  return questions.some((question) => question.epoch === epoch && question.closed?.outcome === 'restarted');
}

function isLastSession(run: Run): boolean {
  return run.sessionsLost + 1 >= mostLostSessions;
}

function retire(run: Run, because: TurnFailed['failure']): NextStep {
  if (isLastSession(run)) return { kind: 'finish', outcome: 'failed', reason: 'session.lost-again' };
  return { kind: 'retire', because };
}

interface Stop {
  readonly finished: TurnFinished;
  readonly sends: TurnSends;
}

function afterStop(run: Run, rules: GoingNow, stop: Stop): NextStep {
  const { stopReason } = stop.finished;
  switch (meaningOf(stopReason)) {
    case 'ended':
      return endedBy(run) ?? { kind: 'finish', outcome: 'done', reason: stopReason };
    case 'failed':
      return { kind: 'finish', outcome: 'failed', reason: `stop.${stopReason}` };
    case 'cut-off':
      // A user's text while a result is owed would poison the session.
      return owedCalls(run).length > 0 ? settle(run, rules, stop) : goOn(run, rules);
    case 'owes':
      return settle(run, rules, stop);
  }
}

// Whatever the model says last: what was seen of the last action, or that nobody knows it, is how the run ended. Of each tool on
// its own: a look around afterwards, or another errand that went well, mends nothing.
function endedBy(run: Run): NextStep | undefined {
  const acted = run.calls.filter(({ action }) => action?.finished !== undefined);
  const inOrder = acted.toSorted((a, b) => endOf(a) - endOf(b));
  const lastOfEach = inOrder.filter((call, index) => !inOrder.slice(index + 1).some(({ name }) => name === call.name));
  const reason = lastOfEach.flatMap(troubleOf).at(-1);
  return reason === undefined ? undefined : { kind: 'finish', outcome: 'failed', reason };
}

function troubleOf({ action }: CallState): readonly string[] {
  if (action?.checked?.type === 'action.refuted') return ['action.refuted'];
  const isUnknown = action?.finished?.status === 'unknown' && action.checked?.type !== 'action.verified';
  return isUnknown ? ['action.unknown'] : [];
}

function endOf({ action }: CallState): number {
  return Date.parse((action?.checked ?? action?.finished)?.at ?? '');
}

function goOn(run: Run, rules: GoingNow): NextStep {
  const reached = continuationsReached(run, rules.caps);
  if (reached !== undefined) return atCap(run, rules, reached);
  return takeTurn(run, rules, { kind: 'continue' });
}

function settle(run: Run, rules: GoingNow, { finished, sends }: Stop): NextStep {
  const { now } = rules;
  const owed = owedCalls(run);
  if (owed.length === 0) return { kind: 'finish', outcome: 'failed', reason: 'stop.tool_use.owing-nothing' };
  const unjudged = owed.filter((call) => call.policy === undefined);
  if (unjudged.length > 0) return { kind: 'judge', calls: unjudged.slice(0, callsPerCommit) };
  const toRequest = owed.filter((call) => call.policy?.decision === 'ask' && call.requestId === undefined);
  if (toRequest.length > 0) return { kind: 'request', turn: finished.turn, calls: toRequest };
  const open = owed.filter((call) => !isDecided(call));
  const due = open.filter((call) => call.requested !== undefined && Date.parse(call.requested.deadline) <= now);
  if (due.length > 0) return { kind: 'expire', calls: due };
  const toGrant = owed.filter(needsGrant);
  if (toGrant.length > 0) return { kind: 'grant', calls: toGrant };
  const toAct = owed.filter(needsAction);
  const waiting = earliest(open, now);
  if (toAct.length > 0) return { kind: 'act', calls: toAct, ...(waiting === undefined ? {} : { open: waiting }) };
  if (waiting !== undefined) return { kind: 'wait', ...waiting };
  // Every answered turn must take at least one result, or the same ones would go to and fro for ever.
  if (sends.kind === 'results' && finished.delivered.length === 0 && finished.handed.length === 0) {
    return { kind: 'finish', outcome: 'failed', reason: `stop.${finished.stopReason}.results-not-taken` };
  }
  return takeTurn(run, rules, { kind: 'results', toolUseIds: owed.map((call) => call.toolUseId) });
}

function earliest(open: readonly CallState[], now: number): OpenRequest | undefined {
  const wakes = open.flatMap((call) =>
    call.requestId === undefined ? [] : [{ requestId: call.requestId, wakeAt: wakeAtOf(call, now) }],
  );
  // All instants are written by toISOString, so their order as texts is their order in time.
  return wakes.toSorted((a, b) => (a.wakeAt < b.wakeAt ? -1 : 1))[0];
}
