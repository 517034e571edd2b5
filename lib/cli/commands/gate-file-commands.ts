import type { Command } from 'commander';
import { CountersignError } from '../../core/errors.ts';
import type { GateFile } from '../../core/gate-file.ts';
import { refusalWords } from '../../core/problem-words.ts';
import { readStrictJson } from '../../core/strict-json.ts';
import { readTriedCall, type TriedCall } from '../../core/try-policy.ts';
import { doctor } from '../doctor/doctor.ts';
import { printHarnessPrompt, printHarnessTools } from '../harness-entries.ts';
import { printPolicy, printTrial } from '../policy.ts';
import type { Target } from '../ports.ts';
import { type GlobalWords, gateAt, jsonOf, targetOf, textAt, type Wiring } from './wiring.ts';

/** doctor, harness tools, harness prompt, policy check, policy try: what starts from a gate file. */
export function addGateFileCommands(program: Command, wiring: Wiring): void {
  const { host, done } = wiring;

  program
    .command('doctor <gate>')
    .description(
      'look at everything that a gate file stands on, before and after it is deployed: in your AWS account, or with --local on the desk; changes nothing',
    )
    .action(async (path: string, _: object, command: Command) => {
      const gate = gateAt(path, wiring);
      const ports = await host.doctor(doctorTarget(command, gate), gate);
      done(await doctor(gate, { ports, out: host.out, json: jsonOf(command) }));
    });

  const harness = program.command('harness').description("what a harness of one's own needs to know of a gate");
  const print = { tools: printHarnessTools, prompt: printHarnessPrompt };
  const about = {
    tools: 'the entries of harness.json, and the agentcore commands that make them',
    prompt: "the section of system prompt that names the gate's tools",
  };
  for (const what of ['tools', 'prompt'] as const) {
    harness
      .command(`${what} <gate>`)
      .description(about[what])
      .action((path: string, _: object, command: Command) =>
        done(print[what](gateAt(path, wiring), { out: host.out, json: jsonOf(command) })),
      );
  }

  const policy = program.command('policy').description('what a gate file decides, without a gate');
  policy
    .command('check <gate>')
    .description('explain every tool in plain words, with what looks like a mistake')
    .action((path: string, _: object, command: Command) =>
      done(printPolicy(gateAt(path, wiring), { out: host.out, json: jsonOf(command) })),
    );
  policy
    .command('try <gate>')
    .description('say what would become of a call, and by which rule; nothing is done')
    .requiredOption('--call <file>', 'JSON: {tool, input, prompt?, labels?, requesterAssurance?, earlier?}')
    .action((path: string, words: { readonly call: string }, command: Command) =>
      done(printTrial(gateAt(path, wiring), triedCallAt(words.call, wiring), { out: host.out, json: jsonOf(command) })),
    );
}

/** The call in a file, read as strictly as a model's. @throws CountersignError 'bad-request' */
function triedCallAt(path: string, { host }: Wiring): TriedCall {
  const reading = readStrictJson(textAt(path, host));
  if (reading.kind === 'ok') return readTriedCall(reading.value, path);
  throw new CountersignError('bad-request', `${path} is not JSON that can be used. At ${refusalWords(reading)}`);
}

/** The account is what needs a doctor, so the desk is looked at only where it is named. */
function doctorTarget(command: Command, { gate, stage }: GateFile): Target {
  const { stack, local, region, as } = command.optsWithGlobals<GlobalWords>();
  if (stack !== undefined || local !== undefined) return targetOf(command);
  if (as !== undefined)
    command.error('error: --as was given without --local; in an account you are your AWS credentials');
  return { kind: 'stack', name: `countersign-${gate}-${stage}`, ...(region === undefined ? {} : { region }) };
}
