import type { Choice } from '../core/action-entries.ts';
import type { ActionWhy } from '../core/action-why.ts';
import type { Assurance, Outcome, VerdictKind } from '../core/approval-entries.ts';
import type { Json, JsonObject } from '../core/canonical-json.ts';
import type { Change } from '../core/changes.ts';
import type { Sealed } from '../core/entries.ts';
import type { GuardState, Reader } from '../core/gate-file.ts';
import type { ApproverId, RequestId, RunId, ToolUseId } from '../core/ids.ts';
import type { Problem } from '../core/problem.ts';
import type { GrantStands } from './reported-grant.ts';

/** A sealed text as a page may show it: the bytes may have been erased since. */
export type Text = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'erased' };

/** One value that the gate file wants shown first. */
export interface ShownValue {
  readonly label: string;
  readonly unit?: string;
  readonly at: string;
  /** Absent when the call has nothing at that place. */
  readonly value?: Json;
}

/** Where a call stands, as the ledger says. */
export type CallStanding =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'closed';
      readonly outcome: Outcome;
      /** ISO instant. */
      readonly at: string;
      /** Who decided, and in which words where they wrote any; empty for `expired` and `cancelled`. */
      readonly by: readonly { readonly id: ApproverId; readonly name: string; readonly words?: Text }[];
      /** Of `cancelled`: not this run alone was stopped, the whole gate was. */
      readonly because?: 'gate-stopped';
    };

/** One verdict that stands. */
export interface AnswerView {
  readonly id: ApproverId;
  readonly name: string;
  readonly verdict: VerdictKind;
  /** ISO instant. */
  readonly at: string;
}

/** Somebody who may decide, or was told, and how far they are. */
export interface AskedView {
  readonly id: ApproverId;
  readonly name: string;
  /** `informed` may not decide; `escalated` may since nobody else had decided. */
  readonly role: 'decides' | 'escalated' | 'informed';
  readonly answer?: SaidView;
  /** Where there is no `answer`: what they said of the call as it was before somebody changed it. It counts no more. */
  readonly before?: SaidView;
  /** What became of the newest notice to them: `none` where no notice is meant for them. */
  readonly notice: 'none' | 'planned' | 'sent' | 'failed' | 'returned';
}

/** A verdict of somebody's, in their words where they wrote any and these were read. */
export interface SaidView {
  readonly verdict: VerdictKind;
  /** ISO instant. */
  readonly at: string;
  readonly words?: Text;
}

/** What happens at `at`, an ISO instant, while nobody has decided. */
export type StageView =
  | { readonly kind: 'reminder'; readonly at: string }
  | {
      readonly kind: 'escalation';
      readonly at: string;
      readonly to: readonly { readonly id: ApproverId; readonly name: string }[];
    };

/** That a person changed the arguments, and what. */
export interface EditedView {
  readonly by: { readonly id: ApproverId; readonly name: string };
  /** ISO instant. */
  readonly at: string;
  /** What whoever changed it wrote with the change, if anything. */
  readonly words?: Text;
  /** From what the agent asked for to what is asked about now; absent where either was erased. */
  readonly changes?: readonly Change[];
}

/** What came of an approved call so far. */
export type CameToView = ActedView | GrantView;

/** As far as the gate carried it out, or told the agent. */
export interface ActedView {
  /** `waiting`: the gate has still to begin, or the agent has not made the call that was let pass. */
  readonly kind: 'waiting' | 'told' | 'under-way' | 'done' | 'failed' | 'unknown' | 'prevented';
  /** Whether a verifier saw it; `undefined` where nobody looked. */
  readonly verified?: boolean;
  /** Where the gate itself ended it, or could not reach the executor or read its answer. */
  readonly because?: ActionWhy;
  /** In the words of the executor or the verifier. */
  readonly reason?: Text;
  /** ISO instant of what was seen last. */
  readonly at?: string;
}

/** What became of the leave to make one call of the harness's own; what the tool did, the gate has not seen. */
export interface GrantView {
  readonly kind: 'grant';
  readonly standing: GrantStands;
  /** ISO instant: of the use, or else of the leave's end. */
  readonly at: string;
}

/** A call of the same turn that nobody is asked about, or an earlier one of this run that was carried out. */
export interface BesideView {
  readonly tool: string;
  readonly shown: readonly ShownValue[];
  /** `ran`: by the harness itself, which says so. */
  readonly cameTo: 'let pass' | 'refused' | ActedView['kind'] | 'verified' | 'refuted' | 'ran' | 'ran-with-error';
  /** ISO instant. */
  readonly at: string;
}

/** An earlier call of this run that people turned down: whoever is asked about the next one will want to know why. */
export interface TurnedDownView extends Omit<BesideView, 'cameTo'> {
  readonly outcome: 'rejected' | 'sent-back';
  /** Whose verdicts decided, with their words where they wrote any. */
  readonly by: readonly { readonly id: ApproverId; readonly name: string; readonly words?: Text }[];
}

/** What is asked about the run itself, and what can be chosen. */
export interface QuestionView {
  readonly about: 'cap' | 'in-doubt';
  /** `caps.turns`, `turn.in-doubt`. */
  readonly rule: string;
  readonly choices: readonly Choice[];
}

/** One call of a request, as the stored call says it. */
export interface CallView {
  readonly toolUseId: ToolUseId;
  readonly tool: string;
  readonly description: string;
  readonly effect: 'read' | 'write' | 'irreversible';
  /** In the gate file's order; the page shows them before everything else. */
  readonly shown: readonly ShownValue[];
  /** The gate file's own words for what the call can reach. */
  readonly atMost?: string;
  /** The gate file's own words for how it is undone; absent means that it cannot be taken back. */
  readonly undo?: string;
  /** The whole stored input; absent when it was erased. */
  readonly input?: Json;
  /** Under which content it is kept and what the ledger says of that: what a form carries along so that it is read early. */
  readonly keptAs?: Pick<Sealed, 'contentId' | 'commitment'>;
  /** Why the rules could not be decided and people are asked instead; empty where a rule asks. English where no more is recorded. */
  readonly undecided: readonly (Problem | string)[];
  /** JSON pointers of arguments that are not in the requester's words, where the gate file wants that shown. */
  readonly notInRequest: readonly string[];
  /** 64 hex digits. */
  readonly digest: string;
  /** ISO instant. */
  readonly deadline: string;
  readonly standing: CallStanding;
  /** How many different people must approve. */
  readonly quorum: number;
  /** `one`: one no decides; `majority`: when too few are left who could say yes. */
  readonly no: 'one' | 'majority';
  /** What the approver of this view may say now, whatever else is needed for it; empty once it is closed. */
  readonly offers: readonly VerdictKind[];
  /** Of a tool that is a question to a person: nothing is carried out, the words of whoever answers are its result. */
  readonly wants?: 'words';
  /** Where it may be edited: the schema of what `input` shows. */
  readonly inputSchema?: JsonObject;
  /** In order; empty once it is closed. @default nothing more comes */
  readonly schedule?: readonly StageView[];
  /** Everybody who is asked or told, the approver of this view among them. */
  readonly asked: readonly AskedView[];
  /** Whoever asked for the run and for that reason may not decide. */
  readonly requesters: readonly { readonly id: ApproverId; readonly name: string }[];
  readonly edited?: EditedView;
  /** Once it is approved. */
  readonly cameTo?: CameToView;
  /** Who has answered so far, in order; names as in `by`. */
  readonly answers: readonly AnswerView[];
  /** What the approver of this view has answered, if anything. */
  readonly yours?: VerdictKind;
  /** `iam`: a link is not enough, only a signed request of the approver decides; `code`: the page asks for a code from their mailbox. */
  readonly answerBy: 'link' | 'code' | 'iam';
  /** Set where this is no call of the agent's: people say how the run goes on. `input` has the numbers. */
  readonly question?: QuestionView;
  /** Whether an approval makes the gate act, lets the harness run exactly this call once, or only tells the agent that it may go on. */
  readonly whoActs: 'agent' | 'gate' | 'harness';
}

/** All that one approver may see of one request. */
export interface RequestView {
  readonly runId: RunId;
  readonly requestId: RequestId;
  readonly gate: string;
  readonly stage: string;
  /** The address that all mails of this gate come from; absent where it sends none. */
  readonly sender?: string;
  /** `unguarded`: what the harness runs by itself is checked by nobody, and whoever answers must know. */
  readonly guard: GuardState;
  /** `replaced`: another gate file was deployed since, and the request is still decided under its own; `usedAt` an ISO instant. */
  readonly policy: { readonly kind: 'current' } | { readonly kind: 'replaced'; readonly usedAt: string };
  /** The one that this link was made for. */
  readonly approver: Reader & { readonly id: ApproverId; readonly name: string; readonly kind: 'person' | 'topic' };
  readonly requester: { readonly name: Text; readonly assurance: Assurance };
  /** The words of the person who asked. */
  readonly prompt: Text;
  /** What the agent wrote in the same message as the calls; unverified. */
  readonly agentWords?: Text;
  readonly calls: readonly CallView[];
  /** Calls of the same turn that the rules decided by themselves. */
  readonly beside: readonly BesideView[];
  /** What this run has carried out before, oldest first. */
  readonly did: readonly BesideView[];
  /** What people turned down in this run before, in other requests, oldest first. */
  readonly turnedDown: readonly TurnedDownView[];
  /** ISO instant at which this view was made. */
  readonly now: string;
}

/** What a link leads to. */
export type LinkView = { readonly kind: 'unknown' } | { readonly kind: 'request'; readonly request: RequestView };

/** What came of a POST that carried one verdict. */
export type VerdictAnswer =
  | { readonly kind: 'unknown-link' }
  /** The link is good, but no such call is in its request. */
  | { readonly kind: 'unknown-call'; readonly request: RequestView }
  | { readonly kind: 'recorded'; readonly request: RequestView; readonly call: CallView; readonly verdict: VerdictKind }
  /** The same approver sent the same verdict before: a double click, and a success. */
  | { readonly kind: 'repeated'; readonly request: RequestView; readonly call: CallView; readonly verdict: VerdictKind }
  /** Decided before, by somebody else or otherwise; or not yet, and the same person's answer before this one stands. */
  | {
      readonly kind: 'decided-already' | 'answered-already';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    }
  /** The call demands a signed request, and this was a link: nothing was recorded. */
  | {
      readonly kind: 'not-sure-enough';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    }
  /** The verdict was given on another digest than the call has now: a person edited it meanwhile, and nothing was recorded. */
  | {
      readonly kind: 'superseded';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    }
  /** The rules refuse the call as edited, or it cannot be read; nothing was recorded. */
  | {
      readonly kind: 'edit-refused';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
      readonly problems: readonly Problem[];
    }
  /** Instructions and answers cannot be empty, and some verdicts are not offered (any more); nothing was recorded. */
  | {
      readonly kind: 'words-needed' | 'not-offered';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    }
  /** After the deadline, or the run is over. */
  | {
      readonly kind: 'too-late';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    };
