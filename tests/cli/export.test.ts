import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { commitAfter } from '../../lib/core/commit.ts';
import { type CommandId, viewsIdOf } from '../../lib/core/ids.ts';
import { buying } from '../support/stream.ts';
import { countersign } from './host.ts';
import { type WaitingRun, waitingRun } from './waiting-run.ts';

const line = z.object({ kind: z.string(), hash: z.string().optional(), bytes: z.string().optional() }).loose();

async function exported(words: readonly string[], { ports, made }: WaitingRun) {
  const { code, files } = await countersign(['audit', 'export', ...words, '--out', 'x.jsonl'], ports);
  expect(code).toBe(0);
  const text = files.get('x.jsonl') ?? '';
  return {
    text,
    lines: text
      .trimEnd()
      .split('\n')
      .map((one) => line.parse(JSON.parse(one))),
    runId: made.runId,
  };
}

const verify = (text: string, ...words: string[]) =>
  countersign(['audit', 'verify', '--file', 'x.jsonl', ...words], { files: { 'x.jsonl': text } });

describe('countersign audit export', () => {
  test('writes the bytes that were hashed: whoever has the file needs no code of ours to check them', async () => {
    const waiting = await waitingRun(buying('c1'));
    const { lines } = await exported([waiting.made.runId], waiting);
    const commits = lines.filter(({ kind }) => kind === 'commit');
    expect(commits).toHaveLength(waiting.made.ledger.stored(waiting.made.runId).length);
    let previous: string | null = null;
    for (const { bytes = '', hash = '' } of commits) {
      const raw = Buffer.from(bytes, 'base64');
      expect(createHash('sha256').update(raw).digest('hex')).toBe(hash);
      expect(JSON.parse(raw.toString('utf8'))).toMatchObject({ previous });
      previous = hash;
    }
  });

  test('without --contents no text of anybody is in it, with it every one', async () => {
    const waiting = await waitingRun(buying('c1'));
    const bare = await exported(['--all'], waiting);
    const decoded = bare.lines.map(({ bytes = '' }) => Buffer.from(bytes, 'base64').toString('utf8')).join('');
    expect(decoded).not.toContain('Buy a chair.');
    const full = await exported(['--all', '--contents'], waiting);
    expect(full.lines.map(({ bytes = '' }) => Buffer.from(bytes, 'base64').toString('utf8')).join('')).toContain(
      'Buy a chair.',
    );
    expect((await verify(full.text)).text).toContain('0 are not in the file');
  });

  test('tells runs from the chains beside them, and each in its number', async () => {
    const waiting = await waitingRun(buying('c1'));
    const { made, ports } = waiting;
    const chain = viewsIdOf(waiting.requestId);
    const view = { linkHash: '0'.repeat(64), seemed: 'unknown', because: [], opened: 1, refused: 0 } as const;
    const at = '2026-03-02T09:00:00.000Z';
    const entries = [{ type: 'view.opened', ...view } as const];
    await made.ledger.append(commitAfter(undefined, { chain, at, commandId: 'a' as CommandId, entries }));
    const one = await countersign(['audit', 'export', made.runId, '--out', 'x.jsonl'], ports);
    expect(one.text).toMatch(/^x\.jsonl: 1 run and 1 chain beside \(views, grants, stops\), \d+ commits/);
    expect((await verify(one.files.get('x.jsonl') ?? '')).text).toContain('1 run and 1 chain beside');
    const json = await countersign(['audit', 'export', made.runId, '--out', 'x.jsonl', '--json'], ports);
    expect(json.json()).toMatchObject({ runs: 1, chains: 2 });
  });

  test('is verified offline, with the newest hash to compare', async () => {
    const waiting = await waitingRun(buying('c1'));
    const { text, runId } = await exported(['--all', '--contents'], waiting);
    const { code, text: told, targets } = await verify(text);
    expect(code).toBe(0);
    expect(targets).toEqual([]);
    expect(told).toContain(`${runId} holds.`);
    expect(told).toContain(waiting.made.ledger.stored(runId).at(-1)?.hash);
    const json = await verify(text, '--json');
    expect(json.json()).toMatchObject({ holds: true, findings: [], runs: [{ runId, holds: true }] });
  });
});

describe('a file that was tampered with', () => {
  type Damage = (lines: string[]) => string[];
  const cases: readonly [string, Damage][] = [
    ['a byte of a commit', (all) => all.map((one, at) => (at === 3 ? changedBytes(one) : one))],
    ['a commit left out in the middle', (all) => all.filter((_, at) => at !== 3)],
    ['the newest commit cut off', (all) => withoutLast(all, '"kind":"commit"')],
    ['a whole run left out', (all) => all.filter((one) => one.includes('"kind":"export"'))],
    ['two commits exchanged', (all) => [...all.slice(0, 2), ...all.slice(2, 4).reverse(), ...all.slice(4)]],
    ['a text of a content', (all) => all.map((one) => (one.includes('"kind":"content"') ? changedBytes(one) : one))],
    ['a commit of a run that no line announces', (all) => all.filter((one) => !one.includes('"kind":"run"'))],
  ];

  test.each(cases)('%s is found', async (_, damage) => {
    const waiting = await waitingRun(buying('c1'));
    const { text } = await exported(['--all', '--contents'], waiting);
    const damaged = damage(text.trimEnd().split('\n')).join('\n');
    expect(damaged).not.toBe(text.trimEnd());
    const { code, text: told } = await verify(damaged);
    expect(code).toBe(1);
    expect(told).toContain('DOES NOT HOLD');
    expect((await verify(damaged, '--json')).json()).toMatchObject({ holds: false });
  });

  test.each([
    ['', 'Line 1'],
    ['{}', 'Line 1'],
    ['{"kind":"export","format":"countersign/export/2","exportedAt":"x","runs":0}', 'countersign/export/2'],
    ['{"kind":"run","chain":"run-1","commits":0,"head":null}', 'Line 1'],
    ['no json', 'it is not JSON'],
  ])('%j is no export, and that is said', async (text, named) => {
    const { code, errors } = await verify(text);
    expect([code, errors]).toEqual([2, expect.stringContaining(named)]);
  });
});

function changedBytes(text: string): string {
  const value = line.parse(JSON.parse(text));
  const bytes = Buffer.from(value.bytes ?? '', 'base64');
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  return JSON.stringify({ ...value, bytes: bytes.toString('base64') });
}

function withoutLast(lines: readonly string[], mark: string): string[] {
  const at = lines.findLastIndex((one) => one.includes(mark));
  return lines.filter((_, index) => index !== at);
}
