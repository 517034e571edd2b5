import { describe } from 'vitest';
import { executorBench } from './executor-bench.ts';
import { refundsExecutorTests } from './refunds-executor.ts';
import { upvoteExecutorTests } from './upvote-executor.ts';

const bench = executorBench();

describe('the executor of upvote', () => upvoteExecutorTests(bench));
describe('the executor of refunds', () => refundsExecutorTests(bench));
