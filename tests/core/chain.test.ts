import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkChain, commitAfter, inCommits, maxCommitBytes, type StoredCommit } from '../../lib/core/commit.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ApproverId, CommandId } from '../../lib/core/ids.ts';
import { asksPerTurn } from '../../lib/core/policy.ts';
import { asked, chainOf, judged, recorded, requested, runId, runStarted, storedOf } from '../support/history.ts';

const anyEntry: fc.Arbitrary<Entry> = fc.oneof(
  fc.constantFrom<Entry>(...asked),
  fc.stringMatching(/^[a-z]{1,8}$/).map((id) => recorded(1, id)),
  fc.stringMatching(/^[a-z]{1,8}$/).map((id) => judged(id, 'ask')),
);

const anyChain = fc
  .array(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 })
  .map((parts) => storedOf(chainOf(...parts.map((entries, at) => ({ at: new Date(at).toISOString(), entries })))));

const findings = (stored: readonly StoredCommit[]) => checkChain(runId, stored).findings;

describe('a chain', () => {
  test('holds as it was written, and gives every commit back', () => {
    fc.assert(
      fc.property(anyChain, (stored) => {
        const check = checkChain(runId, stored);
        expect(check.findings).toEqual([]);
        expect(check.commits.map((commit) => commit.hash)).toEqual(stored.map((item) => item.hash));
        expect(check.head).toEqual({ seq: stored.length - 1, hash: stored.at(-1)?.hash });
      }),
    );
  });

  test('that is empty holds and has no head', () => {
    expect(checkChain(runId, [])).toEqual({ commits: [], head: undefined, findings: [] });
  });

  test('begins with number 0 and nothing before it, and each commit follows the hash of the last', () => {
    const [first, second] = chainOf(...asked);
    expect(first).toMatchObject({ seq: 0, previous: null });
    expect(second).toMatchObject({ seq: 1, previous: first?.hash });
    expect(first?.hash).toBe(sha256Hex(first?.bytes ?? ''));
  });
});

describe('damage is found:', () => {
  const damaged = (damage: (stored: StoredCommit[], at: number) => boolean) =>
    fc.property(anyChain, fc.nat(), (stored, where) => {
      const copy = stored.map((item) => ({ ...item, bytes: Uint8Array.from(item.bytes) }));
      fc.pre(damage(copy, where % copy.length));
      expect(findings(copy)).not.toEqual([]);
    });

  test('any changed bit of any commit', () => {
    fc.assert(
      fc.property(anyChain, fc.nat(), fc.nat(), fc.nat(7), (stored, where, offset, bit) => {
        const copy = stored.map((item) => ({ ...item, bytes: Uint8Array.from(item.bytes) }));
        const bytes = copy[where % copy.length]?.bytes ?? new Uint8Array();
        const at = offset % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        expect(findings(copy)).not.toEqual([]);
      }),
    );
  });

  test('a changed commit that is kept under its new hash, unless it is the last', () => {
    fc.assert(
      damaged((stored, at) => {
        const item = stored[at];
        if (item === undefined || at === stored.length - 1) return false;
        const bytes = new TextEncoder().encode(
          new TextDecoder().decode(item.bytes).replace(/1970|"turn":1/, '"turn":2'),
        );
        stored[at] = { ...item, bytes, hash: sha256Hex(bytes) };
        return Buffer.compare(bytes, item.bytes) !== 0;
      }),
    );
  });

  test('a commit that was taken out, unless it is the last', () => {
    fc.assert(damaged((stored, at) => at < stored.length - 1 && stored.splice(at, 1).length === 1));
  });

  test('commits that were taken out of the middle and the rest numbered anew', () => {
    fc.assert(
      damaged((stored, at) => {
        if (at === 0 || at >= stored.length - 1) return false;
        stored.splice(at, 1);
        for (const [seq, item] of stored.entries()) stored[seq] = { ...item, seq };
        return true;
      }),
    );
  });

  test('a commit that was put in, a copy or one of its own', () => {
    fc.assert(
      damaged((stored, at) => {
        const item = stored[at];
        return item !== undefined && stored.splice(at, 0, item).length === 0;
      }),
    );
    const [first, ...rest] = storedOf(chainOf(...asked));
    const head = first === undefined ? undefined : { seq: first.seq, hash: first.hash };
    const foreign = commitAfter(head, {
      chain: runId,
      at: '2026-03-02T09:00:00.500Z',
      commandId: 'forged' as CommandId,
      entries: [judged('c1', 'allow')],
    });
    if (first === undefined) throw new Error('The chain is empty.');
    expect(findings([first, ...storedOf([foreign]), ...rest])).not.toEqual([]);
  });

  test('commits in another order', () => {
    fc.assert(
      damaged((stored, at) => {
        const [moved] = stored.splice(at, 1);
        if (moved === undefined || stored.length === 0) return false;
        stored.splice((at + 1) % (stored.length + 1), 0, moved);
        return true;
      }),
    );
  });

  test('a chain that was kept for another run', () => {
    expect(checkChain('run-other', storedOf(chainOf(...asked))).findings.join('\n')).toContain('belongs to chain');
  });

  test.each([
    ['no JSON', 'not json'],
    ['JSON of another kind', '{"format":"something else"}'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('bytes that are %s, and the other commits can still be looked at', (_, text) => {
    const stored = [...storedOf(chainOf(...asked))];
    const bytes = new TextEncoder().encode(text);
    stored[2] = { chain: runId, seq: 2, bytes, hash: sha256Hex(bytes) };
    const check = checkChain(runId, stored);
    expect(check.findings.join('\n')).toContain('commit 2: its bytes are not');
    expect(check.commits).toHaveLength(asked.length - 1);
  });
});

describe('sizes', () => {
  test('a commit that is larger than one may be is not made', () => {
    const entries = Array.from({ length: 300 }, (_, at) => recorded(1, `call-${at}`));
    const facts = { chain: runId, at: '2026-03-02T09:00:00.000Z', commandId: 'c' as CommandId };
    expect(() => commitAfter(undefined, { ...facts, entries })).toThrow(/65536 bytes/);
    const parts = inCommits(entries);
    for (const part of parts)
      expect(commitAfter(undefined, { ...facts, entries: part }).bytes.length).toBeLessThan(maxCommitBytes);
    expect(parts.flat()).toEqual(entries);
  });

  test('parting keeps every entry, in order, and makes no empty part', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 300 }), (entries) => {
        const parts = inCommits(entries);
        expect(parts.flat()).toEqual(entries);
        expect(parts.every((part) => part.length > 0)).toBe(true);
      }),
      { numRuns: 30 },
    );
    expect(inCommits([runStarted()])).toEqual([[runStarted()]]);
  });
});

test('the largest request that a gate file allows fits into one commit', () => {
  const approvers = Array.from({ length: 20 }, (_, at) => String(at).padStart(64, 'a') as ApproverId);
  const request = requested(1, ...Array.from({ length: asksPerTurn }, (_, at) => String(at).padStart(64, 'c')));
  const calls = request.calls.map((call) => ({
    ...call,
    approvers: [...approvers, `topic:${'t'.repeat(64)}` as ApproverId],
  }));
  const facts = { chain: runId, at: '2026-03-02T09:00:00.000Z', commandId: '0'.repeat(36) as CommandId };
  const commit = commitAfter(undefined, { ...facts, entries: [{ ...request, calls }] });
  expect(commit.bytes.length).toBeLessThan(maxCommitBytes);
});
