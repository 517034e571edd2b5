import type { Command } from 'commander';
import type { VerdictKind } from '../../core/approval-entries.ts';
import { giveVerdict } from '../give-verdict.ts';
import { resendRequest } from '../operate.ts';
import { showRequests } from '../request-list.ts';
import { contextOf, type Wiring } from './wiring.ts';

interface VerdictOptions {
  readonly call?: string;
  readonly comment?: string;
  readonly edited?: string;
  readonly said?: string;
  readonly yes?: true;
}

/** requests, pending, resend, approve, edit, reject, revise, answer. */
export function addRequestCommands(program: Command, wiring: Wiring): void {
  program
    .command('requests')
    .description('what people were asked, a line per call')
    .option('--open', 'only what waits for an answer')
    .action(async ({ open }: { readonly open?: true }, command: Command) =>
      wiring.done(await showRequests(open ? 'open' : 'all', await contextOf(command, wiring))),
    );

  program
    .command('pending')
    .description(
      'what waits for an answer: who was asked and told, what they said, and how long they have; as requests --open',
    )
    .action(async (_: object, command: Command) =>
      wiring.done(await showRequests('open', await contextOf(command, wiring))),
    );

  program
    .command('resend <request>')
    .description('send the notices of a request anew, each with a fresh link')
    .option('--approver <id>', 'to one approver (default: everybody who can still answer)')
    .action(async (requestId: string, { approver }: { readonly approver?: string }, command: Command) => {
      const words = { requestId, ...(approver === undefined ? {} : { approver }) };
      wiring.done(await resendRequest(words, await contextOf(command, wiring)));
    });

  addVerdict(program, {
    verdict: 'approve',
    about: 'approve calls of a request, after all their arguments were shown',
    wiring,
  });
  addVerdict(program, {
    verdict: 'reject',
    about: 'reject calls of a request, after all their arguments were shown',
    wiring,
  });
  addVerdict(program, {
    verdict: 'revise',
    about: 'send calls of a request back with instructions for the agent, after all their arguments were shown',
    wiring,
  });
  addEdit(program, wiring);
  addAnswer(program, wiring);
}

function addEdit(program: Command, wiring: Wiring): void {
  program
    .command('edit <request>')
    .description(
      'approve a call with other arguments, which the rules are applied to once more, after each change was shown',
    )
    .requiredOption('--input <json>', 'the whole arguments: JSON, or a file with JSON in it')
    .option('--call <id>', 'which call of the request, where several are open')
    .option('--comment <text>', 'what the agent is told with it')
    .option('--yes', 'stands for the y at the prompt, where there is no terminal')
    .action(async (requestId: string, options: VerdictOptions & { readonly input: string }, command: Command) => {
      const edited = /^\s*[[{]/.test(options.input) ? options.input : wiring.host.readText(options.input);
      await give({ requestId, verdict: 'edit', options: { ...options, edited } }, { command, wiring });
    });
}

function addAnswer(program: Command, wiring: Wiring): void {
  program
    .command('answer <request>')
    .description("answer a question of the agent's in your own words, or say how a run goes on")
    .argument('<words>', 'the answer itself; of a run that came to a cap or a turn in doubt: continue, restart or end')
    .option('--call <id>', 'which call of the request, where several are open')
    .option('--comment <text>', 'what is kept with it, where a run is asked about')
    .option('--yes', 'stands for the y at the prompt, where there is no terminal')
    .action(async (requestId: string, said: string, options: VerdictOptions, command: Command) =>
      give({ requestId, verdict: 'answer', options: { ...options, said } }, { command, wiring }),
    );
}

function addVerdict(
  program: Command,
  { verdict, about, wiring }: { readonly verdict: VerdictKind; readonly about: string; readonly wiring: Wiring },
): void {
  program
    .command(`${verdict} <request>`)
    .description(about)
    .option('--call <id>', 'one call of the request (default: each open one in turn)')
    .option('--comment <text>', 'what the agent is told with it')
    .option('--yes', 'stands for the y at the prompt, where there is no terminal')
    .action(async (requestId: string, options: VerdictOptions, command: Command) =>
      give({ requestId, verdict, options }, { command, wiring }),
    );
}

async function give(
  { requestId, verdict, options }: { requestId: string; verdict: VerdictKind; options: VerdictOptions },
  { command, wiring }: { readonly command: Command; readonly wiring: Wiring },
): Promise<void> {
  const { call, comment, edited, said, yes } = options;
  const words = {
    requestId,
    verdict,
    yes: yes ? ('said' as const) : ('to be asked' as const),
    ...(call === undefined ? {} : { toolUseId: call }),
    ...(comment === undefined ? {} : { comment }),
    ...(edited === undefined ? {} : { edited }),
    ...(said === undefined ? {} : { said }),
  };
  const { ask } = wiring.host;
  const context = await contextOf(command, wiring);
  wiring.done(await giveVerdict(words, { ...context, ...(ask === undefined ? {} : { ask }) }));
}
