import { canonicalJson, type Json } from '../core/canonical-json.ts';
import { changesBetween } from '../core/changes.ts';
import type { ChainEntry } from '../core/commit.ts';
import type { Sealed } from '../core/entries.ts';
import type { NoticeId, VerdictId } from '../core/ids.ts';
import type { NoticePlanned } from '../core/notice-entries.ts';
import { type Telling, tellings } from './story-tellings.ts';

/** What a line is about: for the mark beside it, not for code to decide by. */
export type StoryKind =
  | 'run'
  | 'turn'
  | 'call'
  | 'policy'
  | 'request'
  | 'notice'
  | 'verdict'
  | 'outcome'
  | 'action'
  | 'trouble'
  | 'end';

/** How far a text may be believed; absent where it is the gate's own. */
export type StoryClaim = 'unverified' | 'claimed' | 'topic' | 'link' | 'code' | 'iam';

export interface StoryDetail {
  readonly label: string;
  readonly text: string;
  readonly claim?: StoryClaim;
  /** Without a claim: it was read from what is sealed, so somebody else's words are in it. */
  readonly sealed?: true;
}

/** One entry of a chain as a person reads it. */
export interface StoryLine {
  /** ISO instant of the commit. */
  readonly at: string;
  /** Number of the commit in its chain. */
  readonly seq: number;
  readonly kind: StoryKind;
  readonly title: string;
  readonly detail: readonly StoryDetail[];
}

/** The part of a commit that is told. */
export interface ToldCommit {
  readonly seq: number;
  readonly at: string;
  readonly entries: readonly ChainEntry[];
}

/** A sealed text, or `undefined` when it was erased. */
export type ReadSealed = (sealed: Sealed) => Promise<string | undefined>;

/** Tells a chain, mostly a run's, one line per entry, in order. */
export async function runStory(commits: readonly ToldCommit[], read: ReadSealed): Promise<readonly StoryLine[]> {
  const names = toolNames(commits);
  const before = inputsBefore(commits);
  const plans = noticesPlanned(commits);
  const givers = verdictsGiven(commits);
  const told = commits.flatMap((commit) =>
    commit.entries.map(async (entry): Promise<StoryLine> => {
      const planned = 'noticeId' in entry ? plans.get(entry.noticeId) : undefined;
      const telling = tellings(entry, {
        call: (id) => names.get(id) ?? id,
        approver: (id) => givers.get(id) ?? id,
        before: before.get(entry),
        planned,
      });
      return {
        at: commit.at,
        seq: commit.seq,
        kind: telling.kind,
        title: telling.title,
        detail: await detailOf(telling, read),
      };
    }),
  );
  return Promise.all(told);
}

async function detailOf(telling: Telling, read: ReadSealed): Promise<readonly StoryDetail[]> {
  const details = await Promise.all(
    telling.detail.map(async ({ label, text, member, part = whole, changedFrom, claim }) => {
      const opened = typeof text === 'string' ? text : ((await read(text)) ?? erased);
      const was = changedFrom === undefined ? undefined : ((await read(changedFrom)) ?? erased);
      const told =
        was !== undefined ? changesFrom(was, opened) : member === undefined ? part(opened) : memberOf(opened, member);
      if (told === undefined) return undefined;
      const whose = {
        ...(claim === undefined ? {} : { claim }),
        ...(typeof text === 'string' || claim !== undefined ? {} : { sealed: true as const }),
      };
      return { label, text: told, ...whose };
    }),
  );
  return details.filter((detail) => detail !== undefined);
}

const whole = (text: string) => text;

const erased = '(erased)';

/** Where two sealed inputs differ, a line each. */
function changesFrom(before: string, after: string): string {
  if (before === erased || after === erased) return erased;
  const changes = changesBetween(JSON.parse(before) as Json, JSON.parse(after) as Json);
  return changes.map(({ at, ...change }) => `${at} ${sideOf(change.before)} -> ${sideOf(change.after)}`).join('\n');
}

function sideOf(value: Json | undefined): string {
  return value === undefined ? '(nothing)' : canonicalJson(value);
}

/** What an edit began with: what the model had asked for, or what the edit before it had made. */
function inputsBefore(commits: readonly ToldCommit[]): ReadonlyMap<ChainEntry, Sealed> {
  const newest = new Map<string, Sealed>();
  const before = new Map<ChainEntry, Sealed>();
  for (const entry of commits.flatMap(({ entries }) => entries)) {
    if (entry.type !== 'call.recorded' && entry.type !== 'call.edited') continue;
    const was = newest.get(entry.toolUseId);
    if (entry.type === 'call.edited' && was !== undefined) before.set(entry, was);
    newest.set(entry.toolUseId, entry.input);
  }
  return before;
}

function verdictsGiven(commits: readonly ToldCommit[]): ReadonlyMap<VerdictId, string> {
  const given = commits.flatMap(({ entries }) => entries.filter((entry) => entry.type === 'verdict.recorded'));
  return new Map(given.map(({ verdictId, approverId }) => [verdictId, approverId]));
}

function noticesPlanned(commits: readonly ToldCommit[]): ReadonlyMap<NoticeId, NoticePlanned> {
  const planned = commits.flatMap(({ entries }) => entries.filter((entry) => entry.type === 'notice.planned'));
  return new Map(planned.map((plan) => [plan.noticeId, plan]));
}

/** One member of a sealed JSON object; the whole text where it is none, for it may be erased or not be believed. */
function memberOf(text: string, member: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return text;
    const told = new Map(Object.entries(value)).get(member);
    return told === undefined || typeof told === 'string' ? told : JSON.stringify(told);
  } catch {
    return text;
  }
}

// Entries name calls by id; people know them by their tool, and by their place where a run calls one tool repeatedly.
function toolNames(commits: readonly ToldCommit[]): ReadonlyMap<string, string> {
  const recorded = commits.flatMap(({ entries }) => entries.filter((entry) => entry.type === 'call.recorded'));
  const tools = new Map(recorded.map((entry) => [entry.toolUseId, entry.name]));
  const ids = [...tools.keys()];
  const named = [...tools].map(([id, tool]): readonly [string, string] => {
    const alone = ids.every((other) => other === id || tools.get(other) !== tool);
    return [id, alone ? tool : `${tool} (call ${ids.indexOf(id) + 1})`];
  });
  const questions = commits.flatMap(({ entries }) => entries.filter((entry) => entry.type === 'question.raised'));
  return new Map([...named, ...questions.map(({ toolUseId }) => [toolUseId, 'how the run goes on'] as const)]);
}
