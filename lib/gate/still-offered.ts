import type { VerdictKind } from '../core/approval-entries.ts';
import { type GateFile, toolOf } from '../core/gate-file.ts';
import { maySendBack } from '../core/offers.ts';
import { verdictsOn } from '../core/quorum.ts';
import { type CallState, isQuestion, type QuestionState, type Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { gateOfCall } from './gate-of-version.ts';
import type { Contents } from './ports.ts';

/**
 * The verdicts that can be given on a call now: what its request offered, without sending it back once other calls have used up
 * what the tool allows. Without the gate file that says how often, it is no longer offered.
 */
export async function stillOffered(
  ports: { readonly gate: GateFile; readonly contents: Contents },
  run: Run,
  asked: CallState | QuestionState,
): Promise<readonly VerdictKind[]> {
  const offers = verdictsOn(asked);
  if (isQuestion(asked) || !offers.includes('revise')) return offers;
  const gate = await gateOfCall(ports, run, asked);
  const tool = gate === undefined ? undefined : toolOf(gate, subjectNameOf(asked));
  return maySendBack(tool, { run, call: asked }) ? offers : offers.filter((verdict) => verdict !== 'revise');
}
