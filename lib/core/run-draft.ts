import type { PolicySealed } from './action-entries.ts';
import type { ApprovalRequested, VerdictSetAside } from './approval-entries.ts';
import type { Commit, Head } from './commit.ts';
import type { RunFinished, RunStarted, Usage } from './entries.ts';
import type { CountersignError } from './errors.ts';
import type { NoticeId, RequestId, RunId, ToolUseId } from './ids.ts';
import type { ExecutionDied, RunStopRequested } from './operation-entries.ts';
import type { Asked, CallState, NoticeState, QuestionState, TurnState } from './run.ts';

/** A run while it is folded: written to here and handed out as a Run, which nobody can write to. */
export interface RunDraft {
  id: RunId;
  head: Head;
  started: RunStarted;
  startedAt: string;
  epoch: number;
  sessionsLost: number;
  turns: TurnState[];
  calls: CallState[];
  questions: QuestionState[];
  requests: Map<RequestId, ApprovalRequested>;
  notices: Map<NoticeId, NoticeState>;
  setAside: (VerdictSetAside & { readonly at: string })[];
  unguardedCalls: ToolUseId[];
  stopRequested?: RunStopRequested & { readonly at: string };
  died?: (ExecutionDied & { readonly at: string }) | undefined;
  policies: Map<string, PolicySealed>;
  usage: Usage;
  finished?: RunFinished & { readonly at: string };
}

export function newDraft(started: RunStarted, commit: Commit): RunDraft {
  return {
    id: started.runId,
    head: { seq: commit.seq, hash: commit.hash },
    started,
    startedAt: commit.at,
    epoch: 0,
    sessionsLost: 0,
    turns: [],
    calls: [],
    questions: [],
    requests: new Map(),
    notices: new Map(),
    setAside: [],
    unguardedCalls: [],
    policies: new Map(),
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  };
}

/** Where an entry stands: the instant of its commit, and how it is refused there. */
export interface EntryPlace {
  readonly at: string;
  readonly refuse: (why: string) => CountersignError;
}

/** The attempt that has a mark and no end yet. */
export function attemptUnderWay(draft: RunDraft): TurnState | undefined {
  const last = draft.turns.at(-1);
  return last?.end === undefined ? last : undefined;
}

interface CallPlace {
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
}

export function findCall(draft: RunDraft, { epoch, toolUseId }: CallPlace): CallState | undefined {
  return draft.calls.find((call) => call.epoch === epoch && call.toolUseId === toolUseId);
}

/** Replaces a call by what `changed` adds to it. @throws what `refuse` makes, when there is no such call */
export function changeCall(
  draft: RunDraft,
  place: CallPlace,
  {
    refuse,
    changed,
  }: { readonly refuse: EntryPlace['refuse']; readonly changed: (call: CallState) => Partial<CallState> },
): void {
  const call = findCall(draft, place);
  if (call === undefined) throw refuse(`there is no call ${place.toolUseId}`);
  draft.calls[draft.calls.indexOf(call)] = { ...call, ...changed(call) };
}

/** Replaces what a request asks about, a question or a call. @throws what `refuse` makes, when there is neither */
export function changeAsked(
  draft: RunDraft,
  place: CallPlace,
  { refuse, changed }: { readonly refuse: EntryPlace['refuse']; readonly changed: (asked: Asked) => Partial<Asked> },
): void {
  const question = findQuestion(draft, place);
  if (question === undefined) return changeCall(draft, place, { refuse, changed });
  draft.questions[draft.questions.indexOf(question)] = { ...question, ...changed(question) };
}

export function findQuestion(draft: RunDraft, { epoch, toolUseId }: CallPlace): QuestionState | undefined {
  return draft.questions.find((question) => question.epoch === epoch && question.toolUseId === toolUseId);
}
