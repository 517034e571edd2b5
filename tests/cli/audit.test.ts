import { describe, expect, test } from 'vitest';
import { commitAfter } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { commitment } from '../../lib/core/hashes.ts';
import type { CommandId, ContentId, RunId } from '../../lib/core/ids.ts';
import { memoryContents } from '../support/memory-contents.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { countersign } from './host.ts';

const runId = 'run-00000000000000000000000000000001' as RunId;

/** One run that was started and ended, with its start sealed; and what a command printed about it. */
async function audited(
  argv: readonly string[],
  damage: (stores: {
    ledger: ReturnType<typeof memoryLedger>;
    contents: ReturnType<typeof memoryContents>;
  }) => void = () => undefined,
) {
  const ledger = memoryLedger();
  const contents = memoryContents();
  const salt = new Uint8Array(32).fill(7);
  const bytes = new TextEncoder().encode('{"prompt":"Buy \\u001b[31mred\\u001b[0m ink","requester":"dana"}');
  const start = { contentId: 'start' as ContentId, commitment: commitment(salt, bytes), size: bytes.length };
  await contents.put(runId, { contentId: start.contentId, salt, bytes });
  const started: Entry = {
    type: 'run.started',
    runId,
    executionArn: 'arn:aws:states:us-east-1:123456789012:execution:gate:one',
    machineArn: 'arn:aws:states:us-east-1:123456789012:stateMachine:gate',
    executionName: 'one',
    executionStartedAt: '2027-01-01T00:00:00.000Z',
    gate: 'gate',
    stage: 'dev',
    harness: { arn: 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/any-AbCdEf1234', qualifier: 'DEFAULT' },
    policyVersion: '0'.repeat(64),
    requesterAssurance: 'claimed',
    start,
  };
  const first = commitAfter(undefined, {
    chain: runId,
    at: '2027-01-01T00:00:00.000Z',
    commandId: 'a' as CommandId,
    entries: [started],
  });
  const second = commitAfter(first, {
    chain: runId,
    at: '2027-01-01T00:00:01.000Z',
    commandId: 'b' as CommandId,
    entries: [{ type: 'run.finished', outcome: 'stopped', reason: 'caps.turns' }],
  });
  for (const commit of [first, second]) await ledger.append(commit);
  damage({ ledger, contents });
  return { ...(await countersign(argv, { ledger, contents })), head: second.hash };
}

describe('countersign audit', () => {
  test('shows a run as a story in which nothing can move the cursor of a terminal', async () => {
    const { code, text } = await audited(['audit', 'show', runId]);
    expect(code).toBe(0);
    expect(text).toContain('The run started');
    expect(text).toContain('Requester (claimed): dana');
    expect(text).toContain('The run ended: stopped');
    expect(text).not.toContain('\u001b');
  });

  test('verifies a run and says what it cannot see', async () => {
    const { code, text, head } = await audited(['audit', 'verify', runId]);
    expect(code).toBe(0);
    expect(text).toContain(`${runId} holds.`);
    expect(text).toContain(`2 commits; the newest is ${head}`);
    expect(text).toContain('1 sealed texts match');
    expect(text).toContain('It cannot see');
  });

  test('ends with 1 and the place when a byte of a commit was changed', async () => {
    const { code, text } = await audited(['audit', 'verify', runId], ({ ledger }) => {
      const bytes = ledger.stored(runId)[0]?.bytes;
      if (bytes !== undefined) bytes[20] = (bytes[20] ?? 0) ^ 1;
    });
    expect(code).toBe(1);
    expect(text).toContain(`${runId} DOES NOT HOLD: commit 0`);
  });

  test('prints JSON that a program can read', async () => {
    const { code, text, head } = await audited(['audit', 'verify', runId, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({
      runId,
      holds: true,
      commits: 2,
      head: { seq: 1, hash: head },
      findings: [],
    });
  });

  test('ends with 3 for a run that is not there, and says how one is named', async () => {
    const { code, errors } = await audited(['audit', 'show', 'run-of-nobody']);
    expect(code).toBe(3);
    expect(errors).toContain('run-of-nobody');
  });

  test.each([
    [[]],
    [['audit']],
    [['audit', 'erase', runId]],
    [['audit', 'show']],
    [['audit', 'show', runId, 'more']],
    [['audit', 'show', runId, '--loud']],
    [['audit', 'verify']],
    [['audit', 'verify', runId, '--file', 'x']],
  ])('answers %j with how it is used, and does nothing', async (argv) => {
    const { code, text, errors, targets } = await countersign(argv);
    expect(code).toBe(2);
    expect(text).toBe('');
    expect(errors).toContain('Usage: countersign');
    expect(targets).toEqual([]);
  });
});
