import type { Json } from './canonical-json.ts';
import type { PolicyDecision } from './entries.ts';
import { type GateFile, toolOf } from './gate-file.ts';
import { misfits } from './json-schema.ts';
import type { Run } from './run.ts';

/** A call as the policy sees it: what it says, or that it could not be read. */
export interface JudgedCall {
  readonly tool: string;
  readonly input: { readonly kind: 'ok'; readonly value: Json } | { readonly kind: 'refused' };
  readonly fingerprint: string;
}

export interface Judgement {
  readonly decision: PolicyDecision;
  /** The rule's place in the gate file, or one of the gate's own. */
  readonly rule: string;
}

/** The gate's own rules, which no gate file can lift. */
export const ownRules = {
  unnamedTool: 'gate.unnamed-tool',
  unreadableInput: 'gate.unreadable-input',
  rejectedBefore: 'gate.rejected-before',
  tooManyAtOnce: 'gate.too-many-at-once',
} as const;

// A page with more calls than this is not read by anybody, and a request must fit into one commit.
export const asksPerTurn = 32;

/**
 * What may happen with a call. Nothing falls through to `allow`: an unknown tool, an input that cannot be read or does not
 * fit the schema, and a call that a person rejected before are refused before anybody is asked.
 * @param asked the calls of this run that were judged `ask` before: `inTurn` of this turn, `inRun` of all
 */
export function judge(
  run: Run,
  gate: GateFile,
  { call, asked }: { readonly call: JudgedCall; readonly asked: { readonly inTurn: number; readonly inRun: number } },
): Judgement {
  const tool = toolOf(gate, call.tool);
  if (tool === undefined) return { decision: 'refuse', rule: ownRules.unnamedTool };
  if (call.input.kind === 'refused') return { decision: 'refuse', rule: ownRules.unreadableInput };
  if (misfits(tool.inputSchema, call.input.value).length > 0)
    return { decision: 'refuse', rule: `tools.${call.tool}.inputSchema` };
  // Who asks is as much a part of what is judged as what is asked for.
  if (tool.requesterAssurance === 'iam' && run.started.requesterAssurance !== 'iam')
    return { decision: 'refuse', rule: `tools.${call.tool}.requesterAssurance` };
  const first = tool.rules[0];
  if (first === undefined) return { decision: 'refuse', rule: `tools.${call.tool}.rules` };
  const rule = `tools.${call.tool}.${first.name}`;
  switch (first.rule.kind) {
    case 'refuse':
      return { decision: 'refuse', rule };
    case 'allow':
      return { decision: 'allow', rule };
    case 'ask':
      if (wasRejected(run, call.fingerprint)) return { decision: 'refuse', rule: ownRules.rejectedBefore };
      if (asked.inTurn >= asksPerTurn) return { decision: 'refuse', rule: ownRules.tooManyAtOnce };
      if (asked.inRun >= gate.caps.approvals) return { decision: 'refuse', rule: 'caps.approvals' };
      return { decision: 'ask', rule };
  }
}

function wasRejected(run: Run, fingerprint: string): boolean {
  return run.calls.some((call) => call.closed?.outcome === 'rejected' && call.policy?.fingerprint === fingerprint);
}
