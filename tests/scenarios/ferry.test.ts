import { afterAll, beforeAll, describe, vi } from 'vitest';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { exampleScenarios } from './example.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: 'ferry' });
});
afterAll(() => stack.close());

const words = { prompt: 'Book the ferry to Dover for 2 people.', done: 'I have booked', not: 'not booked' };

describe('the example ferry', () => exampleScenarios(() => stack, words));
