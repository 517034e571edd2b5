import { expect, test } from 'vitest';
import { capReached } from '../../lib/core/caps.ts';
import type { Entry } from '../../lib/core/entries.ts';
import { ownRules } from '../../lib/core/policy.ts';
import { judged, recorded, runOf, runStarted, startedAt, turnFinished, turnStarted } from '../support/history.ts';

const caps = { turns: 50, approvals: 5, refusalsInARow: 2, continuations: 1, failuresInARow: 2 };
const capOf = (history: readonly Entry[], changes: object = {}, now = startedAt) =>
  capReached(runOf(...history), { ...caps, ...changes }, now)?.rule;

const ran = (turn: number, status: 'success' | 'error'): readonly Entry[] => {
  const started = turnStarted(turn, turn === 1 ? { kind: 'prompt' } : { kind: 'continue' });
  const { attemptId } = started;
  const call = recorded(turn, `c${turn}`);
  const { toolUseId } = runOf(runStarted(), turnStarted(1), recorded(1, `c${turn}`)).calls[0] ?? {};
  if (toolUseId === undefined) throw new Error('The call was not recorded.');
  return [started, call, { type: 'call.ran', turn, attemptId, toolUseId, status }, turnFinished(turn, 'max_tokens')];
};

test('turns in a row in which everything failed end a run, and one that went well begins the count again', () => {
  expect(capOf([runStarted(), ...ran(1, 'error'), ...ran(2, 'error')])).toBe('caps.failuresInARow');
  expect(capOf([runStarted(), ...ran(1, 'error'), ...ran(2, 'success'), ...ran(3, 'error')])).toBeUndefined();
});

test('a new run has reached none', () => {
  expect(capOf([runStarted()], { tokens: 1, wallTimeSeconds: 1 })).toBeUndefined();
});

test('tokens end a run when that many are used, and not one before', () => {
  const used = [runStarted(), turnStarted(1), recorded(1, 'c1'), turnFinished(1, 'tool_use', { handed: ['c1'] })];
  const { totalTokens } = runOf(...used).usage;
  expect(capOf(used, { tokens: totalTokens })).toBe('caps.tokens');
  expect(capOf(used, { tokens: totalTokens + 1 })).toBeUndefined();
});

test('wall time counts from the start of the run', () => {
  expect(capOf([runStarted()], { wallTimeSeconds: 60 }, startedAt + 59_999)).toBeUndefined();
  expect(capOf([runStarted()], { wallTimeSeconds: 60 }, startedAt + 60_000)).toBe('caps.wallTime');
});

test('a third identical call ends the run by its own name, before the refusals are counted', () => {
  const handed = [runStarted(), turnStarted(1), recorded(1, 'c1'), turnFinished(1, 'tool_use', { handed: ['c1'] })];
  const third = judged('c1', 'refuse', { rule: ownRules.thirdIdentical });
  expect(capOf([...handed, third], { refusalsInARow: 1 })).toBe('caps.identicalCalls');
  expect(capOf([...handed, judged('c1', 'refuse')], { refusalsInARow: 1 })).toBe('caps.refusalsInARow');
});
