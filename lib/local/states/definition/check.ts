import { isObject, type Json, type JsonObject, type Machine } from '../asl.ts';
import { byteLength, maxDefinitionBytes, maxSeconds } from '../limits.ts';
import { type Check, objectOf, oneOf, text, whole } from './fields.ts';
import { type Problem, schemaProblem, shown } from './problem.ts';
import { stateCheck, stateTypes } from './state-fields.ts';
import { transitionProblems } from './transitions.ts';

export type Checked =
  | { readonly type: 'machine'; readonly machine: Machine }
  | { readonly type: 'refused'; readonly problems: readonly [Problem, ...Problem[]] };

/** Reads a definition whole, before anything runs: every field that the interpreter does not carry out is a problem. */
export function checkDefinition(definition: string): Checked {
  let value: Json;
  try {
    value = JSON.parse(definition);
  } catch (error) {
    return refused([
      { code: 'INVALID_JSON_DESCRIPTION', message: `The definition is not JSON: ${String(error)}`, location: '/' },
    ]);
  }
  const bytes = byteLength(definition);
  if (bytes > maxDefinitionBytes)
    return refused([schemaProblem('', `The definition has ${bytes} bytes; at most ${maxDefinitionBytes} are allowed`)]);
  const problems = machineProblems(value);
  if (problems.length > 0) return refused(problems);
  const machine: Machine = JSON.parse(definition);
  // Only a machine whose shape is right can be followed from state to state.
  const deeper = transitionProblems(machine);
  return deeper.length > 0 ? refused(deeper) : { type: 'machine', machine };
}

/** The problems as the message of InvalidDefinition has them. */
export function tellProblems(problems: readonly Problem[]): string {
  const list = problems.map(({ code, message, location }) => `${code}: ${message} at ${location}`);
  return `Invalid State Machine Definition: '${list.join(', ')}'`;
}

function refused(problems: readonly Problem[]): Checked {
  const [first = schemaProblem('', 'The definition is not valid'), ...others] = problems;
  return { type: 'refused', problems: [first, ...others] };
}

function machineProblems(value: Json): readonly Problem[] {
  if (!isObject(value)) return [schemaProblem('', `The definition must be an object, but was ${shown(value)}`)];
  const language = value['QueryLanguage'] ?? 'JSONPath';
  const states = statesCheck(language);
  return objectOf(
    {
      Comment: text(),
      QueryLanguage: oneOf('JSONata', 'JSONPath'),
      Version: oneOf('1.0'),
      TimeoutSeconds: whole(1, maxSeconds),
      StartAt: text(),
      States: states,
    },
    ['StartAt', 'States'],
  )(value, '');
}

// A language is said for the whole machine or for one state; it does not come down from a Map to its processor.
function statesCheck(machineLanguage: Json): Check {
  const states: Check = (value, at) => {
    if (!isObject(value) || Object.keys(value).length === 0)
      return [schemaProblem(at, `States must be an object with at least one state, but was ${shown(value)}`)];
    return Object.entries(value).flatMap(([name, state]) => stateProblems(name, state, at));
  };
  const sequence = objectOf(
    { StartAt: text(), States: states, Comment: text(), ProcessorConfig: objectOf({ Mode: oneOf('INLINE') }) },
    ['StartAt', 'States'],
  );

  function stateProblems(name: string, state: Json, at: string): readonly Problem[] {
    const here = `${at}/${name}`;
    if (name.length === 0 || name.length > 80)
      return [schemaProblem(at, `A state's name has 1 to 80 characters; ${shown(name)} has ${name.length}`)];
    if (!isObject(state)) return [schemaProblem(here, `A state must be an object, but was ${shown(state)}`)];
    if ((state['QueryLanguage'] ?? machineLanguage) !== 'JSONata') return [notJsonata(here)];
    const check = stateCheck(state['Type'], sequence);
    if (!check)
      return [schemaProblem(here, `Type must be one of ${stateTypes.join(', ')}, but was ${shown(state['Type'])}`)];
    return [...check(state, here), ...wayProblems(state, here)];
  }
  return states;
}

function notJsonata(at: string): Problem {
  return schemaProblem(
    at,
    'The state is in JSONPath (the default), and only JSONata is supported; write "QueryLanguage": "JSONata" at the top of the machine',
  );
}

function wayProblems(state: JsonObject, at: string): readonly Problem[] {
  if (state['Type'] === 'Choice' || state['Type'] === 'Succeed' || state['Type'] === 'Fail') return [];
  const ways = Number('Next' in state) + Number('End' in state);
  return ways === 1 ? [] : [schemaProblem(at, `A ${String(state['Type'])} state has exactly one of Next and End`)];
}
