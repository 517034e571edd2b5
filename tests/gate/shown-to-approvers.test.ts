import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending } from '../support/stream.ts';

test('an approver is shown why the rules could not be decided, and what the requester did not say', async () => {
  const gate = gateFile({
    tools: {
      buy: {
        description: 'Buys one item.',
        inputSchema: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
        anchors: [{ at: '/item', notFound: 'show' }],
        rules: [{ allow: { because: 'Our own team may.' }, when: { label: 'team', equals: 'ours' } }],
        ifConditionFails: { ask: { approvers: ['morgan'], deadline: '1h' } },
      },
    },
  });
  const made = bench({ gate, harness: scriptedHarness([calling(buying('c1', 'table')), ending('Well.', 'c1')]) });
  await made.drive();
  expect(await made.decide('reject', { call: 'c1' })).toMatchObject({
    kind: 'recorded',
    call: {
      undecided: [expect.stringContaining('the rules cannot be decided')],
      notInRequest: ['/item'],
    },
  });
});
