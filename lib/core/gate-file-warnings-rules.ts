import type { JsonObject } from './canonical-json.ts';
import type { GateFile, ToolRule } from './gate-file.ts';
import { pointerOf, pointerSegments } from './json-pointer.ts';
import type { Condition } from './rules.ts';
import { listedValues, schemaPlace, schemaPlaces } from './schema-place.ts';

/** What rules and limits do not look at although it reads as if they did, one line each. */
export function overlookedLines(gate: GateFile): readonly string[] {
  return Object.entries(gate.tools).flatMap(([name, tool]) => [
    ...unnamedMemberLines(name, tool),
    ...oneMemberLines(name, tool),
    ...spellingLines(name, tool),
  ]);
}

/** Whoever carries the call out gets members that no schema, rule or person has looked at. */
function unnamedMemberLines(name: string, tool: ToolRule): readonly string[] {
  const allowing = tool.rules.find(({ rule }) => rule.kind === 'allow');
  if (allowing === undefined || tool.effect === 'read') return [];
  const objects = [{ at: [], schema: tool.inputSchema }, ...schemaPlaces(tool.inputSchema)];
  return objects
    .filter(({ schema }) => Object.hasOwn(schema, 'properties') && isOpen(schema))
    .map(
      ({ at }) =>
        `tools.${name}.inputSchema: ${at.length === 0 ? 'the input' : pointerOf(at)} may have members that are not declared, and ${allowing.name} lets them pass without a person; say additionalProperties: false`,
    );
}

function isOpen(schema: JsonObject): boolean {
  return !Object.hasOwn(schema, 'additionalProperties') && !Object.hasOwn(schema, 'unevaluatedProperties');
}

/** A condition on the first of a list says nothing of the second. */
function oneMemberLines(name: string, tool: ToolRule): readonly string[] {
  const places = new Set([...conditionsOf(tool).flatMap(placesIn), ...tool.limits.sums.map(({ at }) => at)]);
  return [...places].flatMap((place) => {
    const segments = pointerSegments(place);
    const index = segments.findIndex(
      (segment, depth) => /^\d+$/.test(segment) && isList(tool.inputSchema, segments.slice(0, depth)),
    );
    if (index === -1) return [];
    return [
      `tools.${name}: ${place} is one member of the list ${pointerOf(segments.slice(0, index))}, and no rule looks at the others; bound all of them by items: in the inputSchema`,
    ];
  });
}

function isList(schema: JsonObject, at: readonly string[]): boolean {
  const place = schemaPlace(schema, pointerOf(at));
  return place !== undefined && place.schema['type'] !== 'object';
}

/** Texts are compared letter by letter: what is kept out by its name comes in under another spelling of it. */
function spellingLines(name: string, tool: ToolRule): readonly string[] {
  return tool.rules.flatMap(({ name: place, when, rule }, index) => {
    const letsPass = tool.rules.slice(index + 1).find(({ rule: later }) => later.kind === 'allow');
    if (rule.kind === 'allow' || when === undefined || letsPass === undefined) return [];
    const wanted = letsPass.when === undefined ? [] : textPlaces(letsPass.when);
    return textPlaces(when)
      .filter((at) => !wanted.includes(at) && isFreeText(tool.inputSchema, at))
      .map(
        (at) =>
          `tools.${name}.${place}: ${at} is compared letter by letter, so any other spelling passes by ${letsPass.name}; list what may pass there, or give ${at} an enum or a pattern`,
      );
  });
}

function isFreeText(schema: JsonObject, at: string): boolean {
  const place = schemaPlace(schema, at)?.schema;
  return place === undefined || (listedValues(place) === undefined && !Object.hasOwn(place, 'pattern'));
}

function conditionsOf({ rules, limits }: ToolRule): readonly Condition[] {
  return [...rules.flatMap(({ when }) => (when === undefined ? [] : [when])), ...limits.each];
}

function placesIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(placesIn);
    case 'not':
      return placesIn(condition.of);
    default:
      return condition.at === undefined ? [] : [condition.at];
  }
}

/** Arguments that a condition wants to be certain texts; what stands below a not wants the opposite. */
function textPlaces(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return [...new Set(condition.of.flatMap(textPlaces))];
    case 'startsWith':
      return condition.at === undefined ? [] : [condition.at];
    case 'equals':
      return condition.at !== undefined && typeof condition.value === 'string' ? [condition.at] : [];
    case 'oneOf':
      return condition.at !== undefined && condition.values.some((value) => typeof value === 'string')
        ? [condition.at]
        : [];
    default:
      return [];
  }
}
