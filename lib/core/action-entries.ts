import type { Sealed } from './entries.ts';
import type { AttemptId, ToolUseId } from './ids.ts';

/** A gate file that judged calls of this run, kept as it was: open requests stay decidable under it after a deployment. */
export interface PolicySealed {
  readonly type: 'policy.sealed';
  readonly policyVersion: string;
  /** Its canonical text. */
  readonly text: Sealed;
}

/** The point of no return: after this entry the executor may have been invoked. */
export interface ActionStarted {
  readonly type: 'action.started';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  /** 1 for the first invocation of the executor. */
  readonly attempt: number;
  readonly attemptId: AttemptId;
  /** Stable for the call, 64 hex digits. */
  readonly idempotencyKey: string;
  /** Of the call that is carried out, made again from what is stored. */
  readonly digest: string;
  /** ISO instant: until then the function that wrote this may still wait for the executor. */
  readonly mayRunUntil: string;
}

/**
 * What came of one invocation. `retry`: it is tried again, because the executor says that nothing was done, because it could not
 * be invoked, or because it is idempotent and did not answer. `unknown`: nobody can say. `prevented`: the act function itself
 * refused, and nothing was invoked.
 */
export type ActionStatus = 'done' | 'failed' | 'retry' | 'unknown' | 'prevented';

export interface ActionFinished {
  readonly type: 'action.finished';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  readonly attempt: number;
  readonly status: ActionStatus;
  /** The executor's answer, or why there is none. */
  readonly result?: Sealed;
  /** `prevented`: `too-late`, `stopped`, `digest`, `not-approved`, `erased`; else `unanswered`, `unreadable-answer`, `not-invoked`. */
  readonly why?: string;
  /** A verifier is still to look at the world. */
  readonly toVerify?: true;
}

/** What a verifier saw in the real world; it was given the call and not the executor's answer. */
export interface ActionChecked {
  readonly type: 'action.verified' | 'action.refuted';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  readonly reason: Sealed;
  /** Trying the same again cannot come out otherwise. */
  readonly terminal: boolean;
  readonly evidence?: Sealed;
}

/** The verifier was missing or failed: the action stays unverified. */
export interface ActionUnverified {
  readonly type: 'action.unverified';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  readonly error: string;
}

/** An approved call of a tool that the harness runs may pass the guard once. */
export interface GrantMade {
  readonly type: 'grant.made';
  readonly epoch: number;
  readonly toolUseId: ToolUseId;
  /** The grant's own chain. */
  readonly grantId: string;
  /** ISO instant. */
  readonly until: string;
}

/** How a run that people are asked about can go on. */
export type Choice = 'continue' | 'restart' | 'end';

/** Why the gate asks people about the run itself, and what they can choose. */
export interface QuestionRaised {
  readonly type: 'question.raised';
  readonly epoch: number;
  /** Made by the gate; it stands where a call of the model's has its own. */
  readonly toolUseId: ToolUseId;
  readonly about: 'cap' | 'in-doubt';
  /** What the run ends with if nobody lets it go on: `caps.turns`, `turn.in-doubt`. */
  readonly rule: string;
  /** What is shown: canonical JSON of about, rule, since, and used and allowed of a cap. */
  readonly input: Sealed;
  readonly policyVersion: string;
  readonly choices: readonly Choice[];
}

export type ActionEntry =
  | PolicySealed
  | ActionStarted
  | ActionFinished
  | ActionChecked
  | ActionUnverified
  | GrantMade
  | QuestionRaised;
