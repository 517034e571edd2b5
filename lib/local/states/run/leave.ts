import type { Assignments, Json, Template } from '../asl.ts';
import { byteLength, maxPayloadBytes, maxVariablesBytes } from '../limits.ts';
import { childSucceeded } from './children.ts';
import { type Draft, enter, record, stateOf } from './draft.ts';
import { succeed } from './end.ts';
import type { Failure, Scope } from './run.ts';
import { fill, type More } from './visit.ts';

/** How a state is left: by its own Next and Output, a Choice's rule, or a catcher. */
export type Exit = {
  /** Absent: the sequence ends here. */
  readonly next: string | undefined;
  readonly output: Template | undefined;
  readonly assign: Assignments | undefined;
  /** The output when no Output is declared. */
  readonly otherwise: Json;
  readonly more?: More;
  /** Where Output and Assign stand in the state: `` or `Catch[0]/`. */
  readonly within?: string;
};

/** Leaves the state: output and variables from the values as they were, then the next state. @throws QueryError */
export async function leave(draft: Draft, scope: Scope, exit: Exit): Promise<Failure | undefined> {
  const { more = {}, within = '' } = exit;
  const output =
    exit.output === undefined
      ? exit.otherwise
      : await fill(draft, scope, { template: exit.output, field: `${within}Output`, more });
  const assigned =
    exit.assign === undefined
      ? {}
      : await assignedBy(draft, scope, { assign: exit.assign, field: `${within}Assign`, more });
  const text = JSON.stringify(output);
  const excess = tooLarge(draft, scope, { output: text, assigned });
  if (excess) return excess;

  record(draft, {
    type: `${stateOf(draft, scope).Type}StateExited`,
    scope,
    values: {
      name: scope.frame.state,
      output: text,
      outputDetails: { truncated: false },
      ...assignedDetails(assigned),
    },
  });
  // Only now: Output and every Assign were worked out with the old values.
  scope.variables = { ...scope.variables, ...assigned };
  if (exit.next !== undefined) enter(draft, scope, { state: exit.next, input: output });
  else if (scope.parent) childSucceeded(draft, scope, output);
  else succeed(draft, text, scope.lastEventId);
  return undefined;
}

async function assignedBy(
  draft: Draft,
  scope: Scope,
  query: { readonly assign: Assignments; readonly field: string; readonly more: More },
): Promise<Readonly<Record<string, Json>>> {
  const values: [string, Json][] = [];
  for (const [name, template] of Object.entries(query.assign))
    values.push([name, await fill(draft, scope, { template, field: `${query.field}/${name}`, more: query.more })]);
  return Object.fromEntries(values);
}

function tooLarge(
  draft: Draft,
  scope: Scope,
  { output, assigned }: { readonly output: string; readonly assigned: Readonly<Record<string, Json>> },
): Failure | undefined {
  const limit = (what: string, bytes: number, most: number): Failure | undefined =>
    bytes <= most
      ? undefined
      : {
          error: 'States.DataLimitExceeded',
          cause: `The state '${scope.frame.state}' has ${what} of ${bytes} bytes; at most ${most} are allowed.`,
        };
  if (Object.keys(assigned).length === 0) return limit('an output', byteLength(output), maxPayloadBytes);
  const others = draft.progress.scopes.filter((other) => other.id !== scope.id).map((other) => other.variables);
  const all = [...others, { ...scope.variables, ...assigned }];
  const total = all.reduce((sum, variables) => sum + byteLength(JSON.stringify(variables)), 0);
  return (
    limit('an output', byteLength(output), maxPayloadBytes) ??
    limit('an Assign', byteLength(JSON.stringify(assigned)), maxPayloadBytes) ??
    limit('variables', total, maxVariablesBytes)
  );
}

function assignedDetails(assigned: Readonly<Record<string, Json>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(assigned);
  if (names.length === 0) return {};
  const texts = Object.fromEntries(Object.entries(assigned).map(([name, value]) => [name, JSON.stringify(value)]));
  return { assignedVariables: texts, assignedVariablesDetails: { truncated: false } };
}
