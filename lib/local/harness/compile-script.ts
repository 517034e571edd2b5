import type { Call, Case, HttpFailure, ScriptText, Step, StreamFailure } from './script-schema.ts';

/** One model response. `place` is the step's path in the script, for messages. */
export type Response = {
  readonly place: string;
  readonly think?: string | undefined;
  readonly say: readonly string[];
  readonly calls: readonly Call[];
  readonly stop?: string | undefined;
  readonly emit: NonNullable<Step['emit']>;
  readonly usage?: Step['usage'];
  readonly takesSeconds: number;
  readonly delayMs?: number | undefined;
  readonly fail?: StreamFailure | undefined;
};

/**
 * The dialogue as a flat program, so that where a session stands is one number that can be stored.
 */
export type Instruction =
  | { readonly kind: 'respond'; readonly response: Response }
  | { readonly kind: 'replay'; readonly file: string; readonly place: string; readonly delayMs: number | undefined }
  | { readonly kind: 'refuse'; readonly failure: HttpFailure; readonly place: string }
  | {
      readonly kind: 'branch';
      readonly place: string;
      readonly cases: readonly { readonly condition: Case; readonly to: number }[];
      readonly otherwise?: number;
    }
  | { readonly kind: 'jump'; readonly to: number }
  | { readonly kind: 'end' };

type Draft = {
  readonly program: Instruction[];
  readonly labels: Map<string, number>;
  readonly gotos: { readonly at: number; readonly label: string; readonly place: string }[];
  readonly problems: string[];
};

/** @returns the program, or what is wrong with the script beyond its shape */
export function compileScript(script: ScriptText): {
  readonly program: readonly Instruction[];
  readonly problems: readonly string[];
} {
  const draft: Draft = { program: [], labels: new Map(), gotos: [], problems: [] };
  compileSteps(script.dialogue, 'dialogue', draft);
  draft.program.push({ kind: 'end' });
  for (const { at, label, place } of draft.gotos) {
    const to = draft.labels.get(label);
    const known = [...draft.labels.keys()].join(', ') || 'none';
    if (to === undefined) draft.problems.push(`${place}.goto: no such label; given: ${label}; labels: ${known}`);
    else draft.program[at] = { kind: 'jump', to };
  }
  return draft;
}

function compileSteps(steps: readonly Step[], path: string, draft: Draft): void {
  steps.forEach((step, index) => {
    const place = `${path}.${index}`;
    if (step.label !== undefined) {
      if (draft.labels.has(step.label)) draft.problems.push(`${place}.label: given twice: ${step.label}`);
      draft.labels.set(step.label, draft.program.length);
    }
    const next = steps[index + 1];
    if (endsTurn(step) && next !== undefined && next.when === undefined && next.goto === undefined) {
      draft.problems.push(
        `${place}: a response without calls ends the turn, so what follows it must be "when" or "goto"; put say and call into one step to have them in one response`,
      );
    }
    compileStep(step, place, draft);
  });
}

const shapes: Readonly<Record<string, readonly (keyof Step)[]>> = {
  when: ['when', 'else', 'label'],
  goto: ['goto', 'label'],
  replay: ['replay', 'label', 'delayMs'],
};

function compileStep(step: Step, place: string, draft: Draft): void {
  for (const [kind, allowed] of Object.entries(shapes)) {
    const given = keysOf(step);
    const extra = given.filter((key) => !(allowed as readonly string[]).includes(key));
    if (given.includes(kind) && extra.length > 0) {
      draft.problems.push(
        `${place}: a step with "${kind}" takes only ${allowed.join(', ')}; given also: ${extra.join(', ')}`,
      );
    }
  }
  if (step.else !== undefined && step.when === undefined)
    draft.problems.push(`${place}.else: stands beside "when" only`);
  if (step.when !== undefined) compileBranch(step.when, { otherwise: step.else, place }, draft);
  else if (step.goto !== undefined) goTo(step.goto, place, draft);
  else if (step.replay !== undefined) {
    draft.program.push({ kind: 'replay', file: step.replay, place, delayMs: step.delayMs });
  } else compileResponse(step, place, draft);
}

function compileResponse(step: Step, place: string, draft: Draft): void {
  const { fail, think, say = [], call: calls = [], stop, emit = [], usage, takesSeconds = 0, delayMs } = step;
  const says = think !== undefined || say.length > 0 || calls.length > 0 || stop !== undefined || emit.length > 0;
  if (fail?.kind === 'http') {
    if (says) draft.problems.push(`${place}.fail: an HTTP failure comes before any stream; give it a step of its own`);
    for (let time = 0; time < (fail.times ?? 1); time++) draft.program.push({ kind: 'refuse', failure: fail, place });
    return;
  }
  if (!says && fail === undefined) {
    draft.problems.push(`${place}: an empty step; it needs say, think, call, stop, emit, fail, replay, when or goto`);
  }
  const response = { place, think, say, calls, stop, emit, usage, takesSeconds, delayMs, fail };
  draft.program.push({ kind: 'respond', response });
}

function compileBranch(
  cases: readonly Case[],
  { otherwise, place }: { readonly otherwise: readonly Step[] | undefined; readonly place: string },
  draft: Draft,
): void {
  const at = draft.program.length;
  draft.program.push({ kind: 'end' }); // The branch itself, once its targets are known.
  const ends: number[] = [];
  const body = (steps: readonly Step[], path: string): number => {
    const start = draft.program.length;
    compileSteps(steps, path, draft);
    ends.push(draft.program.length);
    draft.program.push({ kind: 'end' });
    return start;
  };
  const targets = cases.map((condition, index) => {
    const path = `${place}.when.${index}`;
    const { do: steps = [], goto, ...tests } = condition;
    if (keysOf(tests).length === 0) draft.problems.push(`${path}: no condition; use "else" for whatever is left`);
    if (steps.length > 0 && goto !== undefined) draft.problems.push(`${path}: takes do or goto, not both`);
    return { condition, to: body(goto === undefined ? steps : [{ goto }], `${path}.do`) };
  });
  const fallback = otherwise === undefined ? {} : { otherwise: body(otherwise, `${place}.else`) };
  draft.program[at] = { kind: 'branch', place, cases: targets, ...fallback };
  for (const end of ends) draft.program[end] = { kind: 'jump', to: draft.program.length };
}

function goTo(label: string, place: string, draft: Draft): void {
  draft.gotos.push({ at: draft.program.length, label, place });
  draft.program.push({ kind: 'end' });
}

/** Not after an explicit `stop`: whoever writes one means what follows for the next invocation. */
function endsTurn(step: Step): boolean {
  const speaks = step.say !== undefined || step.think !== undefined;
  return speaks && step.call === undefined && step.fail === undefined && step.stop === undefined;
}

function keysOf(value: object): readonly string[] {
  return Object.entries(value).flatMap(([key, given]) => (given === undefined ? [] : [key]));
}
