import type { DeskClock } from '../clock.ts';
import type { Machine } from './asl.ts';
import { answerOf, type InvokeFunction } from './function-answer.ts';
import { createEvaluate } from './query/evaluate.ts';
import { advance } from './run/advance.ts';
import { functionAnswered, functionsDied } from './run/answers.ts';
import { expire, nextDeadline } from './run/deadlines.ts';
import { type Draft, type Invocation, openDraft, type Place } from './run/draft.ts';
import { endWithout } from './run/end.ts';
import type { Run } from './run/run.ts';
import { enterFirst } from './run/start.ts';
import type { Store } from './store.ts';
import { executionId } from './tokens.ts';

export type EngineOptions = {
  readonly store: Store;
  readonly clock: DeskClock;
  readonly invokeFunction: InvokeFunction;
  readonly place: Place;
  /** Told after the change is on disk. */
  readonly statusChanged: (run: Run) => void;
  readonly onError: (error: unknown) => void;
};

/** Runs the executions: one step at a time each, written before anything outside hears of it. */
export type Engine = {
  readonly runs: () => readonly Run[];
  readonly runOf: (executionArn: string) => Run | undefined;
  readonly runWithId: (executionId: string) => Run | undefined;
  /** Puts a run on disk and lets it go; one of the same ARN is replaced. */
  readonly start: (run: Run) => void;
  /** Works on a run after all steps before it; what `change` throws reaches the caller after what was due is written. */
  readonly change: <Result>(executionArn: string, change: (draft: Draft) => Result) => Promise<Result>;
  readonly close: () => Promise<void>;
};

type Entry = { run: Run; readonly machine: Machine; queue: Promise<void>; disarm: () => void };

/** Opens the stored executions and goes on with them. */
export function openEngine(options: EngineOptions): Engine {
  const { store, clock, place, invokeFunction, statusChanged, onError } = options;
  const evaluate = createEvaluate(clock);
  const entries = new Map<string, Entry>();
  let closed = false;

  for (const run of store.runs()) {
    const entry = add(run);
    if (run.progress.status !== 'RUNNING') continue;
    go(entry, (draft) => {
      functionsDied(draft, run.progress.attempts);
      enterFirst(draft);
    });
  }

  return {
    runs: () => [...entries.values()].map((entry) => entry.run),
    runOf: (arn) => entries.get(executionId(arn))?.run,
    runWithId: (id) => entries.get(id)?.run,
    start: (run) => {
      store.beginRun(run);
      statusChanged(run);
      go(add(run), enterFirst);
    },
    change: (arn, change) => {
      const entry = entries.get(executionId(arn));
      if (!entry) throw new Error(`there is no execution ${arn}`);
      return enqueue(entry, change);
    },
    close: async () => {
      closed = true;
      for (const entry of entries.values()) entry.disarm();
      await Promise.all([...entries.values()].map((entry) => entry.queue));
    },
  };

  function add(run: Run): Entry {
    const machine: Machine = JSON.parse(run.origin.definition);
    const entry: Entry = { run, machine, queue: Promise.resolve(), disarm: () => undefined };
    entries.set(executionId(run.origin.executionArn), entry);
    return entry;
  }

  function go(entry: Entry, change: (draft: Draft) => void): void {
    enqueue(entry, change).catch((error) => {
      if (!closed) onError(error);
    });
  }

  // Steps of one execution follow each other, so that a timer, an answer and a callback never work on the same progress.
  function enqueue<Result>(entry: Entry, change: (draft: Draft) => Result): Promise<Result> {
    const result = entry.queue.then(() => step(entry, change));
    entry.queue = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async function step<Result>(entry: Entry, change: (draft: Draft) => Result): Promise<Result> {
    if (closed) throw new Error('the local Step Functions is closed');
    const open = () => openDraft(entry.run, { machine: entry.machine, evaluate, now: clock.now, place });
    try {
      const draft = open();
      // A deadline that has passed comes before an answer that arrives after it.
      while (expire(draft)) await advance(draft);
      const outcome = attempt(() => change(draft));
      do await advance(draft);
      while (expire(draft));
      commit(entry, draft);
      if (outcome.type === 'threw') throw new Refused(outcome.error);
      return outcome.value;
    } catch (error) {
      if (error instanceof Refused) throw error.cause;
      // A fault of the interpreter must be seen: an execution that silently stood still would look like one that waits.
      if (entry.run.progress.status === 'RUNNING') {
        const draft = open();
        const cause = `The local Step Functions failed: ${String(error)}`;
        endWithout(draft, 'FAILED', { error: 'States.Runtime', cause });
        commit(entry, draft);
      }
      throw error;
    }
  }

  // On disk first, then in memory, then outwards: nothing is invoked or answered that a restart would not know.
  function commit(entry: Entry, draft: Draft): void {
    const { origin, events, issued, progress } = entry.run;
    store.appendStep(origin.executionArn, { events: draft.events, progress: draft.progress, issued: draft.issued });
    entry.run = {
      origin,
      progress: draft.progress,
      events: [...events, ...draft.events],
      issued: new Set([...issued, ...draft.issued]),
    };
    arm(entry);
    if (progress.status !== draft.progress.status) statusChanged(entry.run);
    for (const invocation of draft.invocations) invoke(entry, invocation);
  }

  function arm(entry: Entry): void {
    entry.disarm();
    const at = !closed && entry.run.progress.status === 'RUNNING' ? nextDeadline(entry.run.progress) : undefined;
    entry.disarm = at === undefined ? () => undefined : clock.at(at, () => go(entry, () => undefined));
  }

  function invoke(entry: Entry, { scope, attempt, functionArn, payload }: Invocation): void {
    if (closed) return;
    answerOf(invokeFunction, { functionArn, payload }).then((answer) => {
      if (!closed) go(entry, (draft) => functionAnswered(draft, { scope, attempt, answer }));
    }, onError);
  }
}

// A refusal (a token too late, say) must not throw away what the passing of time brought about in the same step.
type Attempted<Value> =
  | { readonly type: 'did'; readonly value: Value }
  | { readonly type: 'threw'; readonly error: unknown };

function attempt<Value>(work: () => Value): Attempted<Value> {
  try {
    return { type: 'did', value: work() };
  } catch (error) {
    return { type: 'threw', error };
  }
}

/** Carries what the change threw past the handling of the interpreter's own faults. */
class Refused extends Error {
  override readonly name = 'Refused';
  constructor(cause: unknown) {
    super('the change was refused', { cause });
  }
}
