import type { AgentScript } from './agent-script.ts';
import type { Response } from './compile-script.ts';
import { describeCases, describeInput, matchCase, type Scene } from './match-case.ts';
import type { HttpFailure } from './script-schema.ts';
import type { SessionState } from './session-state.ts';

/** The dialogue has no words for what came: it must fail where everybody sees it. */
export class ScriptMismatch extends Error {
  override readonly name = 'ScriptMismatch';
}

/** What the script does next: where that stands, and where the session stands after it. */
export type ScriptStep = { readonly at: number; readonly position: number; readonly values: SessionState['values'] } & (
  | { readonly kind: 'respond'; readonly response: Response }
  | { readonly kind: 'replay'; readonly file: string; readonly place: string; readonly delayMs: number | undefined }
  | { readonly kind: 'refuse'; readonly failure: HttpFailure; readonly place: string }
);

/** Follows branches and jumps to the next thing that the script says. @throws ScriptMismatch */
export function nextStep(script: AgentScript, scene: Scene): ScriptStep {
  let { position, values } = scene.session;
  // Every instruction once and one more: a script that only jumps would never come to speak.
  for (let jumps = 0; jumps <= script.program.length; jumps++) {
    const instruction = script.program[position];
    switch (instruction?.kind) {
      case 'respond':
      case 'replay':
      case 'refuse':
        return { ...instruction, at: position, position: position + 1, values };
      case 'jump':
        position = instruction.to;
        break;
      case 'branch': {
        const { cases, otherwise, place } = instruction;
        const found = cases.map(({ condition, to }) => ({ to, captures: matchCase(condition, scene) }));
        const taken = found.find(({ captures }) => captures !== undefined);
        const to = taken?.to ?? otherwise;
        if (to === undefined) throw mismatch(script, place, `expected ${describeCases(cases)}`, scene.session);
        position = to;
        values = { ...values, ...taken?.captures };
        break;
      }
      default:
        throw mismatch(script, 'its end', 'the script has nothing more to say', scene.session);
    }
  }
  throw mismatch(script, 'its gotos', 'they go in a circle without a response', scene.session);
}

function mismatch(script: AgentScript, place: string, expected: string, session: SessionState): ScriptMismatch {
  return new ScriptMismatch(`Agent script ${script.source}, ${place}: got ${describeInput(session)}, but ${expected}`);
}
