import type { Json, JsonObject } from './canonical-json.ts';
import { type GateFile, toolOf } from './gate-file.ts';
import type { ProblemOf } from './problem.ts';
import { requestApproval } from './request-approval.ts';
import type { CallState } from './run.ts';

/** Why a call is not made in the way in which its tool is called. */
export type Misuse = ProblemOf<'wrapped-directly' | 'wrapped-members' | 'wrapped-other'>;

/** What a call is about: itself, or the call that the model wants the harness to run. */
export type Subject =
  | { readonly kind: 'call'; readonly tool: string; readonly input: Json }
  | { readonly kind: 'misused'; readonly problem: Misuse };

/** What the rules apply to: a call of request_approval stands for the one that it asks for. */
export function subjectOf(gate: GateFile, call: { readonly name: string; readonly input: Json }): Subject {
  const { name, input } = call;
  const granted = harnessRunTools(gate);
  if (granted.includes(name)) return misused({ kind: 'wrapped-directly', tool: name });
  if (name !== requestApproval || granted.length === 0) return { kind: 'call', tool: name, input };
  const { tool, arguments: wanted, ...others } = isObject(input) ? input : {};
  if (typeof tool !== 'string' || wanted === undefined || !isObject(wanted) || Object.keys(others).length > 0) {
    return misused({ kind: 'wrapped-members' });
  }
  if (granted.includes(tool)) return { kind: 'call', tool, input: wanted };
  const isNamed = toolOf(gate, tool) === undefined ? 'unnamed' : 'named';
  return misused({ kind: 'wrapped-other', granted, tool, isNamed });
}

/** The name of what a call is about, as far as it was judged. */
export function subjectNameOf(call: Pick<CallState, 'name' | 'policy'>): string {
  return call.policy?.subject ?? call.name;
}

/** The input of what a judged call is about, from its own. */
export function subjectInputOf({ policy }: Pick<CallState, 'policy'>, input: Json): Json {
  if (policy?.subject === undefined || !isObject(input)) return input;
  return input['arguments'] ?? null;
}

/** The tools of the gate file that the harness runs, each call behind a grant. */
export function harnessRunTools(gate: GateFile): readonly string[] {
  return Object.entries(gate.tools).flatMap(([name, tool]) => (tool.runBy === 'harness' ? [name] : []));
}

function misused(problem: Misuse): Subject {
  return { kind: 'misused', problem };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
