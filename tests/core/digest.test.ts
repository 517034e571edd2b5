import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, fingerprintOf } from '../../lib/core/digest.ts';
import { commitment } from '../../lib/core/hashes.ts';
import type { ToolUseId } from '../../lib/core/ids.ts';
import type { CallState, Run } from '../../lib/core/run.ts';
import { asked, runOf, runStarted } from '../support/history.ts';

const run = runOf(...asked);
const call = run.calls[0] ?? fail();
const digest = digestOf(run, call, 'policy-1');

function fail(): never {
  throw new Error('The history has no call.');
}

const started = (changes: Parameters<typeof runStarted>[0]): Run => ({ ...run, started: runStarted(changes) });

test.each<[string, Run, CallState, string]>([
  ['the tool', run, { ...call, name: 'sell' }, 'policy-1'],
  [
    'the input',
    run,
    { ...call, input: { ...call.input, commitment: `${call.input.commitment.slice(0, -1)}0` } },
    'policy-1',
  ],
  ['the id of the call', run, { ...call, toolUseId: 'c2' as ToolUseId }, 'policy-1'],
  ['the session', run, { ...call, epoch: 1 }, 'policy-1'],
  ['the execution', started({ executionName: 'second' }), call, 'policy-1'],
  ['the harness', started({ harness: { arn: 'arn:other', qualifier: 'DEFAULT' } }), call, 'policy-1'],
  ['the endpoint', started({ harness: { arn: 'arn:harness', qualifier: 'live' } }), call, 'policy-1'],
  ['the policy', run, call, 'policy-2'],
])('%s changes the digest', (_, otherRun, otherCall, policy) => {
  expect(digestOf(otherRun, otherCall, policy)).not.toBe(digest);
});

test('nothing else does: what is known of the call later leaves it as it was shown', () => {
  expect(digestOf(run, { ...call, handedIn: 9, delivered: true, verdicts: [] }, 'policy-1')).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test('one byte of difference anywhere in the input makes another digest', () => {
  const salt = new Uint8Array(32).fill(7);
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      (bytes, at, by) => {
        const changed = Uint8Array.from(bytes);
        changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ by;
        const digestFor = (input: Uint8Array) =>
          digestOf(run, { ...call, input: { ...call.input, commitment: commitment(salt, input) } }, 'policy-1');
        expect(digestFor(changed)).not.toBe(digestFor(bytes));
        expect(digestFor(Uint8Array.from(bytes))).toBe(digestFor(bytes));
      },
    ),
  );
});

test('a fingerprint is the same for the same call in any order of members, and another in another run', () => {
  const input = { item: 'pen', amount: 1.5 };
  const print = fingerprintOf('salt', { tool: 'buy', input });
  expect(fingerprintOf('salt', { tool: 'buy', input: { amount: 1.5, item: 'pen' } })).toBe(print);
  expect(fingerprintOf('other', { tool: 'buy', input })).not.toBe(print);
  expect(fingerprintOf('salt', { tool: 'sell', input })).not.toBe(print);
  expect(fingerprintOf('salt', { tool: 'buy', input: { item: 'pen', amount: 1.6 } })).not.toBe(print);
});
