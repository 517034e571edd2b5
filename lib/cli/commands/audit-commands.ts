import type { Command } from 'commander';
import { auditShow, auditVerify } from '../audit.ts';
import { auditExport, verifyExport } from '../audit-export.ts';
import { contextOf, jsonOf, textAt, type Wiring, withChain } from './wiring.ts';

interface ExportOptions {
  readonly all?: true;
  readonly out: string;
  readonly contents?: true;
}

/** audit show, audit verify, audit export. */
export function addAuditCommands(program: Command, wiring: Wiring): void {
  const audit = program.command('audit').description('tell, check and export what was recorded');

  audit
    .command('show <run>')
    .description("tells a run from its ledger; also a grant's id, and stop: who stopped the whole gate, and when")
    .action(async (name: string, _: object, command: Command) => {
      const context = await contextOf(command, wiring);
      wiring.done(await withChain(name, context, (runId) => auditShow(runId, context)));
    });

  audit
    .command('verify [run]')
    .description("checks a run's chain and every sealed text, or with --file an export and nothing else")
    .option('--file <export>', 'a file that audit export wrote; no gate is needed')
    .action(async (name: string | undefined, { file }: { readonly file?: string }, command: Command) => {
      if ((name === undefined) === (file === undefined))
        command.error('error: exactly one of a run and --file must be given');
      if (file !== undefined) {
        const { host } = wiring;
        const text = textAt(file, host);
        wiring.done(await verifyExport({ file, text }, { out: host.out, json: jsonOf(command) }));
        return;
      }
      const context = await contextOf(command, wiring);
      wiring.done(await withChain(name ?? '', context, (runId) => auditVerify(runId, context)));
    });

  audit
    .command('export [run]')
    .description('writes chains to a file: JSON Lines with the exact bytes that were hashed')
    .requiredOption('--out <file>', 'where to')
    .option('--all', 'every run of the audit table')
    .option('--contents', 'with the sealed texts: the file then holds what may be erased later')
    .action(async (name: string | undefined, options: ExportOptions, command: Command) => {
      if ((name === undefined) === (options.all === undefined))
        command.error('error: exactly one of a run and --all must be given');
      const context = await contextOf(command, wiring);
      const { writeLines } = wiring.host;
      const contents = options.contents ? ('with' as const) : ('without' as const);
      const write = (runs: Parameters<typeof auditExport>[0]['runs']) =>
        auditExport({ runs, file: options.out, contents }, { ...context, writeLines });
      wiring.done(
        name === undefined
          ? await write(await context.ports.chains())
          : await withChain(name, context, (runId) => write([runId])),
      );
    });
}
