import { expect, test } from 'vitest';
import { commitAfter, type Head } from '../../lib/core/commit.ts';
import type { GrantEntry } from '../../lib/core/grant.ts';
import type { CommandId, GrantId, ToolUseId } from '../../lib/core/ids.ts';
import type { GateChains } from '../../lib/gate/ports.ts';

let grants = 0;

function commitOf(chain: GrantId, head: Head | undefined, toolUseId: string) {
  const entry: GrantEntry = { type: 'grant.used', toolUseId: toolUseId as ToolUseId };
  const at = '2026-03-02T09:00:00.000Z';
  return commitAfter(head, { chain, at, commandId: 'command' as CommandId, entries: [entry] });
}

/** What the chains of grants and of the stop do, whatever they are made of. */
export function gateChainsContract(chains: () => GateChains): void {
  const newGrant = () => {
    grants += 1;
    return `grant-contract-${grants}` as GrantId;
  };

  test('of a chain the newest two commits are read, in order', async () => {
    const grant = newGrant();
    expect(await chains().newest(grant)).toEqual([]);
    let head: Head | undefined;
    // Twelve, so that 10 must not sort before 2.
    for (let seq = 0; seq < 12; seq += 1) {
      const commit = commitOf(grant, head, `call-${seq}`);
      expect(await chains().append(commit)).toBe('appended');
      head = commit;
    }
    expect((await chains().newest(grant)).map(({ seq }) => seq)).toEqual([10, 11]);
  });

  test('of fifty who append at once exactly one gets the number', async () => {
    const grant = newGrant();
    const writers = Array.from({ length: 50 }, (_, at) => commitOf(grant, undefined, `call-${at}`));
    const answers = await Promise.all(writers.map((commit) => chains().append(commit)));
    expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1);
    expect(await chains().newest(grant)).toHaveLength(1);
  });
}
