import { describe } from 'vitest';
import { memoryCodes } from '../support/memory-codes.ts';
import { memoryContents } from '../support/memory-contents.ts';
import { memoryLedger } from '../support/memory-ledger.ts';
import { memoryOperational } from '../support/memory-operational.ts';
import { codesContract } from './codes-contract.ts';
import { contentsContract } from './contents-contract.ts';
import { gateChainsContract } from './gate-chains-contract.ts';
import { ledgerContract } from './ledger-contract.ts';
import { operationalContract } from './operational-contract.ts';

const ledger = memoryLedger();
const contents = memoryContents();
const operational = memoryOperational();
const codes = memoryCodes();

describe('the ledger in memory', () => ledgerContract(() => ledger));

describe('grants and the stop in memory', () => gateChainsContract(() => ledger));

describe('contents in memory', () =>
  contentsContract(() => ({
    contents,
    erase: async (runId, contentId) => contents.erase(runId, contentId),
    damage: async (runId, contentId) => contents.damage(runId, contentId),
  })));

describe('links and tokens in memory', () => operationalContract(() => operational));

describe('codes in memory', () => codesContract(() => codes));
