import { askHooks, type Denial, type Hooked } from './hook-points.ts';
import { resultText } from './match-case.ts';
import { runTool, unknownTool } from './run-tool.ts';
import type { RoundCall, SessionState, ToolResult } from './session-state.ts';
import { frameMaker, resultFrames } from './stream-events.ts';
import { stop, type TurnDraft, type TurnPlan } from './turn-draft.ts';

/** Works through the calls of the latest response up to the next hand-off. A plan when a hook stops the turn on the way. */
export function* runRound(draft: TurnDraft): Hooked<TurnPlan | undefined> {
  for (;;) {
    const rest = draft.session.round.slice(draft.session.round.findIndex((call) => call.result === undefined));
    const [next] = rest;
    if (next === undefined || next.result !== undefined) return undefined;
    const end = rest.findIndex((call) => call.runner !== next.runner);
    const group = rest.slice(0, end === -1 ? undefined : end).filter((call) => call.result === undefined);
    if (next.runner === 'client') {
      const asked = draft.input.rules.handOff === 'together' ? group : [next];
      if ((yield* clearInline(draft, asked)) === 'handed off') return undefined;
    } else {
      const plan = yield* runOwn(draft, group);
      if (plan !== undefined) return plan;
    }
  }
}

/** Before inline calls are handed off: those that a hook denies get their result here and are never the client's. */
function* clearInline(draft: TurnDraft, calls: readonly RoundCall[]): Hooked<'handed off' | 'denied'> {
  const denied: ToolResult[] = [];
  for (const call of calls) {
    if (call.before === 'allowed') continue;
    const denial = yield* askBefore(draft, call);
    if (denial === undefined) allowCall(draft, call);
    else denied.push(denial);
  }
  settle(draft, denied);
  return denied.length < calls.length ? 'handed off' : 'denied';
}

/** Runs the harness's own calls, one after the other. */
function* runOwn(draft: TurnDraft, calls: readonly RoundCall[]): Hooked<TurnPlan | undefined> {
  const { input, runner } = draft;
  const results: ToolResult[] = [];
  for (const call of calls) {
    const denial = yield* askBefore(draft, call);
    if (denial !== undefined) {
      results.push(denial);
      continue;
    }
    const run = runner(call.name) === 'harness' ? runTool(input.script, call) : unknownTool(call);
    draft.elapsedMs += run.takesSeconds * 1000;
    results.push(run.result);
    const stopped = yield* askAfter(draft, [{ call, result: run.result }]);
    if (stopped !== undefined) return stopByHook(draft, results, stopped);
  }
  settle(draft, results);
  return undefined;
}

function* askBefore(draft: TurnDraft, call: RoundCall): Hooked<ToolResult | undefined> {
  const denial = yield* askHooks(draft, {
    event: 'before_tool_call',
    context: { ...toolOf(call), toolInput: inputOf(call) },
  });
  return denial && errorResult(call, `The call was not run: ${denial.hook} denied it. ${denial.reason}`);
}

/** Asks about results; every one of them is asked about, whatever came of those before it. */
export function* askAfter(
  draft: TurnDraft,
  answered: readonly { readonly call: RoundCall; readonly result: ToolResult }[],
): Hooked<Denial | undefined> {
  let denial: Denial | undefined;
  for (const { call, result } of answered) {
    const { status, content } = result;
    const failed = status === 'error' && call.runner === 'harness' ? { error: resultText({ ...call, result }) } : {};
    const context = { ...toolOf(call), toolInput: inputOf(call), toolResult: { status, content }, ...failed };
    const denied = yield* askHooks(draft, { event: 'after_tool_call', context });
    denial ??= denied;
  }
  return denial;
}

/**
 * Keeps the results and ends the invocation. What has none yet gets an error: a call that was never handed off must not be
 * owed by anybody.
 */
export function stopByHook(draft: TurnDraft, results: readonly ToolResult[], { hook, reason }: Denial): TurnPlan {
  const open = draft.session.round.filter(
    (call) => call.result === undefined && !results.some(({ toolUseId }) => toolUseId === call.toolUseId),
  );
  const text = `The call was not run: ${hook} stopped the invocation before it. ${reason}`;
  settle(draft, [...results, ...open.map((call) => errorResult(call, text))]);
  return stop(draft, 'hook_stopped');
}

/** Streams results and puts them to their calls; the client's ids are used up by it. */
export function settle(draft: TurnDraft, results: readonly ToolResult[]): void {
  if (results.length === 0) return;
  draft.frames.push(...resultFrames(results, frameMaker(draft.input.rules.eventDelayMs)));
  const round = draft.session.round.map((call) => {
    const result = results.find(({ toolUseId }) => toolUseId === call.toolUseId);
    return result === undefined ? call : { ...call, result };
  });
  const clients = results.filter(({ toolUseId }) =>
    round.some((call) => call.toolUseId === toolUseId && call.runner === 'client'),
  );
  const consumed = [...draft.session.consumed, ...clients.map(({ toolUseId }) => toolUseId)];
  draft.session = { ...draft.session, round, consumed, values: { ...draft.session.values, ...resultValues(round) } };
}

/** {{result.text}} is the client's first result if it gave one, else the first of all. */
function resultValues(round: readonly RoundCall[]): SessionState['values'] {
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

function allowCall(draft: TurnDraft, allowed: RoundCall): void {
  const round = draft.session.round.map(
    (call): RoundCall => (call.toolUseId === allowed.toolUseId ? { ...call, before: 'allowed' } : call),
  );
  draft.session = { ...draft.session, round };
}

function errorResult({ toolUseId }: RoundCall, text: string): ToolResult {
  return { toolUseId, status: 'error', content: [{ text }] };
}

/** Of the harness's own tools a script says nothing but the name, so their type is left out as the service may leave it out. */
function toolOf({ name, runner, toolUseId }: RoundCall) {
  return { toolName: name, ...(runner === 'client' ? { toolType: 'inline_function' } : {}), toolUseId };
}

/** As the harness reads it: an object, or the text where that is none. */
function inputOf({ input }: RoundCall): unknown {
  try {
    return JSON.parse(input === '' ? '{}' : input);
  } catch {
    return input;
  }
}
