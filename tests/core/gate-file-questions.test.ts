import { expect, test } from 'vitest';
import type { JsonObject } from '../../lib/core/canonical-json.ts';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { gateFile } from '../support/gate-files.ts';

const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/purchasing-AbCdEf1234';
const ask = (changes: JsonObject = {}) => ({ ask: { approvers: ['morgan'], deadline: '2h', ...changes } });
const doubting = (changes: JsonObject = {}) => ({ harness: { arn, inDoubt: ask(changes) } });

test('people can be asked about caps and about turns in doubt, by person and by group', () => {
  const gate = gateFile({
    groups: { both: ['morgan', 'alex'] },
    onCap: ask({ approvers: ['both'], quorum: 2 }),
    ...doubting(),
  });
  expect(gate.onCap).toMatchObject({ kind: 'ask', approvers: ['morgan', 'alex'], quorum: 2, deadlineSeconds: 7200 });
  expect(gate.harness).toMatchObject({ inDoubt: 'ask', inDoubtAsk: { approvers: ['morgan'] } });
});

test.each<[string, JsonObject, RegExp]>([
  ['somebody who does not exist', { onCap: ask({ approvers: ['nobody'] }) }, /onCap\.ask\.approvers\[0\].*nobody/],
  ['too few for the quorum', doubting({ quorum: 2 }), /harness\.inDoubt\.ask\.quorum/],
  ['somebody who cannot sign', { onCap: ask({ assurance: 'iam' }) }, /onCap\.ask\.approvers\[0\].*no iam/],
  ['a topic that does not exist', doubting({ topic: 'nowhere' }), /harness\.inDoubt\.ask\.topic/],
])('asking %s is refused', (_, changes, why) => {
  expect(() => gateFile(changes)).toThrow(why);
});

test('whoever is only asked about the run is not called unused', () => {
  const tools = { look: { description: 'Looks.', effect: 'read', inputSchema: { type: 'object' }, rule: 'refuse' } };
  const unused = (changes: JsonObject) => gateWarnings(gateFile({ tools, topics: {}, ...changes })).join();
  expect(unused({ onCap: ask() })).not.toContain('approvers.morgan');
  expect(unused({})).toContain('approvers.morgan');
});
