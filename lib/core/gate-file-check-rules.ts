import { implies, neverFallsThrough, neverHolds } from './condition-reach.ts';
import type { ConditionAsWritten } from './gate-file-conditions.ts';
import { mayCount, numberOperators } from './gate-file-conditions.ts';
import { normalCondition } from './gate-file-normal-tool.ts';
import { type Path, spellPath } from './gate-file-problems.ts';
import { type PlacedRule, placedRules, type ToolAsWritten } from './gate-file-sections.ts';
import { numberRange, schemaPlace } from './schema-place.ts';

/** Lines about rules, limits and anchors: what they look at must be there, be comparable, and every rule must be able to decide. */
export function decisionLines(name: string, tool: ToolAsWritten): readonly string[] {
  const rules = placedRules(name, tool).filter(({ at }) => at[2] === 'rules');
  const below = ['tools', name];
  const { each, sums } = tool.limits;
  return [
    ...rules.flatMap(({ at, when }) =>
      when === undefined ? [] : conditionLines(tool, { condition: when, at: [...at, 'when'] }),
    ),
    ...idleRuleLines(tool, rules),
    ...each.flatMap((condition, index) => {
      const at = [...below, 'limits', 'each', index];
      return [...conditionLines(tool, { condition, at }), ...impossibleLines(tool, { condition, at })];
    }),
    ...sums.flatMap((sum, index) =>
      numberLines(tool, { ...sum, at: [...below, 'limits', 'sums', index], place: sum.at }),
    ),
    ...tool.anchors.flatMap(({ at }, index) => placeLines(tool, { place: at, at: [...below, 'anchors', index, 'at'] })),
    ...unitLines(name, tool),
  ];
}

interface Looked {
  readonly condition: ConditionAsWritten;
  readonly at: Path;
  /** Places that something in front has seen to be there. */
  readonly seen?: readonly string[];
}

function conditionLines(tool: ToolAsWritten, { condition, at, seen = [] }: Looked): readonly string[] {
  const { all, any: some, not } = condition;
  if (all !== undefined) {
    let known = seen;
    return all.flatMap((inner, index) => {
      const lines = conditionLines(tool, { condition: inner, at: [...at, 'all', index], seen: known });
      if (inner.exists === true && inner.at !== undefined) known = [...known, inner.at];
      return lines;
    });
  }
  if (some !== undefined) {
    let known = seen;
    return some.flatMap((inner, index) => {
      const lines = conditionLines(tool, { condition: inner, at: [...at, 'any', index], seen: known });
      // An any goes on only where what stands in front does not hold: behind its absence the place is there.
      if (inner.not?.exists === true && inner.not.at !== undefined) known = [...known, inner.not.at];
      return lines;
    });
  }
  if (not !== undefined) return conditionLines(tool, { condition: not, at: [...at, 'not'], seen });
  const place = condition.at;
  if (place === undefined) return [];
  const isNumber = numberOperators.some((operator) => condition[operator] !== undefined);
  if (isNumber) return numberLines(tool, { place, at, seen, unit: condition.unit });
  if (condition.exists === true) return [];
  const units = mayCount(condition) ? unitLine(tool, { place, at, unit: condition.unit }) : [];
  return [...placeLines(tool, { place, at: [...at, 'at'], seen }), ...units];
}

interface PlaceLooked {
  readonly place: string;
  readonly at: Path;
  readonly seen?: readonly string[];
}

/** A condition over an argument that a call may leave out fails for that call, which nobody means by accident. */
function placeLines(tool: ToolAsWritten, { place, at, seen = [] }: PlaceLooked): readonly string[] {
  if (schemaPlace(tool.inputSchema, place)?.required === true || seen.includes(place)) return [];
  return [
    `${spellPath(at)}: the inputSchema does not require ${JSON.stringify(place)}, and where it is missing nothing can be decided; allowed: require it, or say {at: ${place}, exists: true} in front of it in an all`,
  ];
}

function numberLines(
  tool: ToolAsWritten,
  { place, at, seen = [], unit }: PlaceLooked & { readonly unit?: string | undefined },
): readonly string[] {
  const here = [...at, 'at'];
  const found = schemaPlace(tool.inputSchema, place);
  return [
    ...placeLines(tool, { place, at: here, seen }),
    ...(found === undefined && seen.includes(place) && tool.unbounded !== true
      ? [
          `${spellPath(here)}: the inputSchema does not declare ${place}, so it can be any number; allowed: declare it with its bounds, or unbounded: true where that is meant`,
        ]
      : []),
    ...(found === undefined || found.schema['type'] === 'number' || found.schema['type'] === 'integer'
      ? []
      : [
          `${spellPath(here)}: ${place} is not a number in the inputSchema; allowed: a place of type number or integer`,
        ]),
    ...(found === undefined || tool.unbounded === true
      ? []
      : boundLines(place, { at: here, range: numberRange(found.schema) })),
    ...unitLine(tool, { place, at, unit }),
  ];
}

function unitLine(
  { units }: ToolAsWritten,
  { place, at, unit }: { readonly place: string; readonly at: Path; readonly unit: string | undefined },
): readonly string[] {
  const declared = Object.hasOwn(units, place) ? units[place] : undefined;
  const problem = unitProblem(declared, unit);
  return problem === undefined ? [] : [`${spellPath([...at, 'unit'])}: ${problem}`];
}

function boundLines(
  place: string,
  { at, range }: { readonly at: Path; readonly range: ReturnType<typeof numberRange> },
): readonly string[] {
  if (range.least !== undefined && range.most !== undefined) return [];
  const missing = [...(range.least === undefined ? ['minimum'] : []), ...(range.most === undefined ? ['maximum'] : [])];
  return [
    `${spellPath(at)}: ${place} has no ${missing.join(' and no ')} in the inputSchema, so a rule compares it with anything at all; allowed: give both, or unbounded: true where that is meant`,
  ];
}

function unitProblem(
  declared: ToolAsWritten['units'][string] | undefined,
  unit: string | undefined,
): string | undefined {
  if (declared === undefined)
    return unit === undefined ? undefined : 'units: declares none for it; allowed: declare it there, or no unit here';
  if (unit === undefined) return 'nothing was given; allowed: the unit that is compared, since units: declares one';
  if (typeof declared !== 'string' || declared === unit) return undefined;
  return `given ${JSON.stringify(unit)}; allowed: ${declared}, as units: says`;
}

function unitLines(name: string, tool: ToolAsWritten): readonly string[] {
  return Object.entries(tool.units).flatMap(([place, unit]) => {
    const at = ['tools', name, 'units', place];
    if (schemaPlace(tool.inputSchema, place) === undefined)
      return [
        `${spellPath(at)}: the inputSchema does not declare ${JSON.stringify(place)}; allowed: a pointer to what it declares`,
      ];
    return typeof unit === 'string' ? [] : placeLines(tool, { place: unit.at, at: [...at, 'at'] });
  });
}

/** A limit that no input keeps refuses every call of its tool. */
function impossibleLines({ inputSchema }: ToolAsWritten, { condition, at }: Looked): readonly string[] {
  return neverHolds(normalCondition(condition), inputSchema)
    ? [
        `${spellPath(at)}: no input that fits the inputSchema can make it hold, so every call is refused; allowed: a condition that can, or rule: refuse`,
      ]
    : [];
}

/** Rules that can never decide: nothing fits them, or an earlier one takes everything that they would. */
function idleRuleLines({ inputSchema }: ToolAsWritten, rules: readonly PlacedRule[]): readonly string[] {
  const conditions = rules.map(({ when }) => (when === undefined ? undefined : normalCondition(when)));
  return rules.flatMap(({ at }, index) => {
    const own = conditions[index];
    if (own !== undefined && neverHolds(own, inputSchema))
      return [
        `${spellPath([...at, 'when'])}: no input that fits the inputSchema can make it hold; allowed: a condition that can, or no such rule`,
      ];
    const before = conditions
      .slice(0, index)
      .findIndex(
        (earlier) =>
          earlier === undefined ||
          neverFallsThrough(earlier, inputSchema) ||
          (own !== undefined && implies(own, earlier)),
      );
    return before === -1
      ? []
      : [
          `${spellPath(at)}: never decides, since rules[${before}] holds whenever it would; allowed: put it in front, or leave it out`,
        ];
  });
}
