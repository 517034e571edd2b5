import { expect, test } from 'vitest';
import type { RequestId, RunId } from '../../lib/core/ids.ts';
import { wakeRun } from '../../lib/gate/wake-run.ts';
import { memoryOperational } from '../support/memory-operational.ts';

const place = { runId: 'run-1' as RunId, requestId: 'request-1' as RequestId };

/** Wakes with tokens that are read one after the other; the last one stays. */
async function wake(
  tokens: readonly string[],
  live: readonly string[],
  tokenBefore?: string,
): Promise<readonly string[]> {
  const sent: string[] = [];
  let reads = 0;
  const operational = {
    ...memoryOperational(),
    newestTaskToken: async () => {
      const token = tokens[Math.min(reads, tokens.length - 1)];
      reads += 1;
      return token;
    },
  };
  const callback = {
    wake: async (token: string) => {
      sent.push(token);
      return live.includes(token) ? ('sent' as const) : ('too-old' as const);
    },
  };
  await wakeRun({ operational, callback }, { ...place, tokenBefore });
  return sent;
}

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['the newest token is sent, once', ['t1'], ['t1'], ['t1']],
  ['nothing is sent where nobody waits', [], [], []],
  ['one that has become too old is followed by the one that replaced it', ['t1', 't2'], ['t2'], ['t1', 't2']],
  ['the same old one is not sent twice', ['t1', 't1'], [], ['t1']],
  ['and after the second it stops, whatever comes', ['t1', 't2', 't3'], ['t3'], ['t1', 't2']],
])('%s', async (_, tokens, live, expected) => {
  expect(await wake(tokens, live)).toEqual(expected);
});

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['is sent first, and no other where it still is the newest', ['t0'], ['t0'], ['t0']],
  ['is followed by another one that came meanwhile, though it was taken', ['t1'], ['t0', 't1'], ['t0', 't1']],
  ['and by the one that replaced that', ['t1', 't2'], ['t2'], ['t0', 't1', 't2']],
])('a token that was read before the verdict was recorded %s', async (_, tokens, live, expected) => {
  expect(await wake(tokens, live, 't0')).toEqual(expected);
});
