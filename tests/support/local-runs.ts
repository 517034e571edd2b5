import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  type HistoryEvent,
  paginateGetExecutionHistory,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Local } from '../../bin/serve-local.ts';
import { loadChain } from '../../lib/aws/audit-table.ts';
import { type Commit, checkChain, type StoredCommit } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { type RunId, runIdOf } from '../../lib/core/ids.ts';
import type { RunOutput } from '../../lib/core/run-output.ts';
import { eventually } from './local-eventually.ts';

export interface StartedRun {
  readonly executionArn: string;
  readonly runId: RunId;
}

/** How an execution ended. */
export interface RunEnd {
  readonly status: string;
  readonly error: string | undefined;
  /** Of a Fail state; for a run of ours it is the output as JSON text. */
  readonly cause: string | undefined;
  /** From output or cause, as the end states give it. */
  readonly output: RunOutput | undefined;
}

export interface LocalMail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one approval link in it. */
  readonly link: string;
}

/** A notice that was sent: by whom it can be answered, and how. */
export interface Notice {
  readonly approverId: string;
  readonly link: string;
  readonly messageId: string;
}

/** What programs do and see from outside, with AWS's own clients. */
export interface LocalRuns {
  readonly endpoints: Local['endpoints'];
  /** Starts a run; `input` replaces the whole input, also by one that cannot start anything. */
  readonly start: (
    prompt: string,
    options?: { readonly name?: string; readonly input?: string },
  ) => Promise<StartedRun>;
  /** Stops the execution, as an operator would; what it waits for is then no burden when the clock is moved. */
  readonly stop: (run: StartedRun) => Promise<void>;
  /** Has a failed execution go on at the state that failed. */
  readonly redrive: (run: StartedRun) => Promise<void>;
  readonly end: (run: StartedRun) => Promise<RunEnd>;
  /** Whether it has ended by now. */
  readonly ended: (run: StartedRun) => Promise<boolean>;
  readonly history: (run: StartedRun) => Promise<readonly HistoryEvent[]>;
  /** The names of the states that were entered, in order. */
  readonly states: (run: StartedRun) => Promise<readonly string[]>;
  readonly stored: (run: StartedRun) => Promise<readonly StoredCommit[]>;
  /** The commits of a chain that was found to hold. */
  readonly commits: (run: StartedRun) => Promise<readonly Commit[]>;
  readonly entries: <Type extends Entry['type']>(run: StartedRun, type: Type) => Promise<readonly EntryOf<Type>[]>;
  readonly mails: () => Promise<readonly LocalMail[]>;
  /** Waits until the run's n-th request (from 1) has been sent to everybody that it could be sent to. */
  readonly asked: (run: StartedRun, nth?: number) => Promise<readonly Notice[]>;
  /** The link of the n-th request for one approver, or for whoever is asked first. */
  readonly openLink: (
    run: StartedRun,
    which?: { readonly nth?: number; readonly approver?: string },
  ) => Promise<string>;
}

type EntryOf<Type extends Entry['type']> = Extract<Entry, { readonly type: Type }>;

/**
 * Drivers for a desk. With `quiet`, which waits until no function runs, they do not look again before something can have
 * changed: each look is a request that the same two cores have to make and to answer.
 */
export function localRuns(
  endpoints: Local['endpoints'],
  { quiet = async () => {} }: { readonly quiet?: () => Promise<void> } = {},
): LocalRuns {
  const access = { region: endpoints.region, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  const sfn = new SFNClient({ ...access, endpoint: endpoints.endpoints.states });
  const dynamodb = new DynamoDBClient({ ...access, endpoint: endpoints.endpoints.dynamodb });

  const history = async ({ executionArn }: StartedRun) => {
    const events: HistoryEvent[] = [];
    for await (const page of paginateGetExecutionHistory({ client: sfn }, { executionArn })) {
      events.push(...(page.events ?? []));
    }
    return events;
  };
  const stored = ({ runId }: StartedRun) => loadChain(dynamodb, endpoints.tables.audit, runId);
  const commits = async (run: StartedRun) => {
    const check = checkChain(run.runId, await stored(run));
    if (check.findings.length > 0) throw new Error(`The chain does not hold: ${check.findings.join('; ')}`);
    return check.commits;
  };
  const all = async (run: StartedRun) => (await commits(run)).flatMap((commit) => commit.entries);
  const entries = async <Type extends Entry['type']>(run: StartedRun, type: Type) =>
    (await all(run)).filter((entry): entry is EntryOf<Type> => entry.type === type);
  const mails = () => readMails(endpoints.mailsUrl);
  const asked = (run: StartedRun, nth = 1) =>
    eventually(`request ${nth} of ${run.executionArn}`, async () => {
      await quiet();
      const { executionArn } = run;
      const newest = await sfn.send(
        new GetExecutionHistoryCommand({
          executionArn,
          maxResults: 1,
          reverseOrder: true,
          includeExecutionData: false,
        }),
      );
      // While a function is at it, a look into the ledger would only take time from it.
      if (!isAtRest(newest.events?.[0]?.type)) return undefined;
      const facts = await all(run);
      const request = facts.filter((entry) => entry.type === 'approval.requested')[nth - 1];
      const planned = facts.filter(
        (entry) => entry.type === 'notice.planned' && entry.requestId === request?.requestId,
      );
      const settled = facts.filter((entry) => entry.type === 'notice.sent' || isGivenUp(entry));
      const open = planned.filter((plan) => !settled.some((entry) => noticeOf(entry) === noticeOf(plan)));
      if (planned.length === 0 || open.length > 0) {
        const { status, cause } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
        if (status !== 'RUNNING') throw new Error(`The run has ended (${status}) without asking: ${cause}`);
        return undefined;
      }
      return noticesOf(planned, { settled, mails: await mails() });
    });

  return {
    endpoints,
    start: async (prompt, { name, input = JSON.stringify({ prompt, requester: 'dana' }) } = {}) => {
      const command = { stateMachineArn: endpoints.stateMachineArn, input, ...(name === undefined ? {} : { name }) };
      const { executionArn = '' } = await sfn.send(new StartExecutionCommand(command));
      const described = await sfn.send(new DescribeExecutionCommand({ executionArn }));
      const runId = runIdOf({
        machineArn: endpoints.stateMachineArn,
        executionName: described.name ?? '',
        executionStartedAt: described.startDate?.toISOString() ?? '',
      });
      return { executionArn, runId };
    },
    stop: async ({ executionArn }) => {
      await sfn.send(new StopExecutionCommand({ executionArn }));
      // What the rule has its function record and tell is over then, and is no surprise to the next test.
      await quiet();
    },
    redrive: async ({ executionArn }) => {
      await sfn.send(new RedriveExecutionCommand({ executionArn }));
    },
    end: ({ executionArn }) =>
      eventually(`the end of ${executionArn}`, async () => {
        await quiet();
        const { status = '', error, cause, output } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
        if (status === 'RUNNING') return undefined;
        return { status, error, cause, output: outputOf(output ?? cause) };
      }),
    ended: async ({ executionArn }) =>
      (await sfn.send(new DescribeExecutionCommand({ executionArn }))).status !== 'RUNNING',
    history,
    states: async (run) =>
      (await history(run)).flatMap(({ stateEnteredEventDetails }) => stateEnteredEventDetails?.name ?? []),
    stored,
    commits,
    entries,
    mails,
    asked,
    openLink: async (run, { nth = 1, approver } = {}) => {
      const notices = await asked(run, nth);
      const notice = notices.find(({ approverId }) => approver === undefined || approverId === approver);
      if (notice === undefined) throw new Error(`Nobody of that id was asked: ${approver}`);
      return notice.link;
    },
  };
}

/** Whether an execution has ended, or waits for a person, the clock or a retry. */
export function isAtRest(newestEvent: string | undefined): boolean {
  return /^(TaskSubmitted|TaskFailed|TaskTimedOut|WaitStateEntered|Execution(Succeeded|Failed|Aborted|TimedOut))$/.test(
    newestEvent ?? '',
  );
}

function noticeOf(entry: Entry): string | undefined {
  return 'noticeId' in entry ? entry.noticeId : undefined;
}

function isGivenUp(entry: Entry): boolean {
  return entry.type === 'notice.failed' && entry.again === 'given-up';
}

function noticesOf(
  planned: readonly Entry[],
  { settled, mails }: { readonly settled: readonly Entry[]; readonly mails: readonly LocalMail[] },
): readonly Notice[] {
  return planned.flatMap((plan) => {
    const sent = settled.find((entry) => noticeOf(entry) === noticeOf(plan));
    if (plan.type !== 'notice.planned' || sent?.type !== 'notice.sent') return [];
    const { messageId } = sent;
    const link = mails.find((mail) => mail.messageId === messageId)?.link ?? '';
    return [{ approverId: plan.approverId, messageId, link }];
  });
}

async function readMails(url: string): Promise<readonly LocalMail[]> {
  const { emails }: { emails: StoredMail[] } = JSON.parse(await (await fetch(url)).text());
  return emails.map(({ messageId, destination, subject, body }) => ({
    messageId,
    to: destination.to.join(', '),
    subject,
    text: body.text ?? '',
    html: body.html ?? '',
    link: linkIn(body.text ?? ''),
  }));
}

interface StoredMail {
  readonly messageId: string;
  readonly subject: string;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text?: string; readonly html?: string };
}

/** The approval link in a message. */
export function linkIn(text: string): string {
  return /https?:\/\/\S+\/a\/[A-Za-z0-9_-]+/.exec(text)?.[0] ?? '';
}

function outputOf(text: string | undefined): RunOutput | undefined {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
