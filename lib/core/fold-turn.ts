import type { CallRan, CallRecorded, Entry, TurnFinished, TurnStarted } from './entries.ts';
import { isAsking } from './fold-question.ts';
import { sessionIdOf, type ToolUseId } from './ids.ts';
import type { CallDenied, CallsCleared, GuardMissing } from './operation-entries.ts';
import { isAnswered } from './run.ts';
import { attemptUnderWay, changeCall, type EntryPlace, findCall, type RunDraft } from './run-draft.ts';

type TurnEntry = Extract<Entry, { readonly type: `turn.${string}` }> | CallRecorded | CallRan | GuardEntry;
type GuardEntry = CallsCleared | CallDenied | GuardMissing;

/** Folds in what happens between the gate and the harness. */
export function applyTurn(draft: RunDraft, entry: TurnEntry, place: EntryPlace): void {
  if (entry.type === 'turn.started') return applyStart(draft, entry, place);
  const { refuse } = place;
  const attempt = attemptUnderWay(draft);
  if (attempt?.started.attemptId !== entry.attemptId || attempt.started.turn !== entry.turn) {
    throw refuse('there is no such attempt under way');
  }
  switch (entry.type) {
    case 'call.recorded': {
      const { turn, toolUseId, name, input, reading } = entry;
      const { epoch } = draft;
      if (findCall(draft, { epoch, toolUseId }) !== undefined) throw refuse('the call was recorded before');
      draft.calls.push({ epoch, turn, toolUseId, name, input, reading, verdicts: [], delivered: false });
      return;
    }
    case 'call.ran':
      return changeCall(
        draft,
        { epoch: draft.epoch, toolUseId: entry.toolUseId },
        { refuse, changed: () => ({ ran: entry.status }) },
      );
    case 'calls.cleared':
    case 'call.denied':
    case 'guard.missing':
      return applyGuard(draft, entry, place);
    case 'turn.refused':
    case 'turn.failed':
    case 'turn.finished':
      draft.turns[draft.turns.length - 1] = { ...attempt, end: entry };
      if (entry.type === 'turn.finished') applyStop(draft, entry, { refuse, sends: attempt.started.sends });
  }
}

function applyGuard(draft: RunDraft, entry: GuardEntry, { refuse }: EntryPlace): void {
  if (draft.started.guard !== 'guarded') throw refuse('the run has no guard');
  const { epoch } = draft;
  switch (entry.type) {
    case 'calls.cleared':
      for (const toolUseId of entry.toolUseIds) {
        changeCall(draft, { epoch, toolUseId }, { refuse, changed: () => ({ guard: 'cleared' }) });
      }
      return;
    case 'call.denied':
      return changeCall(
        draft,
        { epoch, toolUseId: entry.toolUseId },
        {
          refuse,
          changed: (call) => {
            if (call.ran === 'success') throw refuse('a call that was denied does not succeed');
            return { guard: 'denied' };
          },
        },
      );
    case 'guard.missing':
      draft.unguardedCalls.push(...entry.toolUseIds);
  }
}

function applyStart(draft: RunDraft, entry: TurnStarted, { at, refuse }: EntryPlace): void {
  if (attemptUnderWay(draft) !== undefined) throw refuse('the turn before has no end');
  if (draft.stopRequested !== undefined) throw refuse('the run is to stop');
  if (isAsking(draft)) throw refuse('people are asked about the run');
  if (draft.unguardedCalls.length > 0) throw refuse('the guard was missing');
  if (entry.epoch !== draft.epoch || entry.sessionId !== sessionIdOf(draft.started, draft.epoch)) {
    throw refuse(`it is sent into another session than that of epoch ${draft.epoch}`);
  }
  const last = draft.turns.at(-1);
  const isNext = entry.turn === (last?.started.turn ?? 0) + 1;
  // A refused attempt started nothing: its turn may be sent again.
  const isAgain = last?.end?.type === 'turn.refused' && entry.turn === last.started.turn;
  if (!isNext && !isAgain) throw refuse(`the turn before is number ${last?.started.turn ?? 0}`);
  const answers: readonly ToolUseId[] = entry.sends.kind === 'results' ? entry.sends.toolUseIds : [];
  for (const toolUseId of answers) {
    const call = findCall(draft, { epoch: draft.epoch, toolUseId });
    const isOwed = call?.handedIn !== undefined && !call.delivered;
    if (!isOwed || !isAnswered(call)) throw refuse(`it sends a result of ${toolUseId}, which has no answer to send`);
  }
  draft.turns.push({ started: entry, startedAt: at });
  draft.died = undefined;
}

function applyStop(
  draft: RunDraft,
  entry: TurnFinished,
  { refuse, sends }: Pick<EntryPlace, 'refuse'> & { readonly sends: TurnStarted['sends'] },
): void {
  const { usage, epoch } = draft;
  draft.usage = {
    inputTokens: usage.inputTokens + entry.usage.inputTokens,
    outputTokens: usage.outputTokens + entry.usage.outputTokens,
    totalTokens: usage.totalTokens + entry.usage.totalTokens,
  };
  for (const toolUseId of entry.handed) {
    changeCall(
      draft,
      { epoch, toolUseId },
      {
        refuse,
        changed: (call) => {
          if (call.handedIn !== undefined) throw refuse(`the call ${toolUseId} was handed over before`);
          return { handedIn: entry.turn };
        },
      },
    );
  }
  for (const toolUseId of entry.delivered) {
    if (sends.kind !== 'results' || !sends.toolUseIds.includes(toolUseId)) {
      throw refuse(`the result of ${toolUseId} was not sent in this turn`);
    }
    changeCall(draft, { epoch, toolUseId }, { refuse, changed: () => ({ delivered: true }) });
  }
}
