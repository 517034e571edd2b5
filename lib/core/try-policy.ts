import * as z from 'zod';
import type { Json } from './canonical-json.ts';
import { fingerprintOf } from './digest.ts';
import { CountersignError } from './errors.ts';
import { type GateFile, ruleNamed } from './gate-file.ts';
import { keys, oneOf } from './gate-file-fields.ts';
import { problemLines } from './gate-file-problems.ts';
import { type EarlierCall, type JudgedCall, type Judgement, judge, type TurnedDown } from './policy.ts';
import { approversWhoAsked } from './requester.ts';
import type { AskRule } from './rules.ts';
import { subjectOf } from './wrapped-call.ts';

const json = z.json() as z.ZodType<Json>;

const earlier = keys({
  tool: z.string({ error: 'the name of a tool' }),
  input: json,
  outcome: oneOf([
    'allowed',
    'approved',
    'waiting',
    'rejected',
    'sent-back',
    'answered',
    'expired',
    'refused',
    'failed',
  ]),
});

const triedCall = keys({
  tool: z.string({ error: 'the name of a tool' }),
  input: json,
  prompt: z.string({ error: 'a text' }).default(''),
  requester: z.string({ error: 'a name, or the id of an approver' }).default(''),
  words: z.array(z.string({ error: 'a text' }), { error: 'a list of what people wrote since' }).default([]),
  labels: z.record(z.string(), z.string(), { error: 'a mapping from names to texts' }).default({}),
  requesterAssurance: oneOf(['claimed', 'iam']).default('claimed'),
  earlier: z.array(earlier, { error: 'a list of {tool, input, outcome}' }).default([]),
});

/** A call to try, with the run that it would be made in. */
export type TriedCall = z.output<typeof triedCall>;

/** What would become of a call, and by which rule. */
export interface Trial extends Judgement {
  readonly because?: string;
  /** Who would be asked. */
  readonly ask?: AskRule;
}

/** Checks what is to be tried. @throws CountersignError 'bad-request' with a line per problem: path, what was given, what is allowed */
export function readTriedCall(value: Json, sourceName: string): TriedCall {
  const read = triedCall.safeParse(value);
  if (read.success) return read.data;
  const lines = problemLines(read.error.issues, value).map((line) => `  ${line.replace(/^the file/, 'the call')}`);
  throw new CountersignError('bad-request', [`${sourceName} is no call that can be tried.`, ...lines].join('\n'));
}

/** Judges a call as a run would, in which the earlier ones came to what is said of them. */
export function tryPolicy(gate: GateFile, { tool, input, requester, ...run }: TriedCall): Trial {
  const call = judgedCall(gate, { tool, input });
  const before = run.earlier.map((one) => ({ judged: judgedCall(gate, one), outcome: one.outcome }));
  const same = before.filter(({ judged }) => judged.fingerprint === call.fingerprint);
  const lastVerdict = before.findLastIndex(({ outcome }) => verdictWasGiven.has(outcome));
  const asked = before.filter(({ outcome }) => peopleWereAsked.has(outcome)).length;
  const judgement = judge(gate, {
    call,
    around: {
      ...run,
      requesters: requester === '' ? [] : approversWhoAsked(gate, { requester }),
      asked: { inTurn: 0, inRun: asked },
      earlier: before.map(earlierCall),
      identical: same.filter((one) => before.indexOf(one) > lastVerdict).length,
      turnedDown: turnedDownAmong(same),
    },
  });
  const rule = ruleNamed(gate, { tool: call.tool, name: judgement.rule });
  if (rule?.kind === 'ask') return { ...judgement, ask: rule };
  return rule?.because === undefined ? judgement : { ...judgement, because: rule.because };
}

function turnedDownAmong(same: readonly { readonly outcome: Outcome }[]): TurnedDown | undefined {
  const saidNo = (wanted: Outcome) => same.some(({ outcome }) => outcome === wanted);
  if (saidNo('rejected')) return { outcome: 'rejected' };
  return saidNo('sent-back') ? { outcome: 'sent-back' } : undefined;
}

/** A tool that the harness runs may be named itself, as well as in a call of request_approval. */
function judgedCall(gate: GateFile, { tool, input }: { readonly tool: string; readonly input: Json }): JudgedCall {
  const subject = Object.hasOwn(gate.tools, tool)
    ? ({ kind: 'call', tool, input } as const)
    : subjectOf(gate, { name: tool, input });
  if (subject.kind === 'misused') return { tool, input: subject, fingerprint: fingerprintOf('', { tool, input }) };
  return { tool: subject.tool, input: { kind: 'ok', value: subject.input }, fingerprint: fingerprintOf('', subject) };
}

type Outcome = z.output<typeof earlier>['outcome'];

const verdictWasGiven: ReadonlySet<Outcome> = new Set(['approved', 'rejected', 'sent-back', 'answered']);
const peopleWereAsked: ReadonlySet<Outcome> = new Set([...verdictWasGiven, 'waiting', 'expired']);
const cameToSomething: ReadonlySet<Outcome> = new Set(['allowed', 'approved', 'answered', 'waiting']);

/** What it was about counts, as in a run: for the rules a request for an approval is the call that it asks for. */
function earlierCall({
  judged: { tool, input },
  outcome,
}: {
  readonly judged: JudgedCall;
  readonly outcome: Outcome;
}): EarlierCall {
  return {
    tool,
    ...(input.kind === 'ok' ? { input: input.value } : {}),
    counts: cameToSomething.has(outcome),
    succeeded: outcome === 'allowed' || outcome === 'approved' || outcome === 'answered',
  };
}
