import type { Json } from '../asl.ts';
import { type Draft, enter, record, scopeWith, sequenceOf, stateOf } from './draft.ts';
import { abortable } from './history.ts';
import type { ChildrenPhase, Failure, Scope } from './run.ts';

/** Starts as many of the waiting children as may run side by side; with none left to run the state is done. */
export function startChildren(draft: Draft, parent: Scope, phase: ChildrenPhase): void {
  parent.frame.phase = phase;
  if (phase.ended === phase.inputs.length) {
    record(draft, { type: `${stateOf(draft, parent).Type}StateSucceeded`, scope: parent });
    parent.frame.phase = { kind: 'done', result: outputsInOrder(phase) };
    return;
  }
  while (phase.started < phase.inputs.length && phase.started - phase.ended < phase.concurrency)
    startNext(draft, parent, phase);
}

/** Takes over what a child's last state returned. */
export function childSucceeded(draft: Draft, child: Scope, output: Json): void {
  const { parent, phase, index } = family(draft, child);
  iterationEvent(draft, child, 'Succeeded');
  phase.outputs[index] = output;
  childEnded(draft, child, parent);
  phase.ended += 1;
  startChildren(draft, parent, phase);
}

/** Fails the state around the child, and aborts the child's siblings; a Map may forgive it instead. */
export function childFailed(draft: Draft, child: Scope, failure: Failure): void {
  const { parent, phase } = family(draft, child);
  const inParallel = stateOf(draft, parent).Type === 'Parallel';
  // The service reports a task that took its branch down as aborted too.
  if (inParallel && stateOf(draft, child).Type === 'Task') record(draft, { type: 'TaskStateAborted', scope: child });
  iterationEvent(draft, child, 'Failed');
  childEnded(draft, child, parent);
  if (phase.tolerated === undefined) {
    abortChildren(draft, parent);
    parent.frame.phase = { kind: 'failed', failure };
    return;
  }
  phase.failures += 1;
  phase.ended += 1;
  if (phase.failures <= phase.tolerated) {
    delete draft.progress.beforeEnd;
    startChildren(draft, parent, phase);
    return;
  }
  abortChildren(draft, parent);
  const cause = `${phase.failures} iterations failed and ${phase.tolerated} are tolerated. The last one: ${failure.error ?? 'no error name'}`;
  parent.frame.phase = { kind: 'failed', failure: { error: 'States.ExceedToleratedFailureThreshold', cause } };
}

/** Ends every sequence inside the scope's state, innermost first, with the events that say so. */
function abortChildren(draft: Draft, scope: Scope): void {
  const { progress } = draft;
  for (const child of progress.scopes.filter((other) => other.parent?.scope === scope.id)) {
    abortChildren(draft, child);
    const { Type } = stateOf(draft, child);
    if (abortable.has(Type)) record(draft, { type: `${Type}StateAborted`, scope: child });
    iterationEvent(draft, child, 'Aborted');
    progress.scopes = progress.scopes.filter((other) => other.id !== child.id);
  }
}

function startNext(draft: Draft, parent: Scope, phase: ChildrenPhase): void {
  const index = phase.started;
  const { input, item } = phase.inputs[index] ?? { input: null };
  phase.started += 1;
  const child = {
    id: draft.progress.nextScopeId,
    parent: { scope: parent.id, index },
    variables: {},
    ...(item && { item }),
    lastEventId: parent.lastEventId,
  };
  draft.progress.nextScopeId += 1;
  if (item) {
    child.lastEventId = record(draft, {
      type: 'MapIterationStarted',
      previous: child.lastEventId,
      values: { name: parent.frame.state, index },
    });
  }
  enter(draft, child, { state: sequenceOf(draft, child).StartAt, input: input ?? null });
}

function family(draft: Draft, child: Scope) {
  const parent = scopeWith(draft, child.parent?.scope ?? -1);
  const { phase } = parent.frame;
  if (phase.kind !== 'children') throw new Error(`the state '${parent.frame.state}' has no children`);
  return { parent, phase, index: child.parent?.index ?? -1 };
}

function childEnded(draft: Draft, child: Scope, parent: Scope): void {
  // What follows on the outside names the last event of the child that ended last as its previous one.
  parent.lastEventId = child.lastEventId;
  draft.progress.scopes = draft.progress.scopes.filter((other) => other.id !== child.id);
}

function iterationEvent(draft: Draft, child: Scope, how: 'Succeeded' | 'Failed' | 'Aborted'): void {
  if (!child.item || !child.parent) return;
  const name = scopeWith(draft, child.parent.scope).frame.state;
  record(draft, { type: `MapIteration${how}`, scope: child, values: { name, index: child.item.Index } });
}

function outputsInOrder(phase: ChildrenPhase): Json {
  return phase.inputs.flatMap((_, index) => {
    const output = phase.outputs[index];
    return output === undefined ? [] : [output];
  });
}
