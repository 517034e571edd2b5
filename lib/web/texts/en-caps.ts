import { enCount, enDuration } from './en-numbers.ts';
import type { CapNumbers } from './words.ts';

/** The English words for a cap that was reached, by its rule: whoever is asked has never seen a gate file. */
export const enCaps: Readonly<Record<string, (numbers: CapNumbers) => string>> = {
  'caps.turns': ({ used }) => `The agent has taken ${turns(used)}. That is all it may take before people are asked.`,
  'caps.tokens': ({ used, allowed }) =>
    `The agent has used ${enCount(used)} tokens. It may use ${enCount(allowed)} before people are asked.`,
  'caps.wallTime': ({ used, allowed }) =>
    `The run has taken ${enDuration(used)} since it began or was last let go on, waiting included. It may take ${enDuration(allowed)} before people are asked.`,
  'caps.identicalCalls': () =>
    'The agent has made the same call with the same arguments for the third time, and nobody has said anything new in between.',
  'caps.refusalsInARow': ({ used }) => `The rules refused everything that the agent tried in its last ${turns(used)}.`,
  'caps.failuresInARow': ({ used }) =>
    `Nothing that the agent tried in its last ${turns(used)} is known to have been done.`,
  'caps.continuations': ({ used }) =>
    `The agent was cut off before it was finished, and was told to go on ${used === 1 ? 'once' : `${enCount(used)} times`}. Now it was cut off again.`,
};

function turns(count: number): string {
  return count === 1 ? '1 turn' : `${enCount(count)} turns`;
}
