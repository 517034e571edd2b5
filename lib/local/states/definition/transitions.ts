import type { Machine, Sequence, State } from '../asl.ts';
import type { Problem } from './problem.ts';

/** Every target must be there, every state must be reachable, and no name may occur twice in the machine. */
export function transitionProblems(machine: Machine): readonly Problem[] {
  const seen = new Set<string>();
  return nestedSequences(machine, '').flatMap(({ sequence, at }) => [
    ...sequenceProblems(sequence, at),
    ...Object.keys(sequence.States).flatMap((name): readonly Problem[] => {
      if (!seen.has(name)) {
        seen.add(name);
        return [];
      }
      return [
        {
          code: 'DUPLICATE_STATE_NAME',
          message: `The name '${name}' stands for two states of the machine`,
          location: `${at}/States/${name}`,
        },
      ];
    }),
  ]);
}

/** The sequence and all that its Parallel and Map states hold, with their paths. */
function nestedSequences(
  sequence: Sequence,
  at: string,
): readonly { readonly sequence: Sequence; readonly at: string }[] {
  const inner = Object.entries(sequence.States).flatMap(([name, state]) => {
    const here = `${at}/States/${name}`;
    if (state.Type === 'Map') return nestedSequences(state.ItemProcessor, `${here}/ItemProcessor`);
    if (state.Type === 'Parallel')
      return state.Branches.flatMap((branch, index) => nestedSequences(branch, `${here}/Branches[${index}]`));
    return [];
  });
  return [{ sequence, at }, ...inner];
}

function sequenceProblems({ StartAt, States }: Sequence, at: string): readonly Problem[] {
  const targets = [
    { target: StartAt, location: `${at}/StartAt` },
    ...Object.entries(States).flatMap(([name, state]) => targetsOf(state, `${at}/States/${name}`)),
  ];
  // With a target missing, everything behind it is unreachable too; saying so would bury the cause.
  const lost = targets
    .filter(({ target }) => !Object.hasOwn(States, target))
    .map(({ target, location }) => missing(location, `There is no state '${target}' beside this one`));
  const reached = reachable({ StartAt, States });
  const idle = Object.keys(States)
    .filter((name) => !reached.has(name))
    .map((name) => missing(`${at}/States/${name}`, `State "${name}" is not reachable.`));
  return lost.length > 0 ? lost : idle;
}

function missing(location: string, message: string): Problem {
  return { code: 'MISSING_TRANSITION_TARGET', message, location };
}

function reachable({ StartAt, States }: Sequence): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [StartAt];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const state = Object.hasOwn(States, name) ? States[name] : undefined;
    if (!state || reached.has(name)) continue;
    reached.add(name);
    open.push(...targetsOf(state, '').map(({ target }) => target));
  }
  return reached;
}

type Target = { readonly target: string; readonly location: string };

function targetsOf(state: State, at: string): readonly Target[] {
  const targets: Target[] = [];
  const add = (target: string | undefined, location: string) => {
    if (target !== undefined) targets.push({ target, location });
  };
  if ('Next' in state) add(state.Next, `${at}/Next`);
  if (state.Type === 'Choice') {
    for (const [index, rule] of state.Choices.entries()) add(rule.Next, `${at}/Choices[${index}]/Next`);
    add(state.Default, `${at}/Default`);
  }
  if ('Catch' in state)
    for (const [index, catcher] of (state.Catch ?? []).entries()) add(catcher.Next, `${at}/Catch[${index}]/Next`);
  return targets;
}
