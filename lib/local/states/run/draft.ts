import type { Json, Machine, Sequence, State } from '../asl.ts';
import type { Evaluate } from '../query/evaluate.ts';
import { type Details, detailsOf, type HistoryEvent } from './history.ts';
import type { Origin, Progress, Run, Scope } from './run.ts';

/** An invocation to make once the draft is on disk. */
export type Invocation = {
  readonly scope: number;
  readonly attempt: number;
  readonly functionArn: string;
  readonly payload: string;
};

export type Place = { readonly region: string; readonly account: string };

/** One step of an execution being worked out. Only what is committed counts: a draft that is dropped never was. */
export type Draft = {
  readonly origin: Origin;
  readonly machine: Machine;
  readonly progress: Progress;
  readonly evaluate: Evaluate;
  readonly now: () => number;
  readonly place: Place;
  readonly eventsBefore: number;
  readonly events: HistoryEvent[];
  readonly issued: string[];
  readonly invocations: Invocation[];
};

export type DraftTools = {
  readonly machine: Machine;
  readonly evaluate: Evaluate;
  readonly now: () => number;
  readonly place: Place;
};

/** Begins a step on a copy of the run's progress. */
export function openDraft(run: Run, tools: DraftTools): Draft {
  return {
    ...tools,
    origin: run.origin,
    progress: structuredClone(run.progress),
    eventsBefore: run.events.length,
    events: [],
    issued: [],
    invocations: [],
  };
}

/** Appends an event to the scope's chain, or to no scope's when none is given, and returns its id. */
export function record(
  draft: Draft,
  event: {
    readonly type: string;
    readonly scope?: Scope;
    readonly values?: Details['values'];
    readonly previous?: number;
  },
): number {
  const id = draft.eventsBefore + draft.events.length + 1;
  const { type, scope, values } = event;
  draft.events.push({
    id,
    previousEventId: event.previous ?? scope?.lastEventId ?? 0,
    timestamp: draft.now(),
    type,
    ...(values && { details: detailsOf(type, values) }),
  });
  if (scope) scope.lastEventId = id;
  return id;
}

/** Enters a state: the scope's frame is new, and its work has not begun. */
export function enter(
  draft: Draft,
  scope: Omit<Scope, 'frame'>,
  at: { readonly state: string; readonly input: Json },
): void {
  const entered = record(draft, {
    type: `${stateNamed(sequenceOf(draft, scope), at.state).Type}StateEntered`,
    previous: scope.lastEventId,
    values: { name: at.state, input: JSON.stringify(at.input), inputDetails: { truncated: false } },
  });
  scope.lastEventId = entered;
  const frame = {
    state: at.state,
    input: at.input,
    enteredAt: draft.now(),
    enteredEventId: entered,
    retries: [],
    phase: { kind: 'begin' as const },
  };
  const { scopes } = draft.progress;
  const index = scopes.findIndex((other) => other.id === scope.id);
  if (index === -1) scopes.push({ ...scope, frame });
  else scopes[index] = { ...scope, frame };
}

/** The scope with this id, which must be there. */
export function scopeWith(draft: Draft, id: number): Scope {
  const scope = draft.progress.scopes.find((other) => other.id === id);
  if (!scope) throw new Error(`no sequence ${id} is open in ${draft.origin.executionArn}`);
  return scope;
}

/** The state that a scope is in, as defined. */
export function stateOf(draft: Draft, scope: Scope): State {
  return stateNamed(sequenceOf(draft, scope), scope.frame.state);
}

/** The definition of the sequence that a scope goes through. */
export function sequenceOf(draft: Draft, scope: Pick<Scope, 'parent'>): Sequence {
  if (!scope.parent) return draft.machine;
  const state = stateOf(draft, scopeWith(draft, scope.parent.scope));
  const sequence =
    state.Type === 'Map'
      ? state.ItemProcessor
      : state.Type === 'Parallel'
        ? state.Branches[scope.parent.index]
        : undefined;
  if (!sequence) throw new Error(`a ${state.Type} state holds no sequence ${scope.parent.index}`);
  return sequence;
}

function stateNamed(sequence: Sequence, name: string): State {
  const state = sequence.States[name];
  if (!state) throw new Error(`there is no state '${name}'`);
  return state;
}
