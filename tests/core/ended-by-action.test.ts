import { expect, test } from 'vitest';
import type { Entry } from '../../lib/core/entries.ts';
import { nextStep } from '../../lib/core/next-step.ts';
import {
  type Acted,
  acted,
  judged,
  recorded,
  results,
  runOf,
  runStarted,
  startedAt,
  turnFinished,
  turnStarted,
} from '../support/history.ts';

interface ActedBy extends Acted {
  readonly tool: string;
}

const caps = { turns: 5, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 3 };

test.each<[string, readonly ActedBy[], { readonly outcome: string; readonly reason: string }]>([
  ['done and verified ends as done', [{ tool: 'pay', status: 'done', seen: 'verified' }], done()],
  ['done with nobody to look ends as done', [{ tool: 'pay', status: 'done', seen: 'unverified' }], done()],
  ['failed ends as the agent says, who was told', [{ tool: 'pay', status: 'failed' }], done()],
  ['refuted ends as refuted', [{ tool: 'pay', status: 'done', seen: 'refuted' }], failed('action.refuted')],
  ['unknown ends as unknown', [{ tool: 'pay', status: 'unknown' }], failed('action.unknown')],
  ['unknown and verified ends as done', [{ tool: 'pay', status: 'unknown', seen: 'verified' }], done()],
  [
    'refuted and then done by the same tool ends as done',
    [
      { tool: 'pay', status: 'done', seen: 'refuted' },
      { tool: 'pay', status: 'done', seen: 'verified' },
    ],
    done(),
  ],
  [
    'refuted and then a look around by another tool ends as refuted',
    [
      { tool: 'pay', status: 'done', seen: 'refuted' },
      { tool: 'look', status: 'done' },
    ],
    failed('action.refuted'),
  ],
  [
    'of two tools the newer trouble is named',
    [
      { tool: 'pay', status: 'done', seen: 'refuted' },
      { tool: 'ship', status: 'unknown' },
    ],
    failed('action.unknown'),
  ],
])('a run whose action was %s', (_title, actions, end) => {
  expect(nextStep(runOf(...history(actions)), { caps, inDoubt: 'fail' }, startedAt + 10_000)).toEqual({
    kind: 'finish',
    ...end,
  });
});

function done() {
  return { outcome: 'done', reason: 'end_turn' };
}

function failed(reason: string) {
  return { outcome: 'failed', reason };
}

function history(actions: readonly ActedBy[]): readonly Entry[] {
  const ids = actions.map((_, index) => `c${index}`);
  return [
    runStarted(),
    turnStarted(1),
    ...actions.map(({ tool }, index) => recorded(1, `c${index}`, tool)),
    turnFinished(1, 'tool_use', { handed: ids }),
    ...ids.map((id) => judged(id, 'allow', { carriedOutBy: 'gate' })),
    ...actions.flatMap((action, index) => acted(`c${index}`, action)),
    turnStarted(2, results(...ids)),
    turnFinished(2, 'end_turn', { delivered: ids }),
  ];
}
