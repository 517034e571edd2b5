import { runCli } from '../../lib/cli/cli.ts';
import type { DoctorPorts } from '../../lib/cli/doctor/facts.ts';
import type { CliHost, CliPorts, RouteAnswer, RoutePath, RunExecution, Target } from '../../lib/cli/ports.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import type { RunId } from '../../lib/core/ids.ts';
import { reportPage } from '../../lib/web/report-page.ts';
import { memoryContents } from '../support/memory-contents.ts';
import { memoryLedger } from '../support/memory-ledger.ts';

/** What a command line did, and what was printed on both streams. */
export interface Printed {
  readonly code: number;
  readonly text: string;
  readonly errors: string;
  readonly json: () => unknown;
  /** What was posted to the signed routes. */
  readonly posted: readonly { readonly path: RoutePath; readonly body: Json }[];
  readonly claimed: readonly Json[];
  readonly questions: readonly string[];
  readonly targets: readonly Target[];
  readonly files: ReadonlyMap<string, string>;
}

export interface Around extends Partial<CliPorts> {
  readonly answer?: RouteAnswer;
  /** What is typed at the prompt; absent without a terminal. */
  readonly typed?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly doctor?: Partial<DoctorPorts>;
  readonly known?: readonly RunExecution[];
}

/** Runs a command line against ports in memory. */
export async function countersign(argv: readonly string[], around: Around = {}): Promise<Printed> {
  const { answer = { status: 200, body: {} }, typed, known = [] } = around;
  const lines: string[] = [];
  const errors: string[] = [];
  const posted: { path: RoutePath; body: Json }[] = [];
  const claimed: Json[] = [];
  const questions: string[] = [];
  const targets: Target[] = [];
  const files = new Map(Object.entries(around.files ?? {}));
  const contents = around.contents ?? memoryContents();
  const ledger = around.ledger ?? memoryLedger();
  const ports: CliPorts = {
    ledger,
    contents,
    now: () => Date.parse('2027-01-01T00:00:00.000Z'),
    pause: async () => undefined,
    runNamed: async (word) => {
      const runId = known.find(({ executionArn }) => executionArn === word)?.runId ?? (word as RunId);
      return (await ledger.load(runId)).length > 0 ? runId : undefined;
    },
    execution: async (arn) => known.find(({ executionArn }) => executionArn === arn),
    executions: async (which) => known.filter(({ status }) => which === 'newest' || status === 'RUNNING'),
    chains: async () => known.map(({ runId }) => runId),
    sealedContent: async () => undefined,
    startClaimed: async (input) => {
      claimed.push(input);
      const [first] = known;
      if (first === undefined) throw new Error('There is no execution to start.');
      return first;
    },
    route: async (path, body) => {
      posted.push({ path, body });
      return answer;
    },
    ...around,
  };
  const host: CliHost = {
    version: '7.8.9',
    out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
    connect: async (target) => {
      targets.push(target);
      return ports;
    },
    doctor: async (target) => {
      targets.push(target);
      const absent = async () => ({ kind: 'absent', why: 'not in this test' }) as const;
      return {
        installation: absent,
        stoppedSince: absent,
        mailAccount: absent,
        mailIdentity: absent,
        mailEvents: absent,
        suppressed: absent,
        subscriptions: absent,
        harness: absent,
        harnessEndpoint: absent,
        functions: absent,
        signingKey: absent,
        executionQuotas: absent,
        callbackQuota: absent,
        clockAheadMs: absent,
        page: absent,
        ...around.doctor,
      };
    },
    readText: (path) => {
      const text = files.get(path);
      if (text === undefined) throw new Error(`There is no file ${path}.`);
      return text;
    },
    reportPage: async (report) => String(await reportPage(report)),
    writeLines: async (path, lines) => {
      let text = '';
      for await (const line of lines) text += `${line}\n`;
      files.set(path, text);
    },
    ...(typed === undefined
      ? {}
      : {
          ask: async (question: string) => {
            questions.push(question);
            return typed;
          },
        }),
  };
  const code = await runCli(argv, host);
  const text = lines.join('\n');
  return {
    code,
    text,
    errors: errors.join('\n'),
    json: () => JSON.parse(text),
    posted,
    claimed,
    questions,
    targets,
    files,
  };
}
