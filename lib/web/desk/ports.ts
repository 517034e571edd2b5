import type { RunReport } from '../../gate/report.ts';
import type { StoryLine } from '../../gate/run-story.ts';

/** Where a run stands: `waiting` for a person, or at one of its ends. */
export type DeskRunState = 'working' | 'waiting' | 'done' | 'failed' | 'stopped';

/** One run in the desk's list. */
export interface DeskRun {
  readonly runId: string;
  readonly state: DeskRunState;
  /** ISO instant. */
  readonly startedAt: string;
  readonly guard: 'guarded' | 'unguarded';
  readonly requester: string;
  /** The task; absent when it was erased. */
  readonly prompt?: string;
  /** Calls that wait for an answer; empty unless `waiting`. */
  readonly waitsFor: readonly {
    readonly tool: string;
    /** 64 hex digits. */
    readonly digest: string;
    /** ISO instant. */
    readonly deadline: string;
  }[];
}

/** A run and what its ledger tells. */
export interface DeskStory {
  readonly run: DeskRun;
  readonly lines: readonly StoryLine[];
}

/** What a check of a run's chain found; no findings means that it holds. */
export interface DeskVerification {
  readonly commits: number;
  /** The newest commit's hash, 64 hex digits. */
  readonly head?: string;
  readonly findings: readonly string[];
}

export interface DeskMail {
  readonly id: string;
  /** ISO instant. */
  readonly at: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface DeskTopicMessage {
  readonly id: string;
  /** ISO instant. */
  readonly at: string;
  readonly topic: string;
  readonly subject: string;
  readonly text: string;
}

/** What is served: the gate file's name and an outline of it, with tasks that its agent understands. */
export interface DeskExample {
  readonly name: string;
  readonly prompts: readonly string[];
  readonly requester: string;
  readonly outline: readonly { readonly label: string; readonly text: string }[];
}

/** All that the desk needs of the machine that it stands on. Lists have the newest first. */
export interface DeskPorts {
  readonly example: DeskExample;
  /** The desk's clock, milliseconds since 1970. */
  now(): number;
  startRun(start: { readonly prompt: string; readonly requester: string }): Promise<{ readonly runId: string }>;
  /** The instant, ISO, since which the whole gate is stopped; `undefined` when it is not. */
  stoppedSince(): Promise<string | undefined>;
  runs(): Promise<readonly DeskRun[]>;
  /** `undefined` while the ledger has nothing of this run. */
  run(runId: string): Promise<DeskStory | undefined>;
  /** `undefined` like `run`. */
  report(runId: string): Promise<RunReport | undefined>;
  verify(runId: string): Promise<DeskVerification>;
  mails(): Promise<readonly DeskMail[]>;
  topicMessages(): Promise<readonly DeskTopicMessage[]>;
  /** Puts the clock forward by whole milliseconds. */
  advanceClock(ms: number): Promise<void>;
  /** Told of failures, which the browser sees without details. */
  failed?(error: unknown): void;
}
