import { expect, test } from 'vitest';
import { bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { assistant, buying, calling, ending, hooked, resultEvents } from '../support/stream.ts';

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
      undecided: [{ kind: 'undecidable' }],
      notInRequest: ['/item'],
    },
  });
});

test('an approver is shown what the harness ran before, if it was no mere look and was not denied', async () => {
  const ran = (id: string, tool: string, status: 'success' | 'error') => [
    ...assistant({ calls: [{ id, tool }] }, 'tool_use'),
    hooked('allow', id),
    ...resultEvents([{ id, status }]),
  ];
  const harness = scriptedHarness([
    [
      ...ran('h1', 'shell', 'success'),
      ...ran('h2', 'shell', 'error'),
      // Its result is never streamed.
      ...assistant({ calls: [{ id: 'h3', tool: 'browser' }] }, 'tool_use'),
      hooked('allow', 'h3'),
      ...assistant({ calls: [{ id: 'h4', tool: 'shell' }] }, 'tool_use'),
      hooked('deny', 'h4'),
      ...resultEvents([{ id: 'h4', status: 'error' }]),
      ...calling(buying('c1', 'table')),
    ],
    ending('Well.', 'c1'),
  ]);
  const made = bench({ harness });
  await made.drive();
  const answer = await made.decide('reject', { call: 'c1' });
  const did = 'request' in answer ? answer.request.did : [];
  expect(did.map(({ tool, cameTo }) => [tool, cameTo])).toEqual([
    ['shell', 'ran'],
    ['shell', 'ran-with-error'],
    ['browser', 'unknown'],
  ]);
});

test('an approver is shown what people turned down earlier in the run, by whom and why, and not what the same request asks', async () => {
  const harness = scriptedHarness([
    calling(buying('c1', 'table')),
    calling(buying('c2', 'chair'), buying('c3', 'lamp')),
    ending('Well.', 'c2', 'c3'),
  ]);
  const made = bench({ harness });
  await made.drive();
  await made.decide('reject', { call: 'c1', comment: 'We have one.' });
  await made.drive();
  await made.decide('reject', { call: 'c2', comment: 'Nor this.' });
  const answer = await made.decide('approve', { call: 'c3' });
  expect('request' in answer ? answer.request.turnedDown : []).toMatchObject([
    {
      tool: 'buy',
      outcome: 'rejected',
      by: [{ id: 'morgan', name: 'Morgan Reyes', words: { kind: 'text', text: 'We have one.' } }],
    },
  ]);
});
