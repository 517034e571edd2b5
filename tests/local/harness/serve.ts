import { readFileSync } from 'node:fs';
import { movableClock } from '../../../lib/local/clock.ts';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';
import { startHarness } from '../../../lib/local/harness/start-harness.ts';

// A harness in a process of its own, for tests that kill it: serve.ts DIRECTORY SCRIPT ARN DELAY_MS
const [directory = '', script = '', arn = '', delayMs = '0'] = process.argv.slice(2);
const { url } = await startHarness({
  directory,
  clock: movableClock(),
  harnesses: [{ arn, agent: parseAgentScript(readFileSync(script, 'utf8'), 'test/agent.yaml') }],
  settings: { eventDelayMs: Number(delayMs) },
});
process.stdout.write(`${url}\n`);
