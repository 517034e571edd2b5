import { movableClock } from '../../../lib/local/clock.ts';
import { startStepFunctions } from '../../../lib/local/states/server.ts';

// The process that kill.test.ts kills: a Step Functions whose functions do nothing.
const [directory = ''] = process.argv.slice(2);
const { url } = await startStepFunctions({
  directory,
  clock: movableClock(),
  invokeFunction: async () => ({ payload: 'null', executedVersion: '$LATEST' }),
  region: 'eu-central-1',
  account: '111122223333',
  log: (message, error) => process.stderr.write(`${message}: ${String(error)}\n`),
});
process.stdout.write(`${url}\n`);
