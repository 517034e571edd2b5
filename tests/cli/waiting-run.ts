import type { CliPorts, RunExecution } from '../../lib/cli/ports.ts';
import type { RequestId } from '../../lib/core/ids.ts';
import { type Bench, bench, execution } from '../support/bench.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending, type SaidCall } from '../support/stream.ts';

export interface WaitingRun {
  readonly made: Bench;
  readonly requestId: RequestId;
  /** What a command finds: the bench's stores, its clock, and its one execution. */
  readonly ports: Pick<CliPorts, 'ledger' | 'contents' | 'now' | 'sealedContent'> & {
    readonly known: readonly RunExecution[];
  };
}

/** A run of the whole gate in memory that waits for people to answer these calls. */
export async function waitingRun(...calls: readonly SaidCall[]): Promise<WaitingRun> {
  const ids = calls.map(({ id }) => id);
  return waitingAt(bench({ harness: scriptedHarness([calling(...calls), ending('Well.', ...ids)]) }));
}

/** The same with a bench of one's own. */
export async function waitingAt(made: Bench): Promise<WaitingRun> {
  const rest = await made.drive();
  if (rest.kind !== 'waiting') throw new Error(`The run does not wait: ${JSON.stringify(rest)}`);
  const { runId, contents, ledger, clock } = made;
  const { executionArn, executionStartedAt: startedAt } = execution;
  return {
    made,
    requestId: rest.requestId,
    ports: {
      ledger,
      contents,
      now: clock.now,
      sealedContent: async (id, sealed) => {
        const bytes = await contents.get(id, sealed);
        return bytes === undefined ? undefined : { salt: contents.saltOf(id, sealed.contentId), bytes };
      },
      known: [{ executionArn, runId, status: 'RUNNING', startedAt }],
    },
  };
}
