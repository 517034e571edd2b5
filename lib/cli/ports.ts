import type { RunId } from '../core/ids.ts';
import type { Contents, Ledger } from '../gate/ports.ts';

/** What the commands work with. */
export interface CliPorts {
  readonly ledger: Ledger;
  readonly contents: Contents;
  /** The run that a word of the command line names; `undefined` when there is none. */
  runNamed(word: string): Promise<RunId | undefined>;
}

/** Where a command writes: lines for whoever called it, and lines about what went wrong. */
export interface Out {
  line(text: string): void;
  error(text: string): void;
}
