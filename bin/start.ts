import { startLocal } from './start-local.ts';
import { readStartArguments } from './start-arguments.ts';

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
  process.stdout.write(`${local.welcome}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void local.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
