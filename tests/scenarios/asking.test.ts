import { afterAll, beforeAll, describe, vi } from 'vitest';
import { starterGate } from '../support/local-gates.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { agent, batchScenarios } from './batches.ts';
import { restartScenarios } from './broken.ts';
import { noticeScenarios } from './notices.ts';
import { reminderScenarios } from './reminded.ts';
import { returnedScenarios } from './returned.ts';
import { stopScenarios } from './stopped.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// One desk for all of them: each brings its own agent and works on runs of its own.
let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: starterGate(), agent });
});
afterAll(() => stack.close());

describe('several calls at once', () => batchScenarios(() => stack));
describe('notices', () => noticeScenarios(() => stack));
describe('mails that come back, and mails that only tell', () => returnedScenarios(() => stack));
describe('with inDoubt: restart', () => restartScenarios(() => stack));
describe('a stop', () => stopScenarios(() => stack));
// Last, since it moves the desk's clock by days.
describe('reminders', () => reminderScenarios(() => stack));
