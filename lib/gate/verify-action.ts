import type { ActionChecked, ActionUnverified } from '../core/action-entries.ts';
import type { ActFacts } from '../core/may-act.ts';
import type { CallState, Run } from '../core/run.ts';
import type { ActPorts } from './act.ts';
import { verifierPayload } from './action-payload.ts';
import { decideAndAppend } from './append.ts';
import type { Invoked } from './ports.ts';
import { readVerifierAnswer } from './read-executor-answer.ts';
import { sealJson, sealText } from './seal.ts';

/** Has somebody else look whether it was done. A verifier that is missing or fails leaves the action unverified. */
export async function verifyAction(
  ports: ActPorts,
  run: Run,
  { call, facts }: { readonly call: CallState; readonly facts: ActFacts },
): Promise<void> {
  const { verifier } = facts.executor;
  const actedAt = call.action?.finished?.at ?? new Date(ports.clock()).toISOString();
  const invoked =
    verifier === undefined
      ? ({ kind: 'not-invoked', error: 'NoVerifier' } as const)
      : await ports.executors.invoke({
          lambda: verifier.lambda,
          payload: verifierPayload(run, call, { input: facts.input, actedAt }),
          timeoutMs: verifier.timeoutSeconds * 1000,
        });
  const entry = await entryOf(ports, run, { call, invoked });
  await decideAndAppend(ports, run.id, (current) => {
    const fresh = current?.calls.find(({ epoch, toolUseId }) => epoch === call.epoch && toolUseId === call.toolUseId);
    const isOpen = fresh?.action?.finished?.toVerify === true && fresh.action.checked === undefined;
    return isOpen && current?.finished === undefined ? [entry] : undefined;
  });
}

async function entryOf(
  ports: ActPorts,
  run: Run,
  { call: { epoch, toolUseId }, invoked }: { readonly call: CallState; readonly invoked: Invoked },
): Promise<ActionChecked | ActionUnverified> {
  const answer = invoked.kind === 'answered' ? readVerifierAnswer(invoked.text) : undefined;
  if (answer === undefined) {
    const error = invoked.kind === 'answered' ? 'UnreadableAnswer' : invoked.error;
    return { type: 'action.unverified', epoch, toolUseId, error };
  }
  const evidence = answer.evidence === undefined ? {} : { evidence: await sealJson(ports, run.id, answer.evidence) };
  return {
    type: `action.${answer.status}`,
    epoch,
    toolUseId,
    reason: await sealText(ports, run.id, answer.reason),
    terminal: answer.terminal,
    ...evidence,
  };
}
