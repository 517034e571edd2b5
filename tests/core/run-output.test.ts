import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActionStatus } from '../../lib/core/action-entries.ts';
import { callsToRestate, restatement, restatementMarker } from '../../lib/core/restatement.ts';
import { runOutput } from '../../lib/core/run-output.ts';
import { knownStopReasons, meaningOf } from '../../lib/core/stop-reason.ts';
import {
  acted,
  asked,
  closed,
  judged,
  recorded,
  results,
  retired,
  runOf,
  runStarted,
  turnFailed,
  turnFinished,
  turnStarted,
  verdict,
} from '../support/history.ts';

const finished = { outcome: 'failed' as const, reason: 'turn.in-doubt' };
const approved = runOf(...asked, verdict('c1'), closed('c1', 'approved'));

test('the output says what the ledger says, and the claim beside it as unverified', () => {
  expect(runOutput(approved, { outcome: 'done', reason: 'end_turn' }, 'All done!')).toEqual({
    runId: approved.id,
    outcome: 'done',
    guard: 'unguarded',
    reason: 'end_turn',
    claim: { text: 'All done!', verified: false },
    turns: 1,
    tokens: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    verdicts: {
      c1: { tool: 'buy', outcome: 'approved', by: ['morgan'], digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
  expect(runOutput(approved, finished, undefined).claim).toBeNull();
});

test.each<[string, ActionStatus | undefined, 'verified' | 'refuted' | 'unverified' | undefined, object]>([
  ['done and seen', 'done', 'verified', { status: 'done', verified: true }],
  ['done and refuted', 'done', 'refuted', { status: 'done', verified: false }],
  ['done and nobody could look', 'done', 'unverified', { status: 'done', verified: null }],
  ['done and nobody looked', 'done', undefined, { status: 'done', verified: null }],
  ['unknown', 'unknown', undefined, { status: 'unknown', verified: null }],
  ['to be tried again when the run was stopped', 'retry', undefined, { status: 'not-done', verified: null }],
  ['under way when the run ended', undefined, undefined, { status: 'unknown', verified: null }],
])('an allowed call is told with its rule, and its action that was %s', (_, status, seen, action) => {
  const run = runOf(
    runStarted(),
    turnStarted(1),
    recorded(1, 'c1'),
    turnFinished(1, 'tool_use', { handed: ['c1'] }),
    judged('c1', 'allow', { carriedOutBy: 'gate' }),
    ...acted('c1', { status, seen }),
  );
  expect(runOutput(run, finished, undefined).verdicts).toEqual({
    c1: { tool: 'buy', outcome: 'allowed', by: [], rule: 'tools.buy.rule', action },
  });
});

test('a call that passed and that nobody began to carry out is not done', () => {
  const run = runOf(...asked, verdict('c1'), closed('c1', 'approved'));
  const calls = run.calls.map((call) =>
    call.policy === undefined ? call : { ...call, policy: { ...call.policy, carriedOutBy: 'gate' as const } },
  );
  expect(runOutput({ ...run, calls }, finished, undefined).verdicts['c1']).toMatchObject({
    outcome: 'approved',
    action: { status: 'not-done', verified: null },
  });
});

test('a call that the rules refused is told with the rule', () => {
  const handed = turnFinished(1, 'tool_use', { handed: ['c1'] });
  const run = runOf(runStarted(), turnStarted(1), recorded(1, 'c1'), handed, judged('c1', 'refuse'));
  expect(runOutput(run, finished, undefined).verdicts).toEqual({
    c1: { tool: 'buy', outcome: 'refused', by: [], rule: 'tools.buy.rule' },
  });
});

test('a call that was handed over and never answered is told as that', () => {
  expect(runOutput(runOf(...asked), finished, undefined).verdicts['c1']).toMatchObject({ outcome: 'none', by: [] });
});

test('the cause of a failed run is never longer than Step Functions takes, whatever the agent wrote and however often it called', () => {
  const ids = Array.from({ length: 250 }, (_, at) => `${at}`.padStart(64, 'x'));
  const run = runOf(
    runStarted(),
    turnStarted(1),
    ...ids.map((id) => recorded(1, id, 'n'.repeat(64))),
    turnFinished(1, 'tool_use', { handed: ids }),
    ...ids.map((id) => judged(id, 'refuse', { rule: `tools.${'n'.repeat(64)}.limits.sums[9]` })),
  );
  const text = fc.oneof(
    fc.constantFrom('\u0000', '"', '\\', '\n', '🚢', 'a', '\ud83d').map((unit) => unit.repeat(20_000)),
    fc.string({ unit: 'binary', maxLength: 20_000 }),
  );
  fc.assert(
    fc.property(text, (words) => {
      const cause = JSON.stringify(runOutput(run, finished, words));
      expect(cause.length).toBeLessThan(32_768);
      expect(cause.isWellFormed()).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a claim that was shortened says by how much', () => {
  expect(runOutput(approved, finished, 'x'.repeat(10_000)).claim).toMatchObject({ shortenedBy: 2_000 });
});

test('only an end of the model and a stop sequence end a run, only tool_use owes, and whatever is not known fails', () => {
  const by = (meaning: string) => knownStopReasons.filter((reason) => meaningOf(reason) === meaning);
  expect(by('ended')).toEqual(['end_turn', 'stop_sequence']);
  expect(by('owes')).toEqual(['tool_use']);
  expect(by('cut-off')).toEqual(['timeout_exceeded', 'max_iterations_exceeded']);
  for (const unknown of ['', 'END_TURN', 'constructor', 'novelty']) expect(meaningOf(unknown)).toBe('failed');
});

test('a new session is told the task and every answer of the sessions before, and nothing that has no answer', () => {
  const run = runOf(
    ...asked,
    verdict('c1'),
    closed('c1', 'approved'),
    turnStarted(2, results('c1')),
    recorded(2, 'half-heard'),
    turnFailed(2, 'session-lost'),
    retired(0),
  );
  expect(callsToRestate(run).map((call) => call.toolUseId)).toEqual(['c1']);
  const text = restatement('Buy a chair.', [
    { tool: 'buy', input: '{"item":"chair"}', result: '{"outcome":"approved"}', standing: 'decided' },
  ]);
  expect(text.startsWith(restatementMarker)).toBe(true);
  expect(text).toContain('Buy a chair.');
  expect(text).toContain('- buy with {"item":"chair"}\n  {"outcome":"approved"}');
  expect(text).not.toContain('asked for anew');
  expect(restatement('Buy a chair.', [])).not.toContain('answered before');
});

test('what was cancelled before anybody decided is told apart from the answers that hold', () => {
  const text = restatement('Buy a chair.', [
    { tool: 'buy', input: '{"item":"desk"}', result: '{"outcome":"cancelled"}', standing: 'void' },
    { tool: 'buy', input: '{"item":"chair"}', result: '{"outcome":"approved"}', standing: 'decided' },
  ]);
  const [holds = '', void_ = ''] = text.split('For these tool calls a person was asked');
  expect(holds).toContain('- buy with {"item":"chair"}');
  expect(holds).not.toContain('desk');
  expect(void_).toContain('- buy with {"item":"desk"}\n  {"outcome":"cancelled"}');
});
