import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { digestOf } from '../core/digest.ts';
import type { EditsTold } from '../core/edits-told.ts';
import { CountersignError } from '../core/errors.ts';
import { type GateFile, ruleNamed, toolOf } from '../core/gate-file.ts';
import { misfits } from '../core/json-schema.ts';
import { ownRules } from '../core/policy.ts';
import { problemWords } from '../core/problem-words.ts';
import { type Answer, resultOf, type ToolResult } from '../core/result-text.ts';
import type { CallState, Run } from '../core/run.ts';
import { shortOf } from '../core/short-of.ts';
import { subjectInputOf, subjectNameOf } from '../core/wrapped-call.ts';
import type { AnsweredCall } from '../harness/messages.ts';
import { actionOf } from './action-of.ts';
import { gateOfCall } from './gate-of-version.ts';
import { type OpenedInput, openInput, writtenWith } from './opened-call.ts';
import type { Contents } from './ports.ts';
import { sealedProblems } from './ruled-detail.ts';

interface AnswerPorts {
  readonly gate: GateFile;
  readonly contents: Contents;
}

/**
 * The calls with their results, as they go back to the model in its order.
 * @throws CountersignError 'tampered' when an approved call is no longer the one that was approved
 */
export async function answerCalls(
  ports: AnswerPorts,
  run: Run,
  calls: readonly CallState[],
): Promise<readonly AnsweredCall[]> {
  return Promise.all(
    calls.map(async (call) => {
      const input = await openInput(ports, run, call);
      const result = await resultFor(ports, run, { call, input });
      // The session knows its own call: what a person made of it stands in the result.
      const asked = call.original === undefined ? input : await openInput(ports, run, call.original);
      return { toolUseId: call.toolUseId, name: call.name, input: copyOf(asked), result };
    }),
  );
}

/** The result of an answered call. */
export async function resultFor(
  ports: AnswerPorts,
  run: Run,
  { call, input }: { readonly call: CallState; readonly input: OpenedInput },
): Promise<ToolResult> {
  return resultOf(subjectNameOf(call), await answerOf(ports, run, { call, input }));
}

async function answerOf(
  ports: AnswerPorts,
  run: Run,
  { call, input }: { readonly call: CallState; readonly input: OpenedInput },
): Promise<Answer> {
  if (call.closed !== undefined && call.requested !== undefined && call.policy !== undefined) {
    const { digest } = call.requested;
    // What was shown is what runs: the digest is made again from the stored call before a verdict leaves the gate.
    if (digestOf(run, call, call.policy.policyVersion) !== digest) {
      throw new CountersignError(
        'tampered',
        `The call ${call.toolUseId} of ${run.id} is not the one that was asked about: its digest differs.`,
      );
    }
    const counted = call.verdicts.filter((verdict) => call.closed?.verdicts.includes(verdict.verdictId));
    const written = await writtenWith(ports, run, counted);
    const short = call.closed.outcome === 'expired' ? shortOf(call) : undefined;
    return {
      kind: 'closed',
      outcome: call.closed.outcome,
      digest,
      by: counted.map((verdict) => verdict.approverId),
      ...(written.length === 0 ? {} : { written }),
      ...(short === undefined ? {} : { short }),
      ...(await editsOf(ports, run, { call, input })),
      ...(await actionOf(ports, run, call)),
      ...grantOf(call),
    };
  }
  // Without the gate file that judged, there is nothing to say of its reasons: those of another one would be made up.
  const gate = await gateOfCall(ports, run, call);
  const because = gate === undefined ? {} : becauseOf(gate, call);
  if (call.policy?.decision === 'allow')
    return { kind: 'allowed', ...because, ...(await actionOf(ports, run, call)), ...grantOf(call) };
  const rule = call.policy?.rule ?? ownRules.unnamedTool;
  return {
    kind: 'refused',
    rule,
    problems: (await sealedProblems(ports, run, call)) ?? problemsOf(gate ?? ports.gate, call, { input, rule }),
    ...because,
  };
}

/** What people made of a call's arguments; nothing where nobody changed them. */
async function editsOf(
  ports: Pick<AnswerPorts, 'contents'>,
  run: Run,
  { call, input }: { readonly call: CallState; readonly input: OpenedInput },
): Promise<{ readonly edits?: EditsTold }> {
  const { edits = [], original } = call;
  if (original === undefined) return {};
  const by = [...new Set(edits.map(({ approverId }) => approverId))];
  const asked = await openInput(ports, run, original);
  if (asked.kind !== 'value' || input.kind !== 'value') return { edits: { by } };
  const values = { before: subjectInputOf(call, asked.value), after: subjectInputOf(call, input.value) };
  return { edits: { by, values } };
}

function grantOf({ grant }: CallState): { readonly grantedUntil?: string } {
  return grant === undefined ? {} : { grantedUntil: grant.until };
}

function becauseOf(gate: GateFile, call: CallState): { readonly because?: string } {
  const rule = ruleNamed(gate, { tool: subjectNameOf(call), name: call.policy?.rule ?? '' });
  return rule === undefined || rule.kind === 'ask' || rule.because === undefined ? {} : { because: rule.because };
}

function problemsOf(
  gate: GateFile,
  call: CallState,
  { input, rule }: { readonly input: OpenedInput; readonly rule: string },
): readonly string[] {
  if (rule === ownRules.unnamedTool)
    return [problemWords({ kind: 'unnamed-tool', tool: call.name, named: Object.keys(gate.tools) })];
  if (rule === ownRules.rejectedBefore) return [problemWords({ kind: 'turned-down', outcome: 'rejected' })];
  if (rule === ownRules.sentBackBefore) return [problemWords({ kind: 'turned-down', outcome: 'sent-back' })];
  if (rule === ownRules.tooManyAtOnce) return [problemWords({ kind: 'too-many-at-once' })];
  if (rule.startsWith('caps.')) return [`This run has used up what ${rule} allows.`];
  if (input.kind === 'refused') return [problemWords({ ...input, kind: 'unreadable' })];
  if (rule.endsWith('.requesterAssurance')) return [problemWords({ kind: 'requester-claimed' })];
  const tool = toolOf(gate, call.name);
  if (input.kind !== 'value' || tool === undefined || !rule.endsWith('.inputSchema')) return [];
  return misfits(tool.inputSchema, input.value).map(({ path: at, why }) => problemWords({ kind: 'misfit', at, why }));
}

// The copy of a call that goes back with its result. The service keeps its own; a call that we could not read is copied
// as far as plain JSON goes, and as nothing where even that fails.
function copyOf(input: OpenedInput): Json {
  if (input.kind === 'value') return input.value;
  if (input.kind === 'erased') return {};
  try {
    return JSON.parse(canonicalJson(JSON.parse(input.text) as Json)) as Json;
  } catch {
    return {};
  }
}
