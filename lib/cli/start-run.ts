import type { Json } from '../core/canonical-json.ts';
import { checkChain } from '../core/commit.ts';
import type { RunId } from '../core/ids.ts';
import { plainVisible } from '../core/visible-text.ts';
import { loadRun } from '../gate/append.ts';
import { runStory } from '../gate/run-story.ts';
import { exitCodes } from './exit-codes.ts';
import type { CliPorts, CommandContext, RunExecution } from './ports.ts';
import { codeOfAnswer, isAccepted, memberOf, tellAnswer } from './route-answer.ts';
import { readSealedText } from './sealed-text.ts';
import { storyText } from './story-text.ts';

export interface StartWords {
  readonly input: { readonly [name: string]: Json };
  /** `claimed` starts the execution itself: nobody checks who the requester is. */
  readonly assurance: 'iam' | 'claimed';
  /** The same key starts one run, however often it is sent. */
  readonly idempotencyKey?: string;
  readonly wait: 'for the end' | 'not';
}

/** Starts a run, and follows it to its end where that was asked for. */
export async function startRun(words: StartWords, context: CommandContext): Promise<number> {
  const { ports, out, json } = context;
  const execution =
    words.assurance === 'claimed' ? await ports.startClaimed(words.input) : await startThroughRoute(words, context);
  if (typeof execution === 'number') return execution;
  const { runId, executionArn } = execution;
  if (words.wait === 'not') {
    out.line(json === 'json' ? JSON.stringify({ runId, executionArn }, null, 2) : `${runId}\n${executionArn}`);
    return exitCodes.ok;
  }
  if (json === 'text') out.line(runId);
  return follow(execution, context);
}

/** @returns what was started, or the exit code where nothing is known to have been */
async function startThroughRoute(
  { input, idempotencyKey }: StartWords,
  context: CommandContext,
): Promise<StartedRun | number> {
  const answer = await context.ports.route('/runs', {
    ...input,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  const executionArn = memberOf(answer.body, 'executionArn');
  if (!isAccepted(answer) || executionArn === undefined) {
    tellAnswer(answer, context, 'The answer names no execution.');
    return isAccepted(answer) ? exitCodes.findings : codeOfAnswer(answer);
  }
  const runId = memberOf(answer.body, 'runId');
  // Where the answer says it nothing needs to be read: whoever may start need not be allowed more.
  if (runId !== undefined) return { executionArn, runId: runId as RunId };
  context.out.error('This key has started a run before; nothing was started now.');
  const before = await context.ports.execution(executionArn);
  if (before !== undefined) return before;
  context.out.error(`Step Functions has forgotten that run: ${executionArn}. Allowed: another --key.`);
  return exitCodes.notFound;
}

// Two seconds are soon enough for a person, and far below what DescribeExecution allows an account.
const lookEveryMs = 2_000;

type StartedRun = Pick<RunExecution, 'executionArn' | 'runId'>;

/** Tells what is recorded as it is recorded, until the run has ended or its execution is dead. */
async function follow(execution: StartedRun, context: CommandContext): Promise<number> {
  const { ports, out, json } = context;
  const { runId, executionArn } = execution;
  let told = 0;
  for (;;) {
    // Asked before the chain is read: a run that finished in between is then read as finished.
    const state = await ports.execution(executionArn);
    if (json === 'text') told += await tellNew(runId, { context, told });
    const finished = (await loadRun(ports, runId))?.finished;
    if (finished !== undefined) {
      if (json === 'json') out.line(JSON.stringify({ runId, executionArn, ...finished }, null, 2));
      return codeOfEnd(finished);
    }
    if (state !== undefined && state.status !== 'RUNNING') {
      const { status, error = '', cause = '' } = state;
      if (json === 'json') out.line(JSON.stringify({ runId, executionArn, status, error, cause }, null, 2));
      out.error(
        `The execution ended as ${status} before the run did: ${plainVisible(`${error} ${cause}`, { lines: 'one' })}`,
      );
      return exitCodes.findings;
    }
    await ports.pause(lookEveryMs);
  }
}

async function tellNew(
  runId: RunId,
  {
    context,
    told,
  }: { readonly context: { readonly ports: CliPorts; readonly out: CommandContext['out'] }; readonly told: number },
): Promise<number> {
  const { ports, out } = context;
  const { commits } = checkChain(runId, await ports.ledger.load(runId));
  const lines = await runStory(commits, (sealed) => readSealedText(ports, runId, sealed));
  const fresh = lines.slice(told);
  for (const line of fresh) out.line(storyText(line));
  return fresh.length;
}

function codeOfEnd({ outcome, reason }: { readonly outcome: string; readonly reason: string }): number {
  if (outcome === 'done') return exitCodes.ok;
  if (reason === 'action.refuted') return exitCodes.refuted;
  return reason === 'action.unknown' ? exitCodes.unknown : exitCodes.findings;
}
