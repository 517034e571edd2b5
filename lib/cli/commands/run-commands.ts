import type { Command } from 'commander';
import { stopRun } from '../operate.ts';
import { showReport } from '../report.ts';
import { showRuns } from '../run-list.ts';
import { showRun } from '../show-run.ts';
import { startRun } from '../start-run.ts';
import { liftStop, stopAll } from '../stop-gate.ts';
import { contextOf, jsonOf, nameValue, textAt, type Wiring, withRun } from './wiring.ts';

interface StartOptions {
  readonly prompt?: string;
  readonly promptFile?: string;
  readonly requester: string;
  readonly actor?: string;
  readonly label: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly claimed?: true;
  readonly wait?: true;
}

interface StopOptions {
  readonly run?: string;
  readonly all?: true;
  readonly reason: string;
}

/** run, runs, show, report, stop, go. */
export function addRunCommands(program: Command, wiring: Wiring): void {
  program
    .command('run')
    .description('start a run through the signed route')
    .option('--prompt <text>', "the task, in the requester's own words")
    .option('--prompt-file <path>', 'the task, from a file')
    .requiredOption('--requester <name>', 'for whom')
    .option('--actor <name>', "whose memory the agent uses (default: the run's own)")
    .option('--label <name=value>', 'a label; may be given repeatedly', nameValue, {})
    .option('--key <key>', 'starts one run however often it is sent')
    .option('--claimed', 'start the execution itself: the requester is then whoever you say')
    .option('--wait', 'follow the run to its end')
    .action(async (options: StartOptions, command: Command) => {
      const { promptFile, requester, actor, label, key } = options;
      if ((options.prompt === undefined) === (promptFile === undefined))
        command.error('error: exactly one of --prompt and --prompt-file must be given');
      if (options.claimed && key !== undefined)
        command.error('error: --key belongs to the signed route; allowed: one of --claimed and --key');
      const prompt = options.prompt ?? textAt(promptFile ?? '', wiring.host).trimEnd();
      const input = {
        prompt,
        requester,
        ...(actor === undefined ? {} : { actor }),
        ...(Object.keys(label).length === 0 ? {} : { labels: label }),
      };
      const words = {
        input,
        assurance: options.claimed ? ('claimed' as const) : ('iam' as const),
        wait: options.wait ? ('for the end' as const) : ('not' as const),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      };
      wiring.done(await startRun(words, await contextOf(command, wiring)));
    });

  program
    .command('runs')
    .description('the newest runs, and where each stands')
    .action(async (_: object, command: Command) => wiring.done(await showRuns(await contextOf(command, wiring))));

  program
    .command('show <run>')
    .description("where one run stands; RUN is a run's id or its execution's ARN")
    .action(async (name: string, _: object, command: Command) => {
      const context = await contextOf(command, wiring);
      wiring.done(await withRun(name, context, (runId) => showRun(runId, context)));
    });

  program
    .command('report <run>')
    .description('what a run came to: asked, decided, done, verified; and apart from it what the agent claims')
    .option('--html', 'as one document for a browser or a printer')
    .action(async (name: string, { html }: { readonly html?: true }, command: Command) => {
      const json = jsonOf(command);
      if (html && json === 'json') command.error('error: --html and --json were both given; allowed: one of them');
      const context = await contextOf(command, wiring);
      const as = html ? ('html' as const) : json;
      const { reportPage } = wiring.host;
      wiring.done(await withRun(name, context, (runId) => showReport({ runId, as }, { ...context, reportPage })));
    });

  program
    .command('stop')
    .description('stop one run, or the whole gate: nothing begins any more, what people were asked is cancelled')
    .option('--run <run>', "a run's id or its execution's ARN")
    .option('--all', 'the whole gate, until countersign go')
    .requiredOption('--reason <text>', 'why; kept with what is stopped')
    .action(async ({ run, all, reason }: StopOptions, command: Command) => {
      if ((run === undefined) === (all === undefined))
        command.error('error: exactly one of --run and --all must be given');
      const context = await contextOf(command, wiring);
      wiring.done(
        run === undefined
          ? await stopAll(reason, context)
          : await withRun(run, context, (runId) => stopRun({ runId, reason }, context)),
      );
    });

  program
    .command('go')
    .description('lift the stop of the whole gate: new runs begin again, what was stopped stays stopped')
    .requiredOption('--reason <text>', 'why; kept in the ledger')
    .action(async ({ reason }: { readonly reason: string }, command: Command) =>
      wiring.done(await liftStop(reason, await contextOf(command, wiring))),
    );
}
