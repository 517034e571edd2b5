import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ExecutionIdentity,
  noticeIdOf,
  type RequestId,
  requestIdOf,
  runIdOf,
  sessionIdOf,
} from '../../lib/core/ids.ts';

const identity: fc.Arbitrary<ExecutionIdentity> = fc.record({
  machineArn: fc.string(),
  executionName: fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  executionStartedAt: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
});

// InvokeHarness: 33 to 100 characters, the first of them a letter or digit.
const legalSession = /^[a-zA-Z0-9][a-zA-Z0-9_-]{32,99}$/;

test('a session id is legal for every execution name and epoch', () => {
  fc.assert(
    fc.property(identity, fc.nat(), (execution, epoch) => {
      expect(sessionIdOf(execution, epoch)).toMatch(legalSession);
      expect(runIdOf(execution)).toMatch(/^run-[0-9a-f]{32}$/);
    }),
  );
});

test('the same execution has the same ids, and another start, name or machine has others', () => {
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      expect(runIdOf({ ...one })).toBe(runIdOf(one));
      for (const key of ['machineArn', 'executionName', 'executionStartedAt'] as const) {
        fc.pre(one[key] !== other[key]);
        const changed = { ...one, [key]: other[key] };
        expect(runIdOf(changed)).not.toBe(runIdOf(one));
        expect(sessionIdOf(changed, 0)).not.toBe(sessionIdOf(one, 0));
      }
    }),
  );
});

test('parts of an identity do not run into each other', () => {
  const execution = { machineArn: 'ab', executionName: 'c', executionStartedAt: 'd' };
  expect(runIdOf({ ...execution, machineArn: 'a', executionName: 'bc' })).not.toBe(runIdOf(execution));
});

test('every epoch has a session of its own, every turn a request, every recipient a notice', () => {
  const execution = { machineArn: 'm', executionName: 'n', executionStartedAt: 's' };
  const runId = runIdOf(execution);
  expect(new Set([0, 1, 2, 10].map((epoch) => sessionIdOf(execution, epoch))).size).toBe(4);
  expect(new Set([1, 2, 12].map((turn) => requestIdOf(runId, turn))).size).toBe(3);
  const requestId = 'request-1' as RequestId;
  const notices = ['a', 'b'].map((recipient) => noticeIdOf(requestId, { kind: 'request', recipient }));
  expect(new Set(notices).size).toBe(2);
  expect(noticeIdOf(requestId, { kind: 'request', recipient: 'a' })).toBe(notices[0]);
});
