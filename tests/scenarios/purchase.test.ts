import { afterAll, beforeAll, describe, vi } from 'vitest';
import { localGateTests } from '../cli/local-gate.ts';
import { type LocalStack, startLocalStack } from '../support/local-stack.ts';
import { deathScenarios } from './death.ts';
import { exampleScenarios } from './example.ts';
import { startScenarios } from './starting.ts';
import { verdictScenarios } from './verdicts.ts';
import { wakeUpScenarios } from './wake-ups.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

// One desk for all of them: each of these works on runs of its own, and a desk takes longer to start than most of them.
let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocalStack({ gate: 'purchase' });
});
afterAll(() => stack.close());

const words = { prompt: 'Buy a standing desk for 480 US dollars.', done: 'I have ordered it', not: 'not bought' };

describe('what wakes a purchase', () => wakeUpScenarios(() => stack));
describe('the example purchase', () => exampleScenarios(() => stack, words));
describe('verdicts on a purchase', () => verdictScenarios(() => stack));
describe('the start of a purchase', () => startScenarios(() => stack));
describe('a purchase whose execution dies', () => deathScenarios(() => stack));
describe('the command line beside these runs', () => localGateTests(() => stack));
