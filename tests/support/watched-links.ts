import type { GateFile } from '../../lib/core/gate-file.ts';
import { bench } from './bench.ts';
import { gatePage } from './gate-page.ts';
import { scriptedHarness } from './scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from './stream.ts';

/** A run that waits, its page as the function serves it, and every wait that an answer made. */
export async function waitingPage(
  options: { readonly calls?: readonly SaidCall[]; readonly gate?: GateFile; readonly origin?: string } = {},
) {
  const { calls = [buying('c1', 'a chair')], gate } = options;
  const made = bench({
    harness: scriptedHarness([calling(...calls), ending('Done.', ...calls.map(({ id }) => id))]),
    ...(gate === undefined ? {} : { gate }),
  });
  await made.drive();
  const pauses: number[] = [];
  const ports = { ...made.ports, pause: async (milliseconds: number) => void pauses.push(milliseconds) };
  const page = gatePage(ports, options.origin === undefined ? {} : { origin: options.origin });
  const [requestId] = [...(await made.run()).requests.keys()];
  if (requestId === undefined) throw new Error('Nobody is asked.');
  return {
    ...made,
    ports,
    page,
    pauses,
    requestId,
    link: made.secretOf('morgan@example.com'),
    views: () => made.ledger.stored(`views-${requestId}`),
    told: () => made.ledger.stored(made.runId),
  };
}

/** The same link with one character of its secret another one. */
export function wrongSecretOf(link: string): string {
  return `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
}

/** A link of the right shape that nobody was sent. */
export const unknownLink = 'A'.repeat(44);
