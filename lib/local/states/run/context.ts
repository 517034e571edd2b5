import type { Json, JsonObject } from '../asl.ts';
import { type Draft, scopeWith, stateOf } from './draft.ts';
import type { Scope } from './run.ts';

/** `$states.context` as the state that the scope is in sees it. `token` is there only for a task that waits for one. */
export function contextOf(draft: Draft, scope: Scope, token?: string): JsonObject {
  const { origin, progress } = draft;
  const item = itemOf(draft, scope);
  return {
    Execution: {
      Id: origin.executionArn,
      Input: JSON.parse(origin.input),
      Name: origin.name,
      RoleArn: origin.roleArn,
      StartTime: new Date(origin.startedAt).toISOString(),
      RedriveCount: progress.redriveCount,
      ...(progress.redrivenAt !== undefined && { RedriveTime: new Date(progress.redrivenAt).toISOString() }),
    },
    StateMachine: { Id: origin.stateMachineArn, Name: origin.stateMachineName },
    State: {
      Name: scope.frame.state,
      EnteredTime: new Date(scope.frame.enteredAt).toISOString(),
      ...(retried(draft, scope) && { RetryCount: scope.frame.retries.reduce((sum, count) => sum + (count ?? 0), 0) }),
    },
    ...(token !== undefined && { Task: { Token: token } }),
    ...(item && { Map: { Item: item } }),
  };
}

/** The variables that the scope may read: its own, and those of the sequences around it. */
export function variablesOf(draft: Draft, scope: Scope): Readonly<Record<string, Json>> {
  if (!scope.parent) return scope.variables;
  return { ...variablesOf(draft, scopeWith(draft, scope.parent.scope)), ...scope.variables };
}

function itemOf(draft: Draft, scope: Scope): Scope['item'] {
  if (scope.item || !scope.parent) return scope.item;
  return itemOf(draft, scopeWith(draft, scope.parent.scope));
}

function retried(draft: Draft, scope: Scope): boolean {
  const { Type } = stateOf(draft, scope);
  return Type === 'Task' || Type === 'Parallel' || Type === 'Map';
}
