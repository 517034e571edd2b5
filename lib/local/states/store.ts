import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { HistoryEvent } from './run/history.ts';
import type { Origin, Progress, Run } from './run/run.ts';
import { executionId } from './tokens.ts';

/** A machine as it is kept; times in epoch ms. `settings` is what was asked for that has no effect on a desk. */
export type StoredMachine = {
  readonly arn: string;
  readonly name: string;
  readonly definition: string;
  readonly roleArn: string;
  readonly createdAt: number;
  readonly revisionId?: string;
  readonly settings: { readonly [name: string]: unknown };
};

/** What one step adds to an execution. */
export type Step = {
  readonly events: readonly HistoryEvent[];
  readonly progress: Progress;
  readonly issued: readonly string[];
};

/** The files under one directory. What a call returned from is there after kill -9 and a restart. */
export type Store = {
  readonly machines: () => readonly StoredMachine[];
  readonly putMachine: (machine: StoredMachine) => void;
  readonly removeMachine: (arn: string) => void;
  readonly runs: () => readonly Run[];
  /** Begins an execution's file; one of the same ARN is replaced. */
  readonly beginRun: (run: Run) => void;
  readonly appendStep: (executionArn: string, step: Step) => void;
};

/** Opens the store, making its directories. @throws Error naming a file that cannot be read */
export function openStore(directory: string): Store {
  const machineDirectory = join(directory, 'machines');
  const runDirectory = join(directory, 'executions');
  for (const each of [machineDirectory, runDirectory]) mkdirSync(each, { recursive: true });
  const machineFile = (arn: string) => join(machineDirectory, `${executionId(arn)}.json`);
  const runFile = (arn: string) => join(runDirectory, `${executionId(arn)}.ndjson`);

  return {
    machines: () => filesIn(machineDirectory, '.json').map((file) => JSON.parse(readFileSync(file, 'utf8'))),
    putMachine: (machine) => replace(machineFile(machine.arn), JSON.stringify(machine)),
    removeMachine: (arn) => rmSync(machineFile(arn), { force: true }),
    runs: () => filesIn(runDirectory, '.ndjson').map(readRun),
    beginRun: (run) => replace(runFile(run.origin.executionArn), line({ origin: run.origin }) + line(stepOf(run))),
    // No fsync: the kernel keeps what a killed process wrote, and a desk need not survive a power cut.
    appendStep: (arn, step) => appendFileSync(runFile(arn), line(step)),
  };
}

function stepOf({ events, progress, issued }: Run): Step {
  return { events, progress, issued: [...issued] };
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

function replace(file: string, text: string): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, text);
  renameSync(fresh, file);
}

function filesIn(directory: string, ending: string): readonly string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(directory, name));
}

/** Folds a file into its run: all events, the newest progress. A torn last line was never acknowledged and is cut off. */
function readRun(file: string): Run {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
  try {
    const [first = '', ...rest] = bytes.subarray(0, end).toString('utf8').trimEnd().split('\n');
    const { origin }: { readonly origin: Origin } = JSON.parse(first);
    const steps = rest.map((text): Step => JSON.parse(text));
    const progress = steps.at(-1)?.progress;
    if (!progress) throw new Error('it has no step');
    return {
      origin,
      progress,
      events: steps.flatMap((step) => step.events),
      issued: new Set(steps.flatMap((step) => step.issued)),
    };
  } catch (cause) {
    throw new Error(`${file} cannot be read; delete it to go on without that execution`, { cause });
  }
}
