import { Command, CommanderError } from 'commander';
import { CountersignError } from '../core/errors.ts';
import { addAuditCommands } from './commands/audit-commands.ts';
import { addGateFileCommands } from './commands/gate-file-commands.ts';
import { addRequestCommands } from './commands/request-commands.ts';
import { addRunCommands } from './commands/run-commands.ts';
import { localIdentity } from './commands/wiring.ts';
import { exitCodeHelp, exitCodes } from './exit-codes.ts';
import type { CliHost, Out } from './ports.ts';

/** Runs one command line, without the program's own name. @returns its exit code; whatever was thrown has been told */
export async function runCli(argv: readonly string[], host: CliHost): Promise<number> {
  const problems: string[] = [];
  let printed = false;
  const out: Out = {
    line(text) {
      printed = true;
      host.out.line(text);
    },
    error(text) {
      problems.push(text);
      host.out.error(text);
    },
  };
  let code: number = exitCodes.ok;
  const program = new Command('countersign')
    .description('Starts, answers and audits the runs of an approval gate, in an account or on the local desk.')
    .version(host.version, '--version', 'print the version')
    .option('--json', 'print JSON')
    .option('--stack <name>', "the gate's CloudFormation stack, found with your own AWS credentials")
    .option('--region <region>', 'where the stack is (default: as your AWS configuration says)')
    .option('--local <folder>', "the local desk's folder (default: .local)")
    .option(
      '--as <identity>',
      'on the desk, who you are: user/NAME or role/NAME/SESSION (default: user/local)',
      localIdentity,
    )
    .addHelpText('after', `\n${exitCodeHelp}`)
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({ writeOut: (text) => out.line(text.trimEnd()), writeErr: (text) => out.error(text.trimEnd()) });
  const wiring = { host: { ...host, out }, done: (ended: number) => (code = ended) };
  for (const add of [addRunCommands, addRequestCommands, addAuditCommands, addGateFileCommands]) add(program, wiring);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    code = toldFailure(error, out);
    // The parser shows how a command is used below what is wrong; a program wants the second alone.
    if (error instanceof CommanderError)
      problems.splice(0, problems.length, error.code === 'commander.help' ? noCommand : error.message);
  }
  // Whoever asked for JSON reads standard output, also when there was nothing to find.
  if (program.opts<{ readonly json?: true }>().json && !printed && code !== exitCodes.ok)
    out.line(JSON.stringify({ exitCode: code, error: problems.join('\n') }, null, 2));
  return code;
}

const noCommand = 'No command was named. Allowed: one of countersign --help.';

/** Says what was thrown, where the parser has not said it already. */
function toldFailure(error: unknown, out: Out): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  out.error(error instanceof Error ? error.message : String(error));
  return codeOf(error);
}

/** What the gate itself says is a finding; anything else was in the way of looking. */
function codeOf(error: unknown): number {
  if (!(error instanceof CountersignError)) return exitCodes.unreachable;
  return error.code === 'bad-gate-file' || error.code === 'bad-request' ? exitCodes.usage : exitCodes.findings;
}
