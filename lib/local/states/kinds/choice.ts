import type { ChoiceRule } from '../asl.ts';
import type { Draft } from '../run/draft.ts';
import { type Exit, leave } from '../run/leave.ts';
import type { Scope } from '../run/run.ts';
import { fill, stateAs, wrongType } from '../run/visit.ts';

/** Leaves by the first rule whose condition is true, else by Default; the state's own Output and Assign go with Default. */
export async function beginChoice(draft: Draft, scope: Scope): Promise<void> {
  const state = stateAs(draft, scope, 'Choice');
  const index = await firstTrue(draft, scope, state.Choices);
  const rule = state.Choices[index];
  if (!rule && state.Default === undefined) {
    // A Choice has no Catch: this ends its sequence.
    scope.frame.phase = {
      kind: 'failed',
      failure: {
        error: 'States.NoChoiceMatched',
        cause: `No Condition of the state '${scope.frame.state}' is true, and it has no Default.`,
      },
    };
    return;
  }
  const otherwise = scope.frame.input;
  const exit: Exit = rule
    ? { next: rule.Next, output: rule.Output, assign: rule.Assign, otherwise, within: `Choices[${index}]/` }
    : { next: state.Default, output: state.Output, assign: state.Assign, otherwise };
  const excess = await leave(draft, scope, exit);
  if (excess) scope.frame.phase = { kind: 'failed', failure: excess };
}

async function firstTrue(draft: Draft, scope: Scope, rules: readonly ChoiceRule[]): Promise<number> {
  for (const [index, rule] of rules.entries()) {
    const query = { template: rule.Condition, field: `Choices[${index}]/Condition` };
    const value = await fill(draft, scope, query);
    if (typeof value !== 'boolean') throw wrongType(query, { expected: 'boolean', value });
    if (value) return index;
  }
  return -1;
}
