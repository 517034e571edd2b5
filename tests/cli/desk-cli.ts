import { readFileSync } from 'node:fs';
import { doctorPorts } from '../../bin/doctor-ports.ts';
import { connect } from '../../bin/gate-ports.ts';
import { writeLines } from '../../bin/write-lines.ts';
import { runCli } from '../../lib/cli/cli.ts';
import { reportPage } from '../../lib/web/report-page.ts';

export interface Told {
  readonly code: number;
  readonly text: string;
  readonly errors: string;
}

/** The whole command line as bin wires it, against the desk of a folder. */
export function deskCli(folder: string): (...words: readonly string[]) => Promise<Told> {
  return async (...words) => {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await runCli([...words, '--local', folder], {
      version: '0.0.0',
      out: { line: (text) => lines.push(text), error: (text) => errors.push(text) },
      connect,
      doctor: doctorPorts,
      readText: (path) => readFileSync(path, 'utf8'),
      writeLines,
      reportPage: async (report) => String(await reportPage(report)),
    });
    return { code, text: lines.join('\n'), errors: errors.join('\n') };
  };
}
