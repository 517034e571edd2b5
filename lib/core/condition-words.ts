import type { Condition, Place } from './rules.ts';

/** A condition as people say it, such as `/amount is above 200 USD and the label team is "support"`. */
export function conditionWords(condition: Condition): string {
  switch (condition.kind) {
    case 'all':
      return condition.of.map(inBrackets).join(' and ');
    case 'any':
      return condition.of.map(inBrackets).join(' or ');
    case 'not':
      return `it is not so that ${inBrackets(condition.of)}`;
    case 'exists':
      return `${placeWords(condition)} is given`;
    case 'equals':
      return `${placeWords(condition)} is ${JSON.stringify(condition.value)}${unitWords(condition)}`;
    case 'oneOf':
      return `${placeWords(condition)} is one of ${condition.values.map((value) => JSON.stringify(value)).join(', ')}${unitWords(condition)}`;
    case 'startsWith':
      return `${placeWords(condition)} begins with ${JSON.stringify(condition.text)}`;
    case 'within':
      return `${placeWords(condition)} is a path inside ${condition.directory}`;
    default:
      return `${placeWords(condition)} is ${comparing[condition.kind]} ${condition.number}${unitWords(condition)}`;
  }
}

const comparing = { above: 'above', below: 'below', atMost: 'at most', atLeast: 'at least' } as const;

function inBrackets(condition: Condition): string {
  const words = conditionWords(condition);
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.length > 1 ? `(${words})` : words;
}

function placeWords(place: Place): string {
  if (place.at === undefined) return `the label ${place.label}`;
  return place.at === '' ? 'the input' : place.at;
}

/** A unit as it stands behind a number; nothing where there is none. */
export function unitWords({ unit }: { readonly unit?: string | undefined }): string {
  return unit === undefined ? '' : ` ${unit}`;
}
