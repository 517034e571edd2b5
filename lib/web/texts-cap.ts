import { spellDuration } from '../core/duration.ts';

/** What a cap counts, and what it allows; wall time in seconds. */
export interface CapNumbers {
  readonly used: number;
  readonly allowed: number;
}

/** The English words for a cap that was reached, by its rule: whoever is asked has never seen a gate file. */
export const capTexts: Readonly<Record<string, (numbers: CapNumbers) => string>> = {
  'caps.turns': ({ used }) => `The agent has taken ${turns(used)}. That is all it may take before people are asked.`,
  'caps.tokens': ({ used, allowed }) =>
    `The agent has used ${amount(used)} tokens. It may use ${amount(allowed)} before people are asked.`,
  'caps.wallTime': ({ used, allowed }) =>
    `The run has taken ${spellDuration(used)} since it began or was last let go on, waiting included. It may take ${spellDuration(allowed)} before people are asked.`,
  'caps.identicalCalls': () =>
    'The agent has made the same call with the same arguments for the third time, and nobody has said anything new in between.',
  'caps.refusalsInARow': ({ used }) => `The rules refused everything that the agent tried in its last ${turns(used)}.`,
  'caps.failuresInARow': ({ used }) =>
    `Nothing that the agent tried in its last ${turns(used)} is known to have been done.`,
  'caps.continuations': ({ used }) =>
    `The agent was cut off before it was finished, and was told to go on ${used === 1 ? 'once' : `${amount(used)} times`}. Now it was cut off again.`,
};

function turns(count: number): string {
  return count === 1 ? '1 turn' : `${amount(count)} turns`;
}

function amount(count: number): string {
  return count.toLocaleString('en-US');
}
