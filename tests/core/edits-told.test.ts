import { describe, expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { resultOf } from '../../lib/core/result-text.ts';

interface Said {
  readonly message: string;
  readonly arguments?: Json;
  readonly edits: {
    readonly by: readonly string[];
    readonly changes: readonly unknown[];
    readonly changesMissing?: number;
  };
}

function said(values: { readonly before: Json; readonly after: Json } | undefined, more: object = {}) {
  const edits = { by: ['morgan'], ...(values === undefined ? {} : { values }) };
  const digest = 'a1b2c3d4'.repeat(8);
  const closed = { kind: 'closed', outcome: 'approved-with-edits', digest, by: ['morgan'], edits, ...more } as const;
  const { status, text } = resultOf('buy', closed);
  return { status, size: text.length, ...(JSON.parse(text) as Said) };
}

describe('what people made of a call', () => {
  test('is told change by change, with what was and what is; a side where nothing stands is left out', () => {
    const { edits, status } = said({ before: { a: 1, gone: true, same: 0 }, after: { a: '1', b: [2], same: 0 } });
    expect(edits).toEqual({
      by: ['morgan'],
      changes: [
        { at: '/a', before: 1, after: '1' },
        { at: '/gone', before: true },
        { at: '/b', after: [2] },
      ],
    });
    expect(status).toBe('success');
  });

  test('does not crowd the conversation out: long values are cut and say so, and so is a long list', () => {
    const members = Array.from({ length: 300 }, (_, at) => [`m${at}`, 'long '.repeat(5_000)] as const);
    const { edits, size } = said({ before: {}, after: Object.fromEntries(members) });
    expect(edits.changes).toHaveLength(50);
    expect(edits.changesMissing).toBe(250);
    expect(edits.changes[0]).toMatchObject({ afterBytesMissing: 25_002 - 512 });
    expect(size).toBeLessThan(48 * 1024);
  });

  test('is nothing where one put back what another had changed', () => {
    expect(said({ before: { a: 1 }, after: { a: 1 } }).edits.changes).toEqual([]);
  });

  test('is said to be erased where it was', () => {
    expect(said(undefined).edits.changes).toBe('erased');
  });

  test('stands there whole where the agent has to make that very call, however long it is', () => {
    const after = { text: 'x'.repeat(30_000) };
    const granted = said({ before: { text: 'y' }, after }, { grantedUntil: '2026-03-02T10:00:00.000Z' });
    expect(granted.arguments).toEqual(after);
    expect(granted.message).toContain('with exactly what stands under arguments');
    expect(said({ before: { text: 'y' }, after })).not.toHaveProperty('arguments');
  });

  test('does not read like an approval of what the agent had asked for', () => {
    const { message } = said({ before: { a: 1 }, after: { a: 2 } });
    expect(message).toContain('What you asked for was not approved');
    expect(message).not.toContain('exactly as you made it');
  });
});
