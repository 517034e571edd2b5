import type { PolicyApplied, Ruled } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import { fingerprintOf } from '../core/digest.ts';
import { type GateFile, policyVersion, toolOf } from '../core/gate-file.ts';
import { type Around, type EarlierCall, type JudgedCall, type Judgement, judge } from '../core/policy.ts';
import { identicalBefore, turnedDownBefore } from '../core/repeated-calls.ts';
import { approversWhoAsked } from '../core/requester.ts';
import { type CallState, passes, type Run } from '../core/run.ts';
import { subjectInputOf, subjectNameOf, subjectOf } from '../core/wrapped-call.ts';
import { openInput } from './opened-call.ts';
import type { Contents, Randomness } from './ports.ts';
import { ruledDetail } from './ruled-detail.ts';
import { sealJson } from './seal.ts';
import { openStart, type StartContent } from './start-content.ts';
import { wordsOfPeople } from './words-of-people.ts';

export interface JudgePorts {
  readonly gate: GateFile;
  readonly contents: Contents;
  readonly randomness: Randomness;
}

/** Applies the policy to calls in the model's order; each is judged with those before it counted. */
export async function judgeCalls(
  ports: JudgePorts,
  run: Run,
  calls: readonly CallState[],
): Promise<readonly PolicyApplied[]> {
  const start = await openStart(ports, run);
  const salt = saltOf(run, start);
  const readings = await Promise.all(calls.map((call) => readingOf(ports, run, { call, salt })));
  const earlier = await earlierCalls(ports, run, new Set(readings.map(({ judged }) => judged.tool)));
  const told = await toldIn(ports, run, start);
  const applied: { readonly entry: PolicyApplied; readonly tool: string; readonly input: Json }[] = [];
  for (const { call, judged, input } of readings) {
    const { tool, fingerprint } = judged;
    const around: Around = {
      ...told,
      asked: askedBefore(run, call, applied),
      earlier: [...earlier, ...applied.map(({ entry, tool, input }) => inBatch(entry, { tool, input }))],
      identical:
        identicalBefore(run, fingerprint) + applied.filter(({ entry }) => entry.fingerprint === fingerprint).length,
      turnedDown: turnedDownBefore(run, fingerprint),
    };
    const judgement = judge(ports.gate, { call: judged, around });
    applied.push({ tool, input, entry: await entryOf(ports, run, { call, judged, judgement }) });
  }
  return applied.map(({ entry }) => entry);
}

/** What the rules say of a call as a person edited it, and how that is recorded. */
export interface JudgedEdit {
  readonly judgement: Judgement;
  readonly ruled: () => Promise<Ruled>;
}

/**
 * Applies the rules that judged a call to what a person made of it. It is judged beside every other call of the run, and never
 * beside what it was before: that counts for no sum and for no cap.
 */
export async function judgeEdited(
  ports: JudgePorts,
  run: Run,
  { call, tool, input }: { readonly call: CallState; readonly tool: string; readonly input: Json },
): Promise<JudgedEdit> {
  const start = await openStart(ports, run);
  const others: Run = { ...run, calls: run.calls.filter((other) => other !== call) };
  const fingerprint = fingerprintOf(saltOf(run, start), { tool, input });
  const judged: JudgedCall = { tool, input: { kind: 'ok', value: input }, fingerprint };
  const judgement = judge(ports.gate, {
    call: judged,
    around: {
      ...(await toldIn(ports, run, start)),
      asked: askedBefore(others, call, []),
      earlier: await earlierCalls(ports, others, new Set([tool])),
      // A person's edit is no repetition of the model's.
      identical: 0,
      turnedDown: turnedDownBefore(others, fingerprint),
    },
  });
  return { judgement, ruled: () => ruledOf(ports, run, { call, judged, judgement }) };
}

/** What the run was started with and what people wrote in it since. */
async function toldIn(
  ports: JudgePorts,
  run: Run,
  start: StartContent | undefined,
): Promise<Pick<Around, 'prompt' | 'words' | 'requesters' | 'requesterAssurance' | 'labels'>> {
  return {
    prompt: start?.prompt ?? '',
    words: await wordsOfPeople(ports, run),
    requesters: start === undefined ? 'unknown' : approversWhoAsked(ports.gate, start),
    requesterAssurance: run.started.requesterAssurance,
    labels: start?.labels ?? {},
  };
}

function saltOf(run: Run, start: StartContent | undefined): string {
  return start?.fingerprintSalt ?? run.id;
}

interface Reading {
  readonly call: CallState;
  readonly judged: JudgedCall;
  /** Of what the call is about; null where there is none. */
  readonly input: Json;
}

async function readingOf(
  ports: JudgePorts,
  run: Run,
  { call, salt }: { readonly call: CallState; readonly salt: string },
): Promise<Reading> {
  const opened = await openInput(ports, run, call);
  const tool = call.name;
  if (opened.kind === 'value') {
    const subject = subjectOf(ports.gate, { name: tool, input: opened.value });
    if (subject.kind === 'misused') {
      const fingerprint = fingerprintOf(salt, { tool, input: opened.value });
      return { call, judged: { tool, input: subject, fingerprint }, input: null };
    }
    const fingerprint = fingerprintOf(salt, subject);
    const input = { kind: 'ok', value: subject.input } as const;
    return { call, judged: { tool: subject.tool, input, fingerprint }, input: subject.input };
  }
  const unreadable = opened.kind === 'refused' ? opened.text : call.input.commitment;
  const fingerprint = fingerprintOf(salt, { tool, input: { unreadable } });
  const where = opened.kind === 'refused' ? { place: opened.place, why: opened.why } : {};
  const input = { kind: 'refused', ...where } as const;
  return { call, judged: { tool, input, fingerprint }, input: null };
}

function askedBefore(
  run: Run,
  call: CallState,
  applied: readonly { readonly entry: PolicyApplied }[],
): Around['asked'] {
  const before = run.calls.filter((other) => other.policy?.decision === 'ask' || other.requested !== undefined);
  const now = applied.filter(({ entry }) => entry.decision === 'ask').length;
  return {
    inTurn: now + before.filter((other) => other.handedIn === call.handedIn).length,
    inRun: now + before.length,
  };
}

/** Only what a sum of one of these tools needs is opened. */
async function earlierCalls(ports: JudgePorts, run: Run, tools: ReadonlySet<string>): Promise<readonly EarlierCall[]> {
  const made = run.calls.filter(({ policy, ran }) => ran !== undefined || (policy?.decision ?? 'refuse') !== 'refuse');
  return Promise.all(
    made.map(async (call): Promise<EarlierCall> => {
      const counts = countsFor(call);
      const tool = subjectNameOf(call);
      const isSummed = counts && tools.has(tool) && (toolOf(ports.gate, tool)?.limits.sums.length ?? 0) > 0;
      const opened = isSummed ? await openInput(ports, run, call) : undefined;
      return {
        tool,
        ...(opened?.kind === 'value' ? { input: subjectInputOf(call, opened.value) } : {}),
        counts,
        succeeded: succeeded(call),
      };
    }),
  );
}

function inBatch(
  { decision, carriedOutBy }: PolicyApplied,
  { tool, input }: { readonly tool: string; readonly input: Json },
): EarlierCall {
  return {
    tool,
    input,
    counts: decision !== 'refuse',
    succeeded: decision === 'allow' && carriedOutBy === undefined,
  };
}

/** Whether a call is open, passed or was carried out: everything but what certainly was not done. */
function countsFor(call: CallState): boolean {
  if (call.closed === undefined && (call.policy?.decision === 'ask' || call.requested !== undefined)) return true;
  if (call.closed?.outcome === 'answered') return true;
  if (!passes(call)) return false;
  const status = call.action?.finished?.status;
  return status !== 'failed' && status !== 'prevented' && call.action?.checked?.type !== 'action.refuted';
}

function succeeded(call: CallState): boolean {
  if (call.ran !== undefined) return call.ran === 'success';
  if (call.closed?.outcome === 'answered') return true;
  if (!passes(call)) return false;
  // Leave to call a tool of the harness is not yet a call of it: that one has its own place in the record.
  if (call.policy?.carriedOutBy === 'harness') return false;
  if (call.policy?.carriedOutBy !== 'gate') return true;
  return call.action?.finished?.status === 'done' && call.action.checked?.type !== 'action.refuted';
}

async function entryOf(ports: JudgePorts, run: Run, judged: OnCall): Promise<PolicyApplied> {
  const { epoch, toolUseId } = judged.call;
  return { type: 'policy.applied', epoch, toolUseId, ...(await ruledOf(ports, run, judged)) };
}

interface OnCall {
  readonly call: CallState;
  readonly judged: JudgedCall;
  readonly judgement: Judgement;
}

async function ruledOf(ports: JudgePorts, run: Run, { call, judged, judgement }: OnCall): Promise<Ruled> {
  const { decision, rule, problems, carriedOutBy, notInRequest } = judgement;
  const detail = problems.length === 0 ? undefined : await sealJson(ports, run.id, ruledDetail(problems));
  return {
    decision,
    rule,
    policyVersion: policyVersion(ports.gate),
    fingerprint: judged.fingerprint,
    ...(judged.tool === call.name ? {} : { subject: judged.tool }),
    ...(carriedOutBy === undefined ? {} : { carriedOutBy }),
    ...(detail === undefined ? {} : { detail }),
    ...(notInRequest === undefined ? {} : { notInRequest }),
  };
}
