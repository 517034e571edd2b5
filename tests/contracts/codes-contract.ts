import { expect, test } from 'vitest';
import type { Codes } from '../../lib/gate/ports.ts';

let made = 0;

/** What every store of codes does. */
export function codesContract(codes: () => Codes): void {
  const code = (linkHash: string, issuedAt: string) => {
    made += 1;
    return { codeId: `notice-${made}`, linkHash, issuedAt, mac: 'a'.repeat(64) };
  };

  test('of a link the newest code is found, and of another link none', async () => {
    const older = code('link-of-two', '2026-03-02T09:00:00.000Z');
    const newer = code('link-of-two', '2026-03-02T09:05:00.000Z');
    await codes().put(newer);
    await codes().put(older);
    expect(await codes().newest('link-of-two')).toEqual(newer);
    expect(await codes().newest('another')).toBeUndefined();
  });

  test('of twenty tries at once exactly five are taken, each number once, and none later', async () => {
    const { codeId } = code('tried', '2026-03-02T09:00:00.000Z');
    const tries = await Promise.all(Array.from({ length: 20 }, () => codes().claimTry(codeId, 5)));
    expect(tries.filter((one) => one !== undefined).toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(await codes().claimTry(codeId, 5)).toBeUndefined();
    expect(await codes().claimTry(`${codeId}x`, 5)).toBe(1);
  });
}
