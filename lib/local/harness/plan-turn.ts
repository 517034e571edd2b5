import { acceptResults } from './accept-results.ts';
import { effectiveTools } from './effective-tools.ts';
import { readIncoming } from './incoming.ts';
import { resultText } from './match-case.ts';
import { playRecording, playResponse } from './play-response.ts';
import type { HarnessRules } from './rules.ts';
import { nextStep, ScriptMismatch } from './run-script.ts';
import { runTool, unknownTool } from './run-tool.ts';
import { firstPending, type RoundCall, type SessionState, type ToolResult } from './session-state.ts';
import { failureFrame, frameMaker, resultFrames } from './stream-events.ts';
import { stop, type TurnDraft, type TurnInput, type TurnPlan, timeoutMs } from './turn-draft.ts';

/** Works one invocation out. Pure: the same session, request, rules and script give the same plan. */
export function planTurn(session: SessionState, input: TurnInput): TurnPlan {
  const { rules, script, deployed, body } = input;
  if (session.poison !== undefined)
    return refusal(session, { error: 'runtimeClientError', message: session.poison, rules });
  const runner = effectiveTools(body, { inline: deployed.inline, harnessRun: Object.keys(script.tools) });
  const draft: TurnDraft = {
    input,
    start: session,
    runner,
    frames: [],
    session,
    modelCalls: 0,
    outputTokens: 0,
    elapsedMs: 0,
  };
  try {
    if (session.scriptHash !== script.hash) {
      throw new ScriptMismatch(
        `Agent script ${script.source} is not the one that this session began with; start a new run`,
      );
    }
    return receive(draft) ?? advance(draft);
  } catch (error) {
    if (!(error instanceof ScriptMismatch)) throw error;
    const failure = failureFrame(rules.inStreamErrors, { error: 'internalServerException', message: error.message });
    return { kind: 'stream', frames: [...draft.frames, failure], ending: 'close', session };
  }
}

/** Takes in what the request brings; a plan when that already ends the turn. */
function receive(draft: TurnDraft): TurnPlan | undefined {
  const { session, runner } = draft;
  const { body, rules } = draft.input;
  const acceptance = acceptResults(session, readIncoming(body.messages), rules);
  switch (acceptance.kind) {
    case 'poisoned':
      return refusal({ ...session, poison: acceptance.message }, { error: 'runtimeClientError', ...acceptance, rules });
    case 'refused':
      return refusal(session, { ...acceptance, rules });
    case 'message': {
      const values = { ...session.values, 'user.text': acceptance.text };
      const first = session.messageCount === 0;
      const { messageCount } = session;
      draft.session = { ...session, userText: acceptance.text, first, values, messageCount: messageCount + 1 };
      return undefined;
    }
    case 'resumed': {
      const gone = firstPending(session.round);
      if (gone !== undefined && runner(gone.name) !== 'client') {
        const message = `The pending inline function '${gone.name}' is not among the tools of this invocation; send the same tools again`;
        return refusal(session, { error: 'runtimeClientError', message, rules });
      }
      draft.frames.push(...resultFrames(acceptance.results, frameMaker(rules.eventDelayMs)));
      const ids = acceptance.results.map((result) => result.toolUseId);
      draft.session = { ...withResults(session, acceptance.results), consumed: [...session.consumed, ...ids] };
      return undefined;
    }
  }
}

/** Model call, the harness's own tools, model call, ... until somebody else has to act. */
function advance(draft: TurnDraft): TurnPlan {
  for (;;) {
    runOwnTools(draft);
    if (firstPending(draft.session.round) !== undefined) return stop(draft, 'tool_use');
    const limit = limitReached(draft);
    if (limit !== undefined) return stop(draft, limit);
    const { input, session, runner } = draft;
    const systemPrompt = input.body.systemPrompt?.map((block) => block.text).join('\n') ?? input.deployed.systemPrompt;
    const step = nextStep(input.script, { session, systemPrompt, hasTool: (name) => runner(name) !== undefined });
    const { position, values } = step;
    switch (step.kind) {
      case 'refuse':
        if (draft.modelCalls > 0) {
          throw new ScriptMismatch(
            `Agent script ${input.script.source}, ${step.place}: the stream has begun, so HTTP cannot fail`,
          );
        }
        return httpFailure(step.failure, { ...draft.start, position, values });
      case 'replay': {
        const plan = playRecording(draft, step);
        if (plan !== undefined) return plan;
        break;
      }
      case 'respond': {
        const plan = playResponse(draft, step);
        if (plan !== undefined) return plan;
      }
    }
  }
}

/** Runs the calls of the round that are the harness's, up to the next one that is the client's. */
function runOwnTools(draft: TurnDraft): void {
  const { session, input, runner } = draft;
  const next = session.round.findIndex((call) => call.result === undefined);
  if (next === -1) return;
  const clients = session.round.findIndex((call, index) => index >= next && call.runner === 'client');
  const own = session.round.slice(next, clients === -1 ? undefined : clients);
  if (own.length === 0) return;
  const runs = own.map((call) => (runner(call.name) === 'harness' ? runTool(input.script, call) : unknownTool(call)));
  const results = runs.map((run) => run.result);
  draft.elapsedMs += runs.reduce((sum, run) => sum + run.takesSeconds * 1000, 0);
  draft.frames.push(...resultFrames(results, frameMaker(input.rules.eventDelayMs)));
  draft.session = withResults(session, results);
}

function withResults(session: SessionState, results: readonly ToolResult[]): SessionState {
  const round = session.round.map((call) => {
    const result = results.find(({ toolUseId }) => toolUseId === call.toolUseId);
    return result === undefined ? call : { ...call, result };
  });
  return { ...session, round, values: { ...session.values, ...resultValues(round) } };
}

/** {{result.text}} is the client's first result if it gave one, else the first of all. */
function resultValues(round: readonly RoundCall[]): Record<string, string> {
  const given = round.filter((call) => call.result !== undefined);
  const main = given.find((call) => call.runner === 'client') ?? given[0];
  const named = given.map((call) => [`results.${call.name}`, call] as const);
  const all = main === undefined ? named : [...named, ['result', main] as const];
  return Object.fromEntries(
    all.flatMap(([name, call]) => [
      [`${name}.text`, resultText(call)],
      [`${name}.status`, call.result?.status ?? ''],
    ]),
  );
}

/** A limit ends the turn only where the next model call would begin: nothing is owed then. */
function limitReached({ input: { body, rules }, modelCalls, outputTokens, elapsedMs }: TurnDraft): string | undefined {
  const maxTokens = body.maxTokens ?? rules.maxTokens ?? Number.POSITIVE_INFINITY;
  if (modelCalls >= (body.maxIterations ?? rules.maxIterations)) return 'max_iterations_exceeded';
  if (elapsedMs >= timeoutMs(body, rules)) return 'timeout_exceeded';
  return outputTokens >= maxTokens ? 'max_output_tokens_exceeded' : undefined;
}

type Refusal = { readonly error: string; readonly message: string; readonly rules: HarnessRules };

/** The status is 200 by then: the refusal is the stream's only frame. */
function refusal(session: SessionState, { error, message, rules }: Refusal): TurnPlan {
  const frames = [failureFrame(rules.inStreamErrors, { error, message })];
  return { kind: 'stream', frames, ending: 'close', session };
}

type ScriptedFailure = { readonly status: number; readonly error: string; readonly message?: string | undefined };

function httpFailure({ status, error, message }: ScriptedFailure, session: SessionState): TurnPlan {
  const failure = { status, error, message: message ?? `${error} by the agent script` };
  return { kind: 'http', failure, session };
}
