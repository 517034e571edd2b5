import type { Assurance } from '../core/approval-entries.ts';
import type { RunOutcome, Usage } from '../core/entries.ts';
import type { GuardState } from '../core/gate-file.ts';
import { guardOf, type Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { type ReportedCall, type ReportPorts, reportedCall } from './report-call.ts';
import { type ReportedQuestion, reportedQuestion } from './report-question.ts';
import { messagesTold, type ReportedMessage } from './report-told.ts';
import { openText } from './seal.ts';
import { openStart } from './start-content.ts';

/** What a run came to: what the ledger knows, and apart from it what the agent says of itself. */
export interface RunReport {
  readonly runId: string;
  readonly gate: string;
  readonly stage: string;
  readonly guard: GuardState;
  readonly executionArn: string;
  readonly asked: {
    /** `null`: erased, as in all texts of a report. */
    readonly requester: string | null;
    readonly assurance: Assurance;
    readonly prompt: string | null;
    /** ISO instant. */
    readonly at: string;
  };
  /** In the order in which the agent made them. */
  readonly calls: readonly ReportedCall[];
  /** What people were asked about the run itself. */
  readonly questions: readonly ReportedQuestion[];
  /** What the agent was told beside answers; `asked.prompt` was sent as it stands. */
  readonly told: readonly ReportedMessage[];
  /** `null` while the run is under way. */
  readonly end: { readonly outcome: RunOutcome; readonly reason: string; readonly at: string } | null;
  readonly turns: number;
  /** Sessions of the harness that could not be settled and were given up. */
  readonly sessionsLost: number;
  readonly tokens: Usage;
  /** The agent's last words. Nothing of the rest was made from them; `null`: there are none. */
  readonly claim: { readonly text: string | null; readonly verified: false } | null;
}

/** Reads a run's report; chains of its grants are looked at where they can be read. */
export async function reportOf(ports: ReportPorts, run: Run): Promise<RunReport> {
  const { gate, stage, executionArn, requesterAssurance } = run.started;
  const start = await openStart(ports, run);
  const { finished } = run;
  return {
    runId: run.id,
    gate,
    stage,
    guard: guardOf(run),
    executionArn,
    asked: {
      requester: start?.requester ?? null,
      assurance: requesterAssurance,
      prompt: start?.prompt ?? null,
      at: run.startedAt,
    },
    calls: withGrants(await Promise.all(run.calls.map((call) => reportedCall(ports, run, call)))),
    questions: await Promise.all(run.questions.map((question) => reportedQuestion(ports, run, question))),
    told: await messagesTold(ports, run),
    end: finished === undefined ? null : { outcome: finished.outcome, reason: finished.reason, at: finished.at },
    turns: run.turns.length,
    sessionsLost: run.sessionsLost,
    tokens: run.usage,
    claim: await claimOf(ports, run),
  };
}

/** Says of each call that passed on a grant whose it was: the grant's chain knows the call, and the call's entry no grant. */
function withGrants(calls: readonly ReportedCall[]): readonly ReportedCall[] {
  return calls.map((call) => {
    const granted = calls.find(
      ({ epoch, grant }) =>
        epoch === call.epoch &&
        grant !== null &&
        grant.used !== null &&
        grant.used !== 'unknown' &&
        grant.used.toolUseId === call.toolUseId,
    );
    return granted === undefined ? call : { ...call, onGrantOf: granted.toolUseId };
  });
}

async function claimOf(ports: { readonly contents: Contents }, run: Run): Promise<RunReport['claim']> {
  const claim = run.finished?.claim;
  if (claim === undefined) return null;
  const words = await openText(ports, run.id, claim);
  return { text: words.kind === 'text' ? words.text : null, verified: false };
}
