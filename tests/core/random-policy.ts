import type { Json, JsonObject } from '../../lib/core/canonical-json.ts';
import type { GateFile, ToolRule } from '../../lib/core/gate-file.ts';
import type { AskRule, Condition, Limits, Place, RuleWhen } from '../../lib/core/rules.ts';
import { gateFile } from '../support/gate-files.ts';

/** Choices that follow from one number, which is all that is needed to make them again. */
export interface Dice {
  /** A number from 0 up to and without `sides`. */
  roll(sides: number): number;
  pick<T>(values: readonly T[]): T;
}

/** @param start a whole number of 32 bits */
export function diceOf(start: number): Dice {
  let state = start;
  // A Weyl sequence, mixed: quick, and each start has a sequence of its own.
  const roll = (sides: number) => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % sides;
  };
  return {
    roll,
    pick: <T>(values: readonly T[]) => {
      const value = values[roll(values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
  };
}

export const people = ['morgan', 'alex', 'sam'] as const;
export const toolNames = ['plain', 'acts', 'granted'] as const;
export const prompt = 'Take 3 of a, please.';

const inputSchema: JsonObject = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 0, maximum: 9 }, s: { type: 'string' } },
  required: ['n'],
};

const base = gateFile();

/** A gate file of three tools, one for each way in which a call is carried out. */
export function randomGate(dice: Dice): GateFile {
  const tools = Object.fromEntries(toolNames.map((name) => [name, randomTool(dice, name)]));
  return { ...base, caps: { ...base.caps, approvals: 3 + dice.roll(4) }, tools };
}

function randomTool(dice: Dice, name: (typeof toolNames)[number]): ToolRule {
  const rules = Array.from({ length: 1 + dice.roll(3) }, (_, index) => randomRule(dice, index));
  return {
    description: name,
    effect: 'write',
    inputSchema,
    rules,
    ...(dice.roll(3) === 0 ? { ifConditionFails: randomAsk(dice) } : {}),
    limits: randomLimits(dice),
    anchors: dice.roll(8) === 0 ? [{ at: '/n', notFound: dice.pick(['refuse', 'show'] as const) }] : [],
    requires: dice.roll(12) === 0 ? [dice.pick(toolNames)] : [],
    units: {},
    maxRevisions: dice.roll(3),
    show: [],
    requesterAssurance: dice.roll(16) === 0 ? 'iam' : 'claimed',
    runBy: name === 'granted' ? 'harness' : 'client',
    ...(name === 'acts' ? { executor } : {}),
  };
}

const executor = {
  lambda: 'arn:aws:lambda:us-east-1:123456789012:function:act',
  attempts: 3,
  idempotent: true,
  actWithinSeconds: 3600,
  timeoutSeconds: 60,
};

function randomRule(dice: Dice, index: number): RuleWhen {
  const when = dice.roll(4) === 0 ? undefined : randomCondition(dice, 2);
  const kind = dice.pick(['allow', 'ask', 'ask', 'refuse'] as const);
  return {
    name: `rules[${index}]`,
    ...(when === undefined ? {} : { when }),
    rule: kind === 'ask' ? randomAsk(dice) : { kind },
  };
}

function randomAsk(dice: Dice): AskRule {
  const approvers = people.slice(0, 1 + dice.roll(people.length));
  return {
    kind: 'ask',
    approvers,
    quorum: dice.roll(6) === 0 ? 'all' : 1 + dice.roll(approvers.length),
    veto: dice.roll(3) !== 0,
    requesterMayApprove: false,
    remindAfterSeconds: [],
    deadlineSeconds: 3600,
    assurance: dice.pick(['link', 'link', 'code', 'iam'] as const),
  };
}

function randomLimits(dice: Dice): Limits {
  return {
    each: dice.roll(8) === 0 ? [randomCondition(dice, 1)] : [],
    sums: dice.roll(2) === 0 ? [{ at: '/n', atMost: 4 + dice.roll(12) }] : [],
    ...(dice.roll(4) === 0 ? { count: 1 + dice.roll(2) } : {}),
  };
}

function randomCondition(dice: Dice, depth: number): Condition {
  const kind = dice.roll(depth === 0 ? 5 : 8);
  const inner = () => randomCondition(dice, depth - 1);
  switch (kind) {
    case 0:
      return { kind: 'exists', ...randomPlace(dice, { at: '/s' }) };
    case 1:
      return { kind: 'equals', value: dice.pick(['a', 'b', 3, true]), ...randomPlace(dice, { at: '/n' }) };
    case 2:
      return {
        kind: 'oneOf',
        values: dice.pick([
          ['a', 'x'],
          [1, 2, 3],
          ['b', 3],
        ]),
        ...randomPlace(dice, { at: '/n' }),
      };
    case 3:
      return { kind: 'startsWith', text: 'a', ...randomPlace(dice, { label: 'team' }) };
    case 4: {
      const operator = dice.pick(['above', 'below', 'atMost', 'atLeast'] as const);
      return { kind: operator, number: dice.roll(10), ...randomPlace(dice, { at: '/n' }) };
    }
    case 5:
      return { kind: 'not', of: inner() };
    default:
      return { kind: kind === 6 ? 'all' : 'any', of: [inner(), inner()] };
  }
}

/** Mostly the place where the condition can be decided. */
function randomPlace(dice: Dice, usual: Place): Place {
  if (dice.roll(4) !== 0) return usual;
  return dice.pick<Place>([{ at: '/n' }, { at: '/s' }, { at: '/missing' }, { label: 'team' }, { label: 'other' }]);
}

/** An input, which fits the schema more often than not. */
export function randomInput(dice: Dice): Json {
  const n = dice.roll(24) === 0 ? dice.pick(['three', 10, -1]) : dice.roll(10);
  return dice.roll(2) === 0 ? { n } : { n, s: dice.pick(['a', 'ab', 'b']) };
}

export function randomLabels(dice: Dice): Readonly<Record<string, string>> {
  return dice.roll(4) === 0 ? {} : { team: dice.pick(['a', 'b']) };
}
