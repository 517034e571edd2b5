import { gateWarnings } from '../lib/core/gate-file-warnings.ts';
import { serveDesk } from './serve-desk.ts';
import { type Local, writeEndpoints } from './serve-local.ts';
import { readStartArguments } from './start-arguments.ts';
import { startLocal } from './start-local.ts';

const args = readStartArguments(process.argv.slice(2));
if (args.kind === 'refused') {
  process.stderr.write(`${args.message}\n`);
  process.exit(2);
}
if (args.kind === 'help') {
  process.stdout.write(`${args.text}\n`);
  process.exit(0);
}
try {
  const local = await startLocal(args.options);
  for (const warning of gateWarnings(local.gate)) process.stderr.write(`Warning: ${warning}\n`);
  const desk = await serveDesk(local, args.options);
  writeEndpoints(local.directory, { ...local.endpoints, deskUrl: desk.url });
  process.stdout.write(welcome(local, desk.url));
  // The first click should not be a cold start.
  local.desk.warm();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void desk
        .close()
        .then(local.close)
        .then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function welcome({ gate, directory, endpoints }: Local, deskUrl: string): string {
  return `
Countersign serves the gate ${gate.gate} (${gate.stage}) on this machine.

  The desk            ${deskUrl}
  The approval page   ${endpoints.pageUrl}
  For programs        ${directory}/endpoints.json
  What happens        ${directory}/desk.log

Start a run at the desk. Ctrl-C stops; the next start goes on where this one was.
`;
}
