import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveDesk } from '../../bin/serve-desk.ts';
import { serveLocal } from '../../bin/serve-local.ts';
import { type LocalRuns, localRuns } from './local-runs.ts';
import { exampleOf, type LocalStackOptions } from './local-stack.ts';
import { synthesizedOnce } from './local-template.ts';

/** What `npm start` serves, with drivers for programs beside what a browser does. */
export interface LocalDesk extends LocalRuns {
  readonly deskUrl: string;
  readonly close: () => Promise<void>;
}

/** Serves a gate and its desk from a new directory, on ports that the system chooses. */
export async function startLocalDesk(options: Pick<LocalStackOptions, 'gate' | 'agent'>): Promise<LocalDesk> {
  const example = exampleOf(options);
  const directory = mkdtempSync(join(tmpdir(), 'gate-desk-'));
  const local = await serveLocal(example, { ...(await synthesizedOnce(example)), directory });
  const desk = await serveDesk(local, { gate: join('examples', options.gate.slice(0, 40)), directory, port: 0 });
  return {
    ...localRuns(local.endpoints, local.desk),
    deskUrl: desk.url,
    close: async () => {
      await desk.close();
      await local.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
