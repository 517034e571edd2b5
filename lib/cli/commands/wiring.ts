import { type Command, InvalidArgumentError } from 'commander';
import { CountersignError } from '../../core/errors.ts';
import { isGrantId } from '../../core/grant.ts';
import { type RunId, stopChain } from '../../core/ids.ts';
import { plainVisible } from '../../core/visible-text.ts';
import { exitCodes } from '../exit-codes.ts';
import { readGateYaml } from '../gate-file-yaml.ts';
import type { CliHost, CliPorts, CommandContext, LocalIdentity, RunExecution, Target } from '../ports.ts';

/** What turns words into work. */
export interface Wiring {
  readonly host: CliHost;
  /** Told the exit code of the command that ran. */
  readonly done: (code: number) => void;
}

/** The options of every command. */
export interface GlobalWords {
  readonly json?: true;
  readonly stack?: string;
  readonly region?: string;
  readonly local?: string;
  readonly as?: LocalIdentity;
}

/** The context of a command, with the ports of the gate that its words name. @throws CommanderError, or Error when it has none */
export async function contextOf(command: Command, { host }: Wiring): Promise<CommandContext> {
  return { ports: await host.connect(targetOf(command)), out: host.out, json: jsonOf(command) };
}

export function jsonOf(command: Command): CommandContext['json'] {
  return command.optsWithGlobals<GlobalWords>().json ? 'json' : 'text';
}

export function targetOf(command: Command): Target {
  const { stack, region, local, as } = command.optsWithGlobals<GlobalWords>();
  // What is said and not used would be taken for used.
  if (stack === undefined && region !== undefined)
    command.error('error: --region was given without --stack; a desk has none. Allowed: --stack NAME with it');
  if (stack !== undefined && local !== undefined)
    command.error('error: --stack and --local were both given; allowed: one of them');
  if (stack !== undefined && as !== undefined)
    command.error('error: --as is for the desk; with --stack you are whoever your AWS credentials are');
  if (stack === undefined) {
    return { kind: 'local', folder: local ?? '.local', as: as ?? { kind: 'user', name: 'local' } };
  }
  return { kind: 'stack', name: stack, ...(region === undefined ? {} : { region }) };
}

/** Does something with the run that a word names, or says that there is none. */
export async function withRun(
  name: string,
  context: CommandContext,
  work: (runId: RunId) => Promise<number>,
): Promise<number> {
  if (isBesideRuns(name)) {
    context.out.error(`${name} is no run. countersign audit show ${name} tells it.`);
    return exitCodes.notFound;
  }
  return withChain(name, context, work);
}

/** The same with whatever has a chain: a run, a grant by its id, `views-` and a request's id, or `stop`, the gate's stops. */
export async function withChain(
  name: string,
  context: CommandContext,
  work: (runId: RunId) => Promise<number>,
): Promise<number> {
  const runId = await context.ports.runNamed(name);
  if (runId !== undefined) return work(runId);
  if (isBesideRuns(name)) {
    context.out.error(absence(name));
    return exitCodes.notFound;
  }
  // An input that cannot start a run fails its execution before anything is recorded, and only the execution says why.
  const execution = await unrecordedExecution(context.ports, name);
  if (execution !== undefined) {
    const { status, error = '', cause = '' } = execution;
    context.out.error(
      `Nothing was recorded of ${name}. Its execution is ${status}. ${plainVisible(`${error} ${cause}`, { lines: 'one' })}`,
    );
    return exitCodes.notFound;
  }
  context.out.error(
    `There is no run ${name}. Allowed: a run's id, run- and 32 hex digits, or the ARN of an execution of this gate.`,
  );
  return exitCodes.notFound;
}

function isBesideRuns(name: string): boolean {
  return name === stopChain || isGrantId(name) || name.startsWith('views-');
}

function absence(name: string): string {
  if (name === stopChain) return 'This gate was never stopped.';
  if (isGrantId(name)) return `There is no grant ${name}.`;
  return `Nobody has looked at ${name.slice('views-'.length)} with a link, or there is no such request.`;
}

/** The list of runs shows such an execution under the id that its run would have had, so that is a name for it too. */
async function unrecordedExecution(ports: CliPorts, name: string): Promise<RunExecution | undefined> {
  if (name.startsWith('arn:')) return ports.execution(name);
  // An auditor may read chains and no executions: then it is a run that is not there, which is what can be known.
  const newest = await ports.executions('newest').catch(() => []);
  const listed = newest.find(({ runId }) => runId === name);
  return listed === undefined ? undefined : ports.execution(listed.executionArn);
}

/** The gate file at a path, or in a folder with a gate.yaml. */
export function gateAt(path: string, { host }: Wiring) {
  const file = /\.(ya?ml|json)$/.test(path) ? path : `${path.replace(/\/$/, '')}/gate.yaml`;
  return readGateYaml(textAt(file, host), file);
}

/** A file that the words name. @throws CountersignError 'bad-request' when it cannot be read */
export function textAt(path: string, { readText }: Pick<CliHost, 'readText'>): string {
  try {
    return readText(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CountersignError('bad-request', `${path} cannot be read (${reason}). Allowed: the path of a file.`, {
      cause,
    });
  }
}

/** Reads `user/NAME` or `role/NAME/SESSION`; the session may be left out. */
export function localIdentity(word: string): LocalIdentity {
  const [, user] = /^user\/([\w+=.@-]{1,64})$/.exec(word) ?? [];
  if (user !== undefined) return { kind: 'user', name: user };
  const [, role, session = 'desk'] = /^role\/([\w+=.@-]{1,64})(?:\/([\w+=.@-]{2,64}))?$/.exec(word) ?? [];
  if (role === undefined) throw new InvalidArgumentError('Allowed: user/NAME or role/NAME/SESSION.');
  return { kind: 'role', name: role, session };
}

/** Collects `name=value` words into a mapping. */
export function nameValue(word: string, before: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const at = word.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Allowed: NAME=VALUE.');
  return { ...before, [word.slice(0, at)]: word.slice(at + 1) };
}
