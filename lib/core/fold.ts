import type { Commit, Head } from './commit.ts';
import type {
  ApprovalRequested,
  Entry,
  RunFinished,
  RunStarted,
  ToolCallEntry,
  Usage,
  VerdictSetAside,
} from './entries.ts';
import { CountersignError } from './errors.ts';
import type { NoticeId, RequestId, RunId, ToolUseId } from './ids.ts';
import type { CallState, NoticeState, Run, TurnState } from './run.ts';

/**
 * The state of a run, from its commits in order; `undefined` for an empty chain.
 * @throws CountersignError 'tampered' when an entry cannot follow what is before it: no code of ours wrote it so
 */
export function foldRun(commits: readonly Commit[]): Run | undefined {
  let draft: Draft | undefined;
  for (const commit of commits) {
    for (const entry of commit.entries) {
      if (draft === undefined) {
        if (entry.type !== 'run.started') throw impossible(commit.seq, entry, 'a chain begins with run.started');
        draft = newDraft(entry, commit);
      } else {
        applyEntry(draft, entry, commit);
      }
    }
    if (draft !== undefined) draft.head = { seq: commit.seq, hash: commit.hash };
  }
  return draft;
}

// Written to while folding and handed out as a Run, which nobody can write to.
interface Draft {
  id: RunId;
  head: Head;
  started: RunStarted;
  startedAt: string;
  epoch: number;
  turns: TurnState[];
  calls: CallState[];
  requests: Map<RequestId, ApprovalRequested>;
  notices: Map<NoticeId, NoticeState>;
  setAside: VerdictSetAside[];
  usage: Usage;
  finished?: RunFinished & { readonly at: string };
}

function newDraft(started: RunStarted, commit: Commit): Draft {
  return {
    id: started.runId,
    head: { seq: commit.seq, hash: commit.hash },
    started,
    startedAt: commit.at,
    epoch: 0,
    turns: [],
    calls: [],
    requests: new Map(),
    notices: new Map(),
    setAside: [],
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
  };
}

function applyEntry(draft: Draft, entry: Entry, commit: Commit): void {
  const refuse = (why: string) => impossible(commit.seq, entry, why);
  if (draft.finished !== undefined && entry.type !== 'verdict.set-aside') throw refuse('the run is finished');
  switch (entry.type) {
    case 'run.started':
      throw refuse('a run starts once');
    case 'turn.started':
    case 'turn.refused':
    case 'turn.finished':
    case 'turn.failed':
      return applyTurn(draft, entry, { at: commit.at, refuse });
    case 'call.recorded':
    case 'call.ran':
    case 'policy.applied':
    case 'approval.requested':
    case 'verdict.recorded':
    case 'approval.closed':
      return applyCall(draft, entry, { at: commit.at, refuse });
    case 'notice.planned':
      draft.notices.set(entry.noticeId, { planned: entry, failures: [] });
      return;
    case 'notice.sent':
    case 'notice.failed': {
      const notice = draft.notices.get(entry.noticeId);
      if (notice === undefined) throw refuse('the notice was never planned');
      draft.notices.set(
        entry.noticeId,
        entry.type === 'notice.sent'
          ? { ...notice, sent: entry }
          : { ...notice, failures: [...notice.failures, entry] },
      );
      return;
    }
    case 'verdict.set-aside':
      draft.setAside.push(entry);
      return;
    case 'session.retired':
      draft.epoch = entry.epoch + 1;
      return;
    case 'run.finished':
      draft.finished = { ...entry, at: commit.at };
      return;
    default:
      throw refuse('its type is unknown to this version');
  }
}

interface Place {
  readonly at: string;
  readonly refuse: (why: string) => CountersignError;
}

function applyTurn(draft: Draft, entry: Extract<Entry, { type: `turn.${string}` }>, { at, refuse }: Place): void {
  const last = draft.turns.at(-1);
  if (entry.type === 'turn.started') {
    if (last !== undefined && last.end === undefined) throw refuse('the turn before has no end');
    draft.turns.push({ started: entry, startedAt: at });
    return;
  }
  if (last === undefined || last.end !== undefined || last.started.attemptId !== entry.attemptId) {
    throw refuse('there is no such attempt under way');
  }
  draft.turns[draft.turns.length - 1] = { ...last, end: entry };
  if (entry.type !== 'turn.finished') return;
  const { usage } = draft;
  draft.usage = {
    inputTokens: usage.inputTokens + entry.usage.inputTokens,
    outputTokens: usage.outputTokens + entry.usage.outputTokens,
    totalTokens: usage.totalTokens + entry.usage.totalTokens,
  };
  for (const toolUseId of entry.handed)
    change(draft, { epoch: draft.epoch, toolUseId }, refuse, () => ({ handedIn: entry.turn }));
  for (const toolUseId of entry.delivered)
    change(draft, { epoch: draft.epoch, toolUseId }, refuse, () => ({ delivered: true }));
}

function applyCall(draft: Draft, entry: ToolCallEntry, { at, refuse }: Place): void {
  const here = (toolUseId: ToolUseId) => ({ epoch: draft.epoch, toolUseId });
  switch (entry.type) {
    case 'call.recorded': {
      const { turn, toolUseId, name, input, reading } = entry;
      if (find(draft, here(toolUseId)) >= 0) throw refuse('the call was recorded before');
      draft.calls.push({ epoch: draft.epoch, turn, toolUseId, name, input, reading, verdicts: [], delivered: false });
      return;
    }
    case 'call.ran':
      return change(draft, here(entry.toolUseId), refuse, () => ({ ran: entry.status }));
    case 'policy.applied':
      return change(draft, entry, refuse, (call) => {
        if (call.policy !== undefined) throw refuse('the policy was applied before');
        return { policy: entry };
      });
    case 'approval.requested':
      draft.requests.set(entry.requestId, entry);
      for (const requested of entry.calls) {
        change(draft, { epoch: entry.epoch, toolUseId: requested.toolUseId }, refuse, (call) => {
          if (call.policy?.decision !== 'ask') throw refuse('the policy did not ask for an approval');
          return { requestId: entry.requestId, requested };
        });
      }
      return;
    case 'verdict.recorded':
      return change(draft, requestPlace(draft, entry), refuse, (call) => {
        if (call.requestId !== entry.requestId) throw refuse('there is no request for it');
        if (call.closed !== undefined) throw refuse('its approval is closed');
        if (call.requested?.digest !== entry.digest) throw refuse('it is bound to another digest');
        return { verdicts: [...call.verdicts, { ...entry, at }] };
      });
    case 'approval.closed':
      return change(draft, requestPlace(draft, entry), refuse, (call) => {
        if (call.requestId !== entry.requestId) throw refuse('there is no request for it');
        if (call.closed !== undefined) throw refuse('its approval is closed');
        return { closed: { ...entry, at } };
      });
  }
}

interface CallPlace {
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
}

function requestPlace(
  draft: Draft,
  entry: { readonly requestId: RequestId; readonly toolUseId: ToolUseId },
): CallPlace {
  return { epoch: draft.requests.get(entry.requestId)?.epoch ?? -1, toolUseId: entry.toolUseId };
}

function find(draft: Draft, place: CallPlace): number {
  return draft.calls.findIndex((call) => call.epoch === place.epoch && call.toolUseId === place.toolUseId);
}

function change(
  draft: Draft,
  place: CallPlace,
  refuse: (why: string) => CountersignError,
  changed: (call: CallState) => Partial<CallState>,
): void {
  const index = find(draft, place);
  const call = draft.calls[index];
  if (call === undefined) throw refuse(`there is no call ${place.toolUseId}`);
  draft.calls[index] = { ...call, ...changed(call) };
}

function impossible(seq: number, entry: Entry, why: string): CountersignError {
  return new CountersignError('tampered', `Commit ${seq} holds an entry ${entry.type} that cannot stand there: ${why}`);
}
