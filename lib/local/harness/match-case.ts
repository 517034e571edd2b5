import type { Case, ResultMatch, TextMatch } from './script-schema.ts';
import type { RoundCall, SessionState } from './session-state.ts';
import { shorten } from './strict-object.ts';

/** What a branch can look at. */
export type Scene = {
  readonly session: SessionState;
  readonly systemPrompt: string;
  readonly hasTool: (name: string) => boolean;
};

/** @returns the named groups that the case's expressions captured, or undefined when the case does not hold */
export function matchCase(
  condition: Case,
  { session, systemPrompt, hasTool }: Scene,
): Record<string, string> | undefined {
  const captures: Record<string, string> = {};
  const given = session.round.filter((call) => call.result !== undefined);
  const byClient = given.filter((call) => call.runner === 'client');
  const { user, system, result, results, tools, first } = condition;
  const holds =
    (user === undefined || (session.userText !== undefined && matchText(user, session.userText, captures))) &&
    (system === undefined || matchText(system, systemPrompt, captures)) &&
    (first === undefined || (session.userText !== undefined && session.first === first)) &&
    (tools?.has === undefined || hasTool(tools.has)) &&
    (tools?.lacks === undefined || !hasTool(tools.lacks)) &&
    (result ?? []).every((match) => given.some((call) => matchResult(match, call, captures))) &&
    (results === undefined || (byClient.length > 0 && byClient.every((call) => matchResult(results, call, captures))));
  return holds ? captures : undefined;
}

function matchResult(match: ResultMatch, call: RoundCall, captures: Record<string, string>): boolean {
  if (match.tool !== undefined && match.tool !== call.name) return false;
  if (match.status !== undefined && match.status !== call.result?.status) return false;
  return matchText(match, resultText(call), captures);
}

function matchText(match: TextMatch, text: string, captures: Record<string, string>): boolean {
  if (match.contains !== undefined && !text.includes(match.contains)) return false;
  if (match.lacks !== undefined && text.includes(match.lacks)) return false;
  if (match.equals !== undefined && text !== match.equals) return false;
  if (match.empty !== undefined && (text.trim() === '') !== match.empty) return false;
  if (match.matches === undefined) return true;
  const found = new RegExp(match.matches, 'su').exec(text);
  if (found === null) return false;
  for (const [name, value] of Object.entries(found.groups ?? {})) if (value !== undefined) captures[name] = value;
  return true;
}

/** A result's blocks as one text, each a line of it. */
export function resultText(call: RoundCall): string {
  const blocks = call.result?.content ?? [];
  return blocks.map((block) => ('text' in block ? block.text : JSON.stringify(block.json))).join('\n');
}

/** What came that the script should have expected, for the message of a loud failure. */
export function describeInput(session: SessionState): string {
  const results = session.round.flatMap((call) =>
    call.result === undefined ? [] : [`the result ${quote(resultText(call))} (${call.result.status}) of ${call.name}`],
  );
  const text = session.userText === undefined ? [] : [`the user's text ${quote(session.userText)}`];
  return [...results, ...text].join(' and ') || 'nothing new';
}

/** The conditions of a branch as they stand in the script. */
export function describeCases(cases: readonly { readonly condition: Case }[]): string {
  return cases
    .map(({ condition: { do: _do, goto: _goto, ...conditions } }) => shorten(JSON.stringify(conditions)))
    .join(' or ');
}

function quote(text: string): string {
  return JSON.stringify(shorten(text));
}
