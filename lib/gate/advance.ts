import type { RequestedCall } from '../core/approval-entries.ts';
import { askedByRule, canBeDecided } from '../core/asked-by-rule.ts';
import type { Json } from '../core/canonical-json.ts';
import { digestOf } from '../core/digest.ts';
import type { Entry } from '../core/entries.ts';
import { CountersignError, TurnInFlight } from '../core/errors.ts';
import { ruleNamed, toolOf } from '../core/gate-file.ts';
import { requestIdOf, runIdOf } from '../core/ids.ts';
import { type GoingOn, type NextStep, nextStep, type OpenRequest } from '../core/next-step.ts';
import { offersOn } from '../core/offers.ts';
import type { AskRule } from '../core/rules.ts';
import { type CallState, owedCalls, type Run } from '../core/run.ts';
import { type RunOutput, runOutput } from '../core/run-output.ts';
import { subjectNameOf } from '../core/wrapped-call.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { decideAndAppend, loadRun } from './append.ts';
import { finishEntries } from './finish-run.ts';
import { gateOfCall, keptPolicy } from './gate-of-version.ts';
import { gateStop } from './gate-stop.ts';
import { judgeCalls } from './judge-calls.ts';
import { makeGrants, type NoGrant } from './make-grants.ts';
import { planNews } from './plan-news.ts';
import { raiseQuestion } from './raise-question.ts';
import { requestersOf } from './requesters-of.ts';
import { openText } from './seal.ts';
import { type Execution, startRun } from './start-run.ts';
import { stopByGate } from './stop-by-gate.ts';
import { takeTurn } from './take-turn.ts';

/** What comes next, for the state machine's Route: pointers only, but for the output of an end. */
export type Next =
  | ({ readonly next: 'ask'; readonly runId: string } & OpenRequest)
  | {
      readonly next: 'act';
      readonly runId: string;
      readonly calls: readonly { readonly epoch: number; readonly toolUseId: string }[];
      /** Asked about meanwhile, where a call cannot be carried out just now. */
      readonly ask?: OpenRequest;
    }
  | { readonly next: 'again'; readonly runId: string }
  | { readonly next: 'tell'; readonly runId: string }
  | { readonly next: 'done'; readonly runId: string; readonly output: RunOutput }
  | { readonly next: 'failed' | 'stopped'; readonly runId: string; readonly error: string; readonly cause: string };

// Far more steps than one invocation can need: a loop that does not end is a fault, not a run.
const mostSteps = 60;

/**
 * Reads the ledger and does the next things, up to one turn of the harness; then says what the state machine does next.
 * Called once per entering of the Advance state, and again by its retries.
 * @throws TurnInFlight, TurnNotStarted, LedgerContention for the state machine to try again later
 */
export async function advance(ports: AdvancePorts, execution: Execution, input: Json): Promise<Next> {
  const runId = runIdOf(execution);
  let turnsTaken = 0;
  let entered: Run | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const run = await loadRun(ports, runId);
    if (run === undefined) {
      try {
        await startRun(ports, execution, input);
      } catch (error) {
        // A repeat with the same input cannot end otherwise: the run fails at once and says why.
        if (!(error instanceof CountersignError) || error.code !== 'bad-start') throw error;
        return { next: 'failed', runId, error: 'Countersign.BadStart', cause: error.message };
      }
      continue;
    }
    if (entered === undefined) {
      entered = run;
      const stop = await gateStop(ports);
      if (stop !== undefined && run.finished === undefined && run.stopRequested === undefined) {
        await stopByGate(ports, runId, { stop });
        continue;
      }
    }
    const news = await planNews(ports, run, { execution: 'running' });
    if (news === 'planned') continue;
    if (news === 'to-send') return { next: 'tell', runId };
    const todo = nextStep(run, await goingOn(ports, run), ports.clock());
    if (todo.kind === 'over') return endOf(ports, run);
    // Nobody reads this answer where the execution is dead; one that was redriven meanwhile comes back with it.
    if (hasDiedSince(entered, run) && todo.kind !== 'finish') return { next: 'again', runId };
    if (todo.kind === 'wait') return { next: 'ask', runId, requestId: todo.requestId, wakeAt: todo.wakeAt };
    if (todo.kind === 'act') {
      const calls = todo.calls.map(({ epoch, toolUseId }) => ({ epoch, toolUseId }));
      return { next: 'act', runId, calls, ...(todo.open === undefined ? {} : { ask: todo.open }) };
    }
    if (todo.kind === 'grant') {
      const made = await makeGrants(ports, run, todo.calls);
      const stop = await gateStop(ports);
      if (stop !== undefined) await stopByGate(ports, runId, { stop });
      else await (typeof made === 'string' ? appendStep(ports, run, failedBy(made)) : appendBehind(ports, run, made));
      continue;
    }
    if (todo.kind === 'busy')
      throw new TurnInFlight(`A turn of ${runId} may still be running until ${todo.until}; nothing is sent twice.`);
    if (todo.kind === 'take-turn') {
      // A turn may last as long as this function may: the next one gets an invocation of its own.
      if (turnsTaken > 0) return { next: 'again', runId };
      turnsTaken += 1;
      const outcome = isSameHarness(ports, run) ? await takeTurn(ports, run, todo) : 'harness-changed';
      if (outcome !== 'taken') await appendStep(ports, run, failedBy(outcome));
      continue;
    }
    const hindrance = await hindranceOf(ports, run, todo);
    await appendStep(ports, run, hindrance === undefined ? todo : failedBy(hindrance));
  }
  throw new CountersignError(
    'conflict',
    `The run ${runId} did not come to rest within ${mostSteps} steps of one invocation.`,
  );
}

/** What the gate file says about going on; where nobody is left to ask about a run, that is as if it asked nobody. */
async function goingOn(ports: AdvancePorts, run: Run): Promise<GoingOn> {
  const { caps, onCap, harness } = ports.gate;
  const asks = [onCap, harness.inDoubtAsk].filter((ask) => ask?.kind === 'ask');
  const requesters = asks.length === 0 ? [] : await requestersOf(ports, run);
  const isUndecidable = (ask: AskRule | undefined) => ask !== undefined && !canBeDecided(ask, requesters);
  return {
    caps,
    onCap: onCap.kind === 'ask' && isUndecidable(onCap) ? 'stop' : onCap.kind,
    inDoubt: harness.inDoubt === 'ask' && isUndecidable(harness.inDoubtAsk) ? 'fail' : harness.inDoubt,
  };
}

// An invocation outlives its execution. Whoever it would still ask or send to, nobody would come back for; a death that it
// found when it was entered is the one before the redrive that entered it.
function hasDiedSince(entered: Run, { died }: Run): boolean {
  return died !== undefined && died.diedAt !== entered.died?.diedAt;
}

type LedgerStep = Exclude<NextStep, { kind: 'over' | 'wait' | 'busy' | 'take-turn' | 'act' | 'grant' }>;

/** What a new deployment or an erasure took away, or the rules never gave: no repeat brings it. */
function failedBy(reason: NoGrant | 'harness-changed'): LedgerStep {
  return { kind: 'finish', outcome: 'failed', reason: reason.replace('-', '.') };
}

// A session belongs to its harness, and an approval is bound to both: neither may be carried to another one.
function isSameHarness({ harnessTarget }: AdvancePorts, { started }: Run): boolean {
  return started.harness.arn === harnessTarget.arn && started.harness.qualifier === harnessTarget.qualifier;
}

// Judging and asking are two commits, and in between the gate file that judged may have been replaced and erased, or who asked.
async function hindranceOf(ports: AdvancePorts, run: Run, step: LedgerStep): Promise<NoGrant | undefined> {
  if (step.kind !== 'request') return undefined;
  const rules = await Promise.all(step.calls.map((call) => askRuleOf(ports, run, call)));
  if (rules.includes(undefined)) return 'policy-changed';
  const isUnknown = (await requestersOf(ports, run)) === 'unknown';
  return isUnknown && rules.some((rule) => rule?.requesterMayApprove === false) ? 'start-erased' : undefined;
}

async function askRuleOf(ports: AdvancePorts, run: Run, call: CallState): Promise<AskRule | undefined> {
  const gate = await gateOfCall(ports, run, call);
  if (gate === undefined) return undefined;
  const rule = ruleNamed(gate, { tool: subjectNameOf(call), name: call.policy?.rule ?? '' });
  return rule?.kind === 'ask' ? rule : undefined;
}

async function appendStep(ports: AdvancePorts, run: Run, step: LedgerStep): Promise<void> {
  const entries = await entriesOf(ports, run, step);
  await decideAndAppend(ports, run.id, (current, now) =>
    current?.head.hash === run.head.hash && isStillDue(step, now) ? entries : undefined,
  );
}

async function appendBehind(ports: AdvancePorts, run: Run, entries: readonly Entry[]): Promise<void> {
  await decideAndAppend(ports, run.id, (current) => (current?.head.hash === run.head.hash ? entries : undefined));
}

// The clock of a machine may be set back between two looks at it, and an expiry before its deadline would not be believed.
function isStillDue(step: LedgerStep, now: number): boolean {
  return step.kind !== 'expire' || step.calls.every((call) => Date.parse(call.requested?.deadline ?? '') <= now);
}

async function entriesOf(ports: AdvancePorts, run: Run, step: LedgerStep): Promise<readonly Entry[]> {
  switch (step.kind) {
    case 'doubt': {
      const { turn, attemptId } = step.turn.started;
      return [{ type: 'turn.failed', turn, attemptId, failure: 'in-doubt' }];
    }
    case 'retire':
      return [{ type: 'session.retired', epoch: run.epoch, because: step.because, owed: owedIds(run) }];
    case 'judge':
      return [...(await keptPolicy(ports, run)), ...(await judgeCalls(ports, run, step.calls))];
    case 'question':
      return raiseQuestion(ports, run, step);
    case 'request':
      return [await requestApproval(ports, run, step)];
    case 'expire':
      return step.calls.flatMap((call) =>
        call.requestId === undefined
          ? []
          : [
              {
                type: 'approval.closed' as const,
                requestId: call.requestId,
                toolUseId: call.toolUseId,
                outcome: 'expired' as const,
                verdicts: [],
              },
            ],
      );
    case 'finish':
      return finishEntries(run, step);
  }
}

function owedIds(run: Run) {
  return owedCalls(run).map((call) => call.toolUseId);
}

async function requestApproval(
  ports: AdvancePorts,
  run: Run,
  { turn, calls }: { readonly turn: number; readonly calls: readonly CallState[] },
): Promise<Entry> {
  // One for all of them: a reminder of calls whose rules say the same falls on the same instant, and is one mail.
  const now = ports.clock();
  return {
    type: 'approval.requested',
    requestId: requestIdOf(run.id, turn),
    epoch: run.epoch,
    turn,
    policyVersion: calls[0]?.policy?.policyVersion ?? '',
    calls: await Promise.all(calls.map((call) => requestedCall(ports, run, { call, now }))),
  };
}

async function requestedCall(
  ports: AdvancePorts,
  run: Run,
  { call, now }: { readonly call: CallState; readonly now: number },
): Promise<RequestedCall> {
  const [gate, rule] = await Promise.all([gateOfCall(ports, run, call), askRuleOf(ports, run, call)]);
  if (gate === undefined || rule === undefined || call.policy === undefined) {
    throw new CountersignError(
      'conflict',
      `The call ${call.toolUseId} was judged by a gate file that can no longer be opened, so nobody can be asked.`,
    );
  }
  const digest = digestOf(run, call, call.policy.policyVersion);
  // As the gate file knows people that judged: who asked is to be the same person for its rules and for whoever is asked by them.
  const requesters = await requestersOf({ ...ports, gate }, run);
  const asked = askedByRule(rule, { now, requesters });
  if (asked === undefined)
    throw new CountersignError('conflict', `Too few people are left who could decide on the call ${call.toolUseId}.`);
  const tool = toolOf(gate, subjectNameOf(call));
  const offers = offersOn(tool, { call, run });
  return { toolUseId: call.toolUseId, digest, offers, ...asked };
}

// What an execution fails with. How the last action ended has names of its own, for whoever must act on it.
const errorNames: ReadonlyMap<string, string> = new Map([
  ['failed', 'Countersign.RunFailed'],
  ['stopped', 'Countersign.RunStopped'],
  ['action.refuted', 'Countersign.ActionRefuted'],
  ['action.unknown', 'Countersign.ActionUnknown'],
]);

async function endOf(ports: AdvancePorts, run: Run): Promise<Next> {
  const { finished } = run;
  if (finished === undefined) throw new CountersignError('conflict', `The run ${run.id} is not finished.`);
  const claim = finished.claim === undefined ? undefined : await openText(ports, run.id, finished.claim);
  const output = runOutput(run, finished, claim?.kind === 'text' ? claim.text : undefined);
  if (finished.outcome === 'done') return { next: 'done', runId: run.id, output };
  const error = errorNames.get(finished.reason) ?? errorNames.get(finished.outcome) ?? '';
  return { next: finished.outcome, runId: run.id, error, cause: JSON.stringify(output) };
}
