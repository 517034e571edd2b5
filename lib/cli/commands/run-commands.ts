import type { Command } from 'commander';
import { stopRun } from '../operate.ts';
import { showRuns } from '../run-list.ts';
import { showRun } from '../show-run.ts';
import { startRun } from '../start-run.ts';
import { contextOf, nameValue, textAt, type Wiring, withRun } from './wiring.ts';

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

/** run, runs, show, stop. */
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
    .command('stop')
    .description('stop one run: nothing is sent to its harness any more, what people were asked is cancelled')
    .requiredOption('--run <run>', "a run's id or its execution's ARN")
    .requiredOption('--reason <text>', 'why; kept with the run')
    .action(async ({ run, reason }: { readonly run: string; readonly reason: string }, command: Command) => {
      const context = await contextOf(command, wiring);
      wiring.done(await withRun(run, context, (runId) => stopRun({ runId, reason }, context)));
    });
}
