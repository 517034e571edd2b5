import { expect, test } from 'vitest';
import type { Json } from '../../lib/core/canonical-json.ts';
import { sealedCauses, sealedProblems } from '../../lib/gate/ruled-detail.ts';
import { sealJson } from '../../lib/gate/seal.ts';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { gatePage } from '../support/gate-page.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

const words = 'The label team is not there, so the rules cannot be decided.';
const cause = { kind: 'undecidable', why: { kind: 'condition.absent', place: { label: 'team' } } } as const;

/** A run in which people are asked since a condition cannot be decided. */
async function undecided() {
  const gate = gateFile({
    approvers: {
      morgan: { name: '森', mail: 'morgan@example.com', language: 'ja' },
      alex: { name: 'Alex Kim', mail: 'alex@example.com' },
    },
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object' },
        rules: [{ allow: { because: 'Ours.' }, when: { label: 'team', equals: 'office' } }, { refuse: {} }],
        ifConditionFails: { ask: { approvers: ['morgan', 'alex'], deadline: '1h' } },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1')), ending('Well.', 'c1')]) });
  await made.drive();
  return made;
}

test('each person reads in their own language why the rules could not be decided', async () => {
  const made = await undecided();
  const page = gatePage(made.ports);
  const { html } = await page.get(made.secretOf('morgan@example.com'));
  expect(html).toContain('ラベル team がありません。そのため、ルールだけでは判断できません。');
  expect(html).not.toContain('The label team');
  expect((await page.get(made.secretOf('alex@example.com'))).html).toContain(words);
});

test.each<readonly [string, Json, unknown]>([
  ['what an older gate sealed', { problems: [words] }, [words]],
  [
    'causes that say something else than the words',
    { problems: [words], causes: [{ kind: 'edit.unchanged' }] },
    [words],
  ],
  ['a kind that is not known', { problems: [words], causes: [{ kind: 'of.tomorrow' }] }, [words]],
  ['a kind that every object has', { problems: [words], causes: [{ kind: 'constructor' }] }, [words]],
  ['fewer causes than words', { problems: [words, words], causes: [cause] }, [cause, words]],
  ['causes that lack what their words need', { problems: [words], causes: [{ kind: 'undecidable' }] }, [words]],
  ['no causes at all', { problems: [words], causes: 'none' }, [words]],
  ['both, as they are sealed now', { problems: [words], causes: [cause] }, [cause]],
])('%s is read as what it is', async (_, detail, expected) => {
  const made = await undecided();
  const run = await made.run();
  const [call] = run.calls;
  if (call?.policy === undefined) throw new Error('The call was not judged.');
  const sealed = { ...call, policy: { ...call.policy, detail: await sealJson(made.ports, run.id, detail) } };
  expect(await sealedCauses(made.ports, run, sealed)).toEqual(expected);
  expect(await sealedProblems(made.ports, run, sealed)).toEqual((detail as { readonly problems: Json }).problems);
});
