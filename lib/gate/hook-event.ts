import type { Json } from '../core/canonical-json.ts';
import type { SessionId } from '../core/ids.ts';
import { problemWords } from '../core/problem-words.ts';
import { readStrictJson } from '../core/strict-json.ts';
import type { NamedTool } from '../core/tool-pattern.ts';

/** A tool call as a `before_tool_call` hook tells of it. */
export interface HookCall {
  readonly harnessArn: string;
  readonly sessionId: SessionId;
  readonly toolUseId: string;
  readonly tool: NamedTool;
  /** As far as the hook carries it: the service shortens a context of more than 64 KiB. */
  readonly input: { readonly kind: 'whole'; readonly given: unknown } | { readonly kind: 'truncated' };
}

export type HookReading =
  | { readonly kind: 'call'; readonly call: HookCall }
  /** `toolUseId` as far as it can be read, so that the answer can still be found again. */
  | { readonly kind: 'unusable'; readonly toolUseId: string; readonly problem: string };

const callName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Reads a hook's event, whoever sent it; the members are the service's own (its documentation of 2026-09). */
export function readHookEvent(event: unknown): HookReading {
  const members = membersOf(event);
  const context = membersOf(members.get('context'));
  const given = context.get('toolUseId');
  const toolUseId = typeof given === 'string' && callName.test(given) ? given : 'unknown';
  const unusable = (problem: string): HookReading => ({ kind: 'unusable', toolUseId, problem });
  if (toolUseId === 'unknown') return unusable('the event names no tool use, so its answer could not be found again');
  const kind = members.get('event');
  if (kind !== 'before_tool_call') return unusable(`this guard answers before_tool_call, not ${spelled(kind)}`);
  const harnessArn = members.get('harnessArn');
  const sessionId = members.get('sessionId');
  const name = context.get('toolName');
  if (typeof harnessArn !== 'string' || typeof sessionId !== 'string' || sessionId === '') {
    return unusable('the event does not say of which harness and session it is');
  }
  if (typeof name !== 'string' || !callName.test(name)) return unusable('the event names no tool');
  const isWhole = !isMarked(members) && !isMarked(context) && isWholeInput(context.get('toolInput'));
  const call: HookCall = {
    harnessArn,
    sessionId: sessionId as SessionId,
    toolUseId,
    tool: { name },
    input: isWhole ? { kind: 'whole', given: context.get('toolInput') } : { kind: 'truncated' },
  };
  return { kind: 'call', call };
}

/**
 * The input as it can be compared with one that was approved. An event was parsed before it came here: what may have changed by
 * that is not compared. Integers beyond 2^53 are the ones that would meet another one's approval.
 */
export function readComparable(
  input: HookCall['input'],
): { readonly kind: 'input'; readonly input: Json } | { readonly kind: 'doubtful'; readonly problem: string } {
  if (input.kind === 'truncated') return { kind: 'doubtful', problem: 'it was shortened' };
  const text = typeof input.given === 'string' ? input.given : JSON.stringify(input.given);
  const reading = readStrictJson(text);
  if (reading.kind === 'refused') return { kind: 'doubtful', problem: problemWords(reading.why) };
  return holdsVast(reading.value)
    ? { kind: 'doubtful', problem: 'it holds a number beyond 2^53' }
    : { kind: 'input', input: reading.value };
}

function holdsVast(value: Json): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsVast);
}

/**
 * An object, or the JSON text of one, without a mark of shortening anywhere in it. A text that is no JSON is a shortened one; a
 * tool whose own arguments look like the mark is denied with it, since nothing tells the two apart.
 */
function isWholeInput(input: unknown): boolean {
  if (typeof input === 'string') {
    try {
      const parsed: unknown = JSON.parse(input);
      return typeof parsed !== 'string' && isWholeInput(parsed);
    } catch {
      return false;
    }
  }
  return typeof input === 'object' && input !== null && !Array.isArray(input) && !holdsMark(input);
}

// The service's documentation says that there are marks and not how they are spelled: any member that says so by its name.
const mark = /^[$_]*(?:is)?_?truncated[$_]*$/i;

function isMarked(members: ReadonlyMap<string, unknown>): boolean {
  return [...members].some(([name, value]) => mark.test(name) && value !== false);
}

/** Walks without recursion: the model chooses the depth. */
function holdsMark(input: object): boolean {
  const open: unknown[] = [input];
  while (open.length > 0) {
    const members = membersOf(open.pop());
    if (isMarked(members)) return true;
    open.push(...members.values());
  }
  return false;
}

function spelled(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40).toWellFormed()) : 'nothing';
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
