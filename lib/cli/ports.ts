import type { Json } from '../core/canonical-json.ts';
import type { Sealed } from '../core/entries.ts';
import type { GateFile } from '../core/gate-file.ts';
import type { RunId } from '../core/ids.ts';
import type { Clock, Contents, Ledger } from '../gate/ports.ts';
import type { RunReport } from '../gate/report.ts';
import type { DoctorPorts } from './doctor/facts.ts';

/** An execution and the run that it makes. */
export interface RunExecution {
  readonly executionArn: string;
  readonly runId: RunId;
  /** As Step Functions says: RUNNING, SUCCEEDED, FAILED, TIMED_OUT, ABORTED. */
  readonly status: string;
  /** ISO instant. */
  readonly startedAt: string;
  readonly error?: string;
  readonly cause?: string;
}

/** The gate's own routes, behind a signed request. */
export type RoutePath = '/runs' | '/verdicts' | '/runs/stop' | '/requests/resend' | '/stop' | '/go';

export interface RouteAnswer {
  readonly status: number;
  readonly body: Json;
}

/** What the commands work with: one deployed gate, in an account or on a desk. */
export interface CliPorts {
  readonly ledger: Ledger;
  readonly contents: Contents;
  readonly now: Clock;
  /** Waits, in milliseconds. */
  pause(milliseconds: number): Promise<void>;
  /** The run that a word of the command line names; `undefined` when there is none. */
  runNamed(word: string): Promise<RunId | undefined>;
  execution(executionArn: string): Promise<RunExecution | undefined>;
  /** Newest first. @param which `newest` are at most 100, ended or not; `running` are all of these */
  executions(which: 'running' | 'newest'): Promise<readonly RunExecution[]>;
  /** Every chain of the audit table, also of executions that Step Functions has forgotten. */
  chains(): Promise<readonly RunId[]>;
  /** A sealed text with its salt, for checks without the tables; `undefined` when it was erased. */
  sealedContent(
    runId: RunId,
    sealed: Sealed,
  ): Promise<{ readonly salt: Uint8Array; readonly bytes: Uint8Array } | undefined>;
  /** Starts an execution by its bare input: the requester is then whoever the caller says. */
  startClaimed(input: Json): Promise<RunExecution>;
  /** Sends a request signed with the caller's own credentials. */
  route(path: RoutePath, body: Json): Promise<RouteAnswer>;
}

/** Where a command writes: lines for whoever called it, and lines about what went wrong. */
export interface Out {
  line(text: string): void;
  error(text: string): void;
}

/** Who somebody is on a desk, where nobody checks: `user/NAME` or `role/NAME/SESSION`. */
export type LocalIdentity =
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'role'; readonly name: string; readonly session: string };

/** Which gate the commands speak to. */
export type Target =
  | { readonly kind: 'local'; readonly folder: string; readonly as: LocalIdentity }
  | { readonly kind: 'stack'; readonly name: string; readonly region?: string };

/** The process around the commands. */
export interface CliHost {
  /** The package's own. */
  readonly version: string;
  readonly out: Out;
  /** @throws Error when the target has no gate */
  connect(target: Target): Promise<CliPorts>;
  doctor(target: Target, gate: GateFile): Promise<DoctorPorts>;
  readText(path: string): string;
  /** A report as one HTML document. */
  reportPage(report: RunReport): Promise<string>;
  /** Writes a file line by line, whole or not at all. */
  writeLines(path: string, lines: AsyncIterable<string>): Promise<void>;
  /** Asks whoever sits at the terminal; absent without one. */
  readonly ask?: (question: string) => Promise<string>;
}

/** What one command has at hand. */
export interface CommandContext {
  readonly ports: CliPorts;
  readonly out: Out;
  readonly json: 'json' | 'text';
}
