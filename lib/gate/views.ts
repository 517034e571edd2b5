import type { Choice } from '../core/action-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import type { Assurance, Outcome, VerdictKind } from '../core/entries.ts';
import type { GuardState } from '../core/gate-file.ts';
import type { ApproverId, RequestId, RunId, ToolUseId } from '../core/ids.ts';

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
      /** Who decided; empty for `expired` and `cancelled`. */
      readonly by: readonly { readonly id: ApproverId; readonly name: string }[];
      readonly comment?: Text;
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
  /** Why the rules could not be decided and people are asked instead; empty where a rule asks. */
  readonly undecided: readonly string[];
  /** JSON pointers of arguments that are not in the requester's words, where the gate file wants that shown. */
  readonly notInRequest: readonly string[];
  /** 64 hex digits. */
  readonly digest: string;
  /** ISO instant. */
  readonly deadline: string;
  readonly standing: CallStanding;
  /** How many different people must approve. */
  readonly quorum: number;
  /** Who has answered so far, in order; names as in `by`. */
  readonly answers: readonly AnswerView[];
  /** What the approver of this view has answered, if anything. */
  readonly yours?: VerdictKind;
  /** `iam`: a link is not enough, only a signed request of the approver decides. */
  readonly answerBy: 'link' | 'iam';
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
  /** `unguarded`: what the harness runs by itself is checked by nobody, and whoever answers must know. */
  readonly guard: GuardState;
  /** `replaced`: another gate file was deployed since, and the request is still decided under its own; `usedAt` an ISO instant. */
  readonly policy: { readonly kind: 'current' } | { readonly kind: 'replaced'; readonly usedAt: string };
  /** The one that this link was made for. */
  readonly approver: { readonly id: ApproverId; readonly name: string; readonly kind: 'person' | 'topic' };
  readonly requester: { readonly name: Text; readonly assurance: Assurance };
  /** The words of the person who asked. */
  readonly prompt: Text;
  /** What the agent wrote in the same message as the calls; unverified. */
  readonly agentWords?: Text;
  readonly calls: readonly CallView[];
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
  /** Decided before, by somebody else or otherwise. */
  | {
      readonly kind: 'decided-already';
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
  /** After the deadline, or the run is over. */
  | {
      readonly kind: 'too-late';
      readonly request: RequestView;
      readonly call: CallView;
      readonly verdict: VerdictKind;
    };
