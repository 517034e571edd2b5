import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { auditTable, gateChains } from '../lib/aws/audit-table.ts';
import { contentTable } from '../lib/aws/content-table.ts';
import { newestExecutions, startExecution } from '../lib/aws/executions.ts';
import { checkChain } from '../lib/core/commit.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import type { RunId } from '../lib/core/ids.ts';
import { loadRun } from '../lib/gate/append.ts';
import { gateStop } from '../lib/gate/gate-stop.ts';
import { reportOf } from '../lib/gate/report.ts';
import { runStory } from '../lib/gate/run-story.ts';
import { openStart } from '../lib/gate/start-content.ts';
import { summarizeRun } from '../lib/gate/summarize-run.ts';
import { verifyRun } from '../lib/gate/verify-run.ts';
import { storedMails, storedMessages } from '../lib/local/stores.ts';
import { gateOutline } from '../lib/web/desk/gate-outline.ts';
import type { DeskPorts, DeskRun } from '../lib/web/desk/ports.ts';
import type { Local } from './serve-local.ts';

/** Wires the desk's page to the services of the machine that it stands on. */
export function deskPorts(local: Local, gatePath: string): DeskPorts {
  const { endpoints, tables, stateMachineArn, region } = local.endpoints;
  const access = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const dynamodb = new DynamoDBClient({ ...access, endpoint: endpoints.dynamodb });
  const sfn = new SFNClient({ ...access, endpoint: endpoints.states });
  const ports = { ledger: auditTable(dynamodb, tables.audit), contents: contentTable(dynamodb, tables.contents) };
  const chains = gateChains(dynamodb, tables.audit);

  // A run that has ended stays as it is, and the list asks for every one of them each second.
  const ended = new Map<RunId, DeskRun>();
  const deskRun = async (runId: RunId): Promise<DeskRun | undefined> => {
    const known = ended.get(runId);
    if (known !== undefined) return known;
    const run = await loadRun(ports, runId);
    if (run === undefined) return undefined;
    const start = await openStart(ports, run);
    const shown: DeskRun = {
      runId,
      ...summarizeRun(run),
      requester: start?.requester ?? '(erased)',
      ...(start === undefined ? {} : { prompt: start.prompt }),
    };
    if (shown.state !== 'working' && shown.state !== 'waiting') ended.set(runId, shown);
    return shown;
  };

  return {
    example: exampleOf(local.gate, gatePath),
    now: () => local.desk.clock.now(),
    startRun: (input) => startExecution(sfn, { stateMachineArn, input }),
    stoppedSince: async () => (await gateStop({ chains }))?.at,
    async runs() {
      const executions = await newestExecutions(sfn, stateMachineArn);
      const runs = await Promise.all(executions.map(({ runId }) => deskRun(runId)));
      return runs.filter((run) => run !== undefined);
    },
    async run(runId) {
      const run = await deskRun(runId as RunId);
      if (run === undefined) return undefined;
      const { commits } = checkChain(runId, await ports.ledger.load(runId as RunId));
      const lines = await runStory(commits, async (sealed) => {
        const bytes = await ports.contents.get(runId as RunId, sealed);
        return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
      });
      return { run, lines };
    },
    async report(runId) {
      const run = await loadRun(ports, runId as RunId);
      return run === undefined ? undefined : reportOf({ ...ports, clock: local.desk.clock.now }, run);
    },
    async verify(runId) {
      const { commits, head, findings } = await verifyRun(ports, runId as RunId);
      return { commits, findings, ...(head === undefined ? {} : { head: head.hash }) };
    },
    mails: async () =>
      (await storedMails(local.desk.mailsUrl)).map(({ messageId, at, destination, subject, body }) => ({
        id: messageId,
        at: isoOf(at),
        to: destination.to,
        subject,
        ...body,
      })),
    topicMessages: async () =>
      (await storedMessages(local.desk.topicsUrl)).map(({ messageId, at, topicArn, subject, message }) => ({
        id: messageId,
        at: isoOf(at),
        topic: topicArn,
        subject,
        text: message,
      })),
    async advanceClock(milliseconds) {
      // A function that runs while the clock jumps past its timeout would be ended: let it finish first.
      await local.desk.quiet();
      local.desk.advance(milliseconds);
    },
    failed: (error) =>
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  };
}

function exampleOf(gate: GateFile, gatePath: string): DeskPorts['example'] {
  const promptsFile = join(dirname(gatePath), 'prompts.txt');
  const prompts = existsSync(promptsFile)
    ? readFileSync(promptsFile, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
    : [];
  return { name: `${gate.gate} (${gate.stage})`, prompts, requester: 'dana', outline: gateOutline(gate) };
}

function isoOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toISOString();
}
