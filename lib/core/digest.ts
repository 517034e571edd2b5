import { canonicalJson, type Json } from './canonical-json.ts';
import { sha256Hex } from './hashes.ts';
import { sessionIdOf } from './ids.ts';
import { type CallState, isQuestion, type QuestionState, type Run } from './run.ts';

/**
 * What an approval of this call is bound to, 64 hex digits: tool, input commitment, toolUseId, session, harness and policy
 * version. One byte of difference in any of them makes another digest.
 */
export function digestOf(run: Run, call: CallState, policyVersion: string): string {
  return sha256Hex(
    canonicalJson({
      tool: call.name,
      input: call.input.commitment,
      toolUseId: call.toolUseId,
      session: sessionIdOf(run.started, call.epoch),
      harness: run.started.harness,
      policy: policyVersion,
    }),
  );
}

/** "The same call again?": tool and input under the run's own salt, so that it says nothing outside the run. */
export function fingerprintOf(salt: string, call: { readonly tool: string; readonly input: Json }): string {
  return sha256Hex(canonicalJson({ salt, tool: call.tool, input: call.input }));
}

/** The same of a question about the run: its sealed text, its choices, session, harness and policy version. */
export function questionDigestOf(run: Run, { raised }: Pick<QuestionState, 'raised'>): string {
  return sha256Hex(
    canonicalJson({
      question: raised.toolUseId,
      rule: raised.rule,
      choices: [...raised.choices],
      input: raised.input.commitment,
      session: sessionIdOf(run.started, raised.epoch),
      harness: run.started.harness,
      policy: raised.policyVersion,
    }),
  );
}

/** The digest of what people are asked about, made again; `undefined` for a call that no rule was applied to. */
export function askedDigestOf(run: Run, asked: CallState | QuestionState): string | undefined {
  if (isQuestion(asked)) return questionDigestOf(run, asked);
  return asked.policy === undefined ? undefined : digestOf(run, asked, asked.policy.policyVersion);
}
