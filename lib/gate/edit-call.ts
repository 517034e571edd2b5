import type { Assurance, CallEdited, RequestedCall, Ruled } from '../core/approval-entries.ts';
import { type AskedByRule, askedByRule } from '../core/asked-by-rule.ts';
import { isSureEnough } from '../core/assurance.ts';
import type { Json } from '../core/canonical-json.ts';
import { digestOf } from '../core/digest.ts';
import { readEdit } from '../core/edited-call.ts';
import type { Sealed } from '../core/entries.ts';
import { type GateFile, ruleNamed, type ToolRule, toolOf } from '../core/gate-file.ts';
import type { ApproverId, RequestId } from '../core/ids.ts';
import { offersOn } from '../core/offers.ts';
import type { Judgement } from '../core/policy.ts';
import type { Problem } from '../core/problem.ts';
import type { AskRule } from '../core/rules.ts';
import type { CallState, Run } from '../core/run.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import { gateOfCall } from './gate-of-version.ts';
import { type JudgePorts, judgeEdited } from './judge-calls.ts';
import { openInput } from './opened-call.ts';
import { requestersOf } from './requesters-of.ts';

/** What becomes of an edit: the entry that makes it, or why nothing changes. */
export type EditRuling = { readonly kind: 'edited'; readonly entry: CallEdited } | NoEdit;

type NoEdit = { readonly kind: 'unchanged' } | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** Who edits, and how sure the gate is of that. */
export interface Editor {
  readonly requestId: RequestId;
  readonly approverId: ApproverId;
  readonly assurance: Assurance;
}

export interface Edit {
  readonly call: CallState;
  readonly who: Editor;
  /** The whole arguments as one JSON text. */
  readonly text: string;
  readonly seal: (input: Json) => Promise<Sealed>;
}

// Each is an entry, and a mail to everybody else who is asked; who has not agreed on a call by then will not by changing it.
const mostEdits = 20;

/**
 * Makes of an edit what it is, a new call: read strictly, held to schema, limits, anchors, sums and rules under the gate file that
 * judged the call, and with people of its own to ask, until the deadline of the call before.
 */
export async function editCall(ports: JudgePorts, run: Run, edit: Edit): Promise<EditRuling> {
  const judged = await judgeEdit(ports, run, edit);
  if (judged.kind !== 'good') return judged;
  const { call, who } = edit;
  const { input, tool, asked } = judged;
  const [sealed, policy] = [await edit.seal(input), await judged.ruled()];
  const { toolUseId } = call;
  const after: CallState = { ...call, input: sealed, policy };
  const requested: RequestedCall = {
    toolUseId,
    digest: digestOf(run, after, policy.policyVersion),
    offers: offersOn(tool, { run, call: after }),
    ...asked,
  };
  const { approverId, requestId } = who;
  const from = call.requested?.digest ?? '';
  return {
    kind: 'edited',
    entry: { type: 'call.edited', requestId, toolUseId, approverId, from, input: sealed, policy, requested },
  };
}

type JudgedEdit =
  | NoEdit
  | {
      readonly kind: 'good';
      readonly input: Json;
      readonly tool: ToolRule | undefined;
      readonly asked: AskedByRule;
      /** Seals what the rules said. */
      readonly ruled: () => Promise<Ruled>;
    };

/** The same without keeping anything: what the rules would say of an edit now, and whom they would ask. */
export async function judgeEdit(ports: JudgePorts, run: Run, edit: Omit<Edit, 'seal'>): Promise<JudgedEdit> {
  const { call, text } = edit;
  if ((call.edits ?? []).length >= mostEdits) return refused({ kind: 'edit.too-often', most: mostEdits });
  const [gate, opened] = await Promise.all([gateOfCall(ports, run, call), openInput(ports, run, call)]);
  // What is gone can be rejected or left to expire; a change of it could be shown to nobody.
  if (gate === undefined) return refused({ kind: 'edit.rules-gone' });
  if (opened.kind !== 'value') return refused({ kind: 'edit.input-erased' });
  const read = readEdit(gate, call, { before: opened.value, text });
  if (read.kind === 'unchanged') return { kind: 'unchanged' };
  if (read.kind === 'refused') return refused(read.problem);
  const judging = { ...ports, gate };
  const { tool, input } = read.subject;
  const { judgement, ruled } = await judgeEdited(judging, run, { call, tool, input });
  if (judgement.decision === 'refuse') return refused(...whyRefused(gate, { tool, judgement }));
  const asked = await askedNow(judging, run, { ...edit, judgement });
  if ('kind' in asked) return refused(asked);
  return { kind: 'good', input: read.input, tool: toolOf(gate, tool), asked, ruled };
}

/** Whom the rules ask about the edited call, its author alone where they let it pass; or why nobody could answer it so. */
async function askedNow(
  ports: JudgePorts,
  run: Run,
  { call, who, judgement }: Omit<Edit, 'seal'> & { readonly judgement: Judgement },
): Promise<AskedByRule | Problem> {
  const deadline = call.requested?.deadline ?? '';
  if (judgement.decision === 'allow') return { approvers: [who.approverId], deadline };
  const rule = askRuleOf(ports.gate, { call, name: judgement.rule });
  if (rule === undefined) return { kind: 'edit.nobody-asked' };
  // As if the rule had asked when the call was first asked about: what is absolute stays where it is.
  const before = askRuleOf(ports.gate, { call, name: (call.original?.policy ?? call.policy)?.rule ?? '' });
  const askedAt = Date.parse(deadline) - (before ?? rule).deadlineSeconds * 1000;
  const byRule = askedByRule(rule, { now: askedAt, requesters: await requestersOf(ports, run) });
  if (byRule === undefined) return { kind: 'edit.too-few-deciders' };
  const { schedule = [], ...asked } = byRule;
  const { assurance = 'link' } = asked;
  if (asked.approvers.includes(who.approverId) && !isSureEnough({ needed: assurance, given: who.assurance })) {
    return { kind: 'edit.needs', assurance };
  }
  const stages = schedule.filter(({ at }) => at < deadline);
  return { ...asked, deadline, ...(stages.length === 0 ? {} : { schedule: stages }) };
}

function askRuleOf(
  gate: GateFile,
  { call, name }: { readonly call: CallState; readonly name: string },
): AskRule | undefined {
  const rule = ruleNamed(gate, { tool: subjectNameOf(call), name });
  return rule?.kind === 'ask' ? rule : undefined;
}

function whyRefused(
  gate: GateFile,
  { tool, judgement }: { readonly tool: string; readonly judgement: Judgement },
): readonly Problem[] {
  const { rule: name, problems } = judgement;
  if (problems.length > 0) return problems;
  const rule = ruleNamed(gate, { tool, name });
  const because = rule?.kind === 'refuse' ? rule.because : undefined;
  return [{ kind: 'edit.refused-by-rule', rule: name, ...(because === undefined ? {} : { because }) }];
}

function refused(...problems: readonly Problem[]): NoEdit {
  return { kind: 'refused', problems };
}
