import type { Incoming } from './incoming.ts';
import type { HarnessRules } from './rules.ts';
import { firstPending, type RoundCall, type SessionState, type ToolResult } from './session-state.ts';

/** What a request comes to; a refusal leaves the session as it is, poison does not. */
export type Acceptance =
  /** Nothing is owed: a message like any other. */
  | { readonly kind: 'message'; readonly text: string }
  /** The results that are consumed now, in the order of the model's calls. */
  | { readonly kind: 'resumed'; readonly results: readonly ToolResult[] }
  | { readonly kind: 'refused'; readonly error: StreamError; readonly message: string }
  /** Refused, and so is every later call on this session. */
  | { readonly kind: 'poisoned'; readonly message: string };

/** The members of the stream that carry a refusal. */
export type StreamError = 'runtimeClientError' | 'validationException';

/** Holds a request's results against what the session owes, by the rules in force. */
export function acceptResults(session: SessionState, incoming: Incoming, rules: HarnessRules): Acceptance {
  const pending = firstPending(session.round);
  const json = incoming.jsonResults[0];
  if (json !== undefined) {
    return clientError(`Tool result ${json} has unsupported content type json; send its content as text`);
  }
  if (pending === undefined) return acceptMessage(session, incoming);
  if (incoming.results.length === 0) return missing(pending.toolUseId);
  const twice = incoming.results.find((result, index) => incoming.results.some(sameIdAfter(result, index)));
  if (twice !== undefined) return duplicate(twice.toolUseId, rules);
  if (incoming.texts.length > 0) {
    return clientError(
      'A message that answers inline functions holds tool results only; send the text in a later turn',
    );
  }
  const unpaired = rules.resume === 'resend' ? checkResent(session, incoming) : undefined;
  return unpaired ?? acceptPending(session, incoming, { pending, rules });
}

function acceptMessage(session: SessionState, incoming: Incoming): Acceptance {
  const stray = incoming.results[0];
  if (stray === undefined) return { kind: 'message', text: incoming.texts.join('\n') };
  return notOwed(stray.toolUseId, session);
}

function acceptPending(
  session: SessionState,
  incoming: Incoming,
  { pending, rules }: { readonly pending: RoundCall; readonly rules: HarnessRules },
): Acceptance {
  const group = adjacentPending(session.round, pending);
  const groupIds = group.map((call) => call.toolUseId);
  // Under `resend` the client rebuilds the whole partial turn, so results of it that were consumed before come again.
  const tolerated = rules.resume === 'resend' ? session.round.filter((call) => call.result !== undefined) : [];
  const stray = incoming.results.find(
    ({ toolUseId }) => !groupIds.includes(toolUseId) && !tolerated.some((call) => call.toolUseId === toolUseId),
  );
  if (stray !== undefined) return notOwed(stray.toolUseId, session);
  const needed = rules.handOff === 'together' ? group : [pending];
  const results: ToolResult[] = [];
  for (const { toolUseId } of needed) {
    const result = incoming.results.find((candidate) => candidate.toolUseId === toolUseId);
    if (result === undefined) return missing(toolUseId);
    results.push(result);
  }
  // One at a time: what came for the next adjacent calls is dropped here, and the client has to send it again.
  return { kind: 'resumed', results };
}

/** The first pending call and the inline calls after it without one of the harness's in between; a hook may have denied some. */
function adjacentPending(round: readonly RoundCall[], pending: RoundCall): readonly RoundCall[] {
  const rest = round.slice(round.indexOf(pending));
  const end = rest.findIndex((call) => call.runner === 'harness');
  return rest.slice(0, end === -1 ? undefined : end).filter((call) => call.result === undefined);
}

/** The older rule: the request carries the partial turn, and its calls and results pair up. */
function checkResent(session: SessionState, incoming: Incoming): Acceptance | undefined {
  const resent = incoming.resentCalls.map((call) => call.toolUseId);
  const surplus = incoming.results.find((result) => !resent.includes(result.toolUseId));
  if (surplus !== undefined) {
    return invalidStream(
      `There are more toolResult blocks (${incoming.results.length}) than toolUse blocks (${resent.length}) of the turn before: nothing was resent for ${surplus.toolUseId}`,
    );
  }
  const twice = resent.find((id, index) => resent.indexOf(id) !== index);
  if (twice !== undefined) return invalidStream(`The messages contain duplicate ids: ${twice}`);
  for (const id of resent) {
    const call = session.round.find((candidate) => candidate.toolUseId === id);
    if (call === undefined) return invalidStream(`The resent toolUse ${id} is not one of this session's turn`);
    const answered = call.result !== undefined || incoming.results.some((result) => result.toolUseId === id);
    if (!answered) {
      return invalidStream(
        `There are fewer toolResult blocks (${incoming.results.length}) than toolUse blocks (${resent.length}): ${id} has no result`,
      );
    }
  }
  return undefined;
}

function duplicate(id: string, rules: HarnessRules): Acceptance {
  if (rules.resume === 'resend') return invalidStream(`The messages contain duplicate ids: ${id}`);
  return clientError(`Inline function result for toolUseId '${id}' was sent twice in one message`);
}

function notOwed(id: string, session: SessionState): Acceptance {
  if (session.consumed.includes(id))
    return clientError(`Inline function result for toolUseId '${id}' was already consumed`);
  const later = session.round.some((call) => call.toolUseId === id && call.runner === 'client');
  return clientError(
    later
      ? `Inline function result for toolUseId '${id}' came before its hand-off`
      : `Inline function result has unknown toolUseId '${id}'`,
  );
}

/** The text that the service is known by. */
function missing(id: string): Acceptance {
  return { kind: 'poisoned', message: `Inline function result is missing toolUseId '${id}'` };
}

function clientError(message: string): Acceptance {
  return { kind: 'refused', error: 'runtimeClientError', message };
}

function invalidStream(message: string): Acceptance {
  return { kind: 'refused', error: 'validationException', message };
}

function sameIdAfter(result: ToolResult, index: number) {
  return (other: ToolResult, at: number) => at > index && other.toolUseId === result.toolUseId;
}
