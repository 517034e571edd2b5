import type { ActionChecked, ActionFinished, ActionStarted, ActionUnverified, GrantMade } from './action-entries.ts';
import { type CallState, passes } from './run.ts';
import { changeCall, type EntryPlace, type RunDraft } from './run-draft.ts';

type OnAction = ActionStarted | ActionFinished | ActionChecked | ActionUnverified | GrantMade;

/** Folds in what the gate did with a call. Nothing is carried out that rules or people have not let pass. */
export function applyAction(draft: RunDraft, entry: OnAction, place: EntryPlace): void {
  const { at, refuse } = place;
  changeCall(draft, entry, {
    refuse,
    changed: (call) => {
      if (!passes(call)) throw refuse('nobody approved the call, and no rule allows it');
      switch (entry.type) {
        case 'action.started':
          return {
            action: { ...startable(draft, call, { entry, refuse }), attempts: [...attemptsOf(call), { ...entry, at }] },
          };
        case 'action.finished':
          return { action: { ...finishable(call, entry, refuse), finished: { ...entry, at } } };
        case 'action.verified':
        case 'action.refuted':
        case 'action.unverified':
          return { action: { ...checkable(call, refuse), checked: { ...entry, at } } };
        case 'grant.made':
          if (call.policy?.carriedOutBy !== 'harness') throw refuse('the call is not one that the harness runs');
          if (call.grant !== undefined) throw refuse('it was granted before');
          return { grant: entry };
      }
    },
  });
}

type Refuse = EntryPlace['refuse'];

function attemptsOf(call: CallState) {
  return call.action?.attempts ?? [];
}

function startable(
  draft: RunDraft,
  call: CallState,
  { entry, refuse }: { readonly entry: ActionStarted; readonly refuse: Refuse },
) {
  if (call.policy?.carriedOutBy !== 'gate') throw refuse('the call is not one that the gate carries out');
  if (draft.stopRequested !== undefined) throw refuse('the run is to stop');
  const attempts = attemptsOf(call);
  if (entry.attempt !== attempts.length + 1) throw refuse(`the next attempt is ${attempts.length + 1}`);
  if (attempts.some((other) => other.idempotencyKey !== entry.idempotencyKey)) throw refuse('it has another key');
  const finished = call.action?.finished;
  if (finished !== undefined && finished.status !== 'retry') throw refuse('the action has ended');
  return isDoubtful(call.action) ? ({ doubtful: true } as const) : {};
}

function isDoubtful(action: CallState['action']): boolean {
  return action?.doubtful === true || isLost(action);
}

// An attempt of which nobody knows the end. It was repeated all the same, so the executor must tell repeats by the key.
function isLost(action: CallState['action']): boolean {
  if (action === undefined) return false;
  return action.finished === undefined || action.finished.why === 'unanswered';
}

function finishable(call: CallState, entry: ActionFinished, refuse: Refuse) {
  if (call.policy?.carriedOutBy !== 'gate') throw refuse('the call is not one that the gate carries out');
  // What was prevented counts for no sum any more, so nothing may be called that which may have been done.
  if (entry.status === 'prevented' && isDoubtful(call.action)) throw refuse('an attempt before it may have acted');
  const attempts = attemptsOf(call);
  const finished = call.action?.finished;
  if (finished !== undefined && finished.status !== 'retry') throw refuse('the action has ended');
  const isUnderWay = attempts.length > 0 && finished === undefined;
  // What is given up between two attempts is prevented, or as unknown as the last one was.
  if (!isUnderWay && entry.status !== 'prevented' && entry.status !== 'unknown')
    throw refuse('no attempt is under way');
  const expected = isUnderWay || entry.status === 'unknown' ? attempts.length : attempts.length + 1;
  if (entry.attempt !== expected || expected === 0) throw refuse(`the attempt under way is ${expected}`);
  return { ...call.action, attempts };
}

function checkable(call: CallState, refuse: Refuse) {
  const { action } = call;
  if (action?.finished?.toVerify !== true) throw refuse('there is nothing to verify');
  if (action.checked !== undefined) throw refuse('it was verified before');
  return action;
}
