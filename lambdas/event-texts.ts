/**
 * The named texts of an event, and nothing else of it. Events are written by the state machine alone; they are checked all the
 * same, because whoever may invoke the function may write anything.
 * @throws Error that names what is missing and what came beside it
 */
export function eventTexts<Name extends string>(
  payload: unknown,
  names: readonly Name[],
): Readonly<Record<Name, string>> {
  const members = new Map(typeof payload === 'object' && payload !== null ? Object.entries(payload) : []);
  const missing = names.filter((name) => typeof members.get(name) !== 'string' || members.get(name) === '');
  const unknown = [...members.keys()].filter((name) => !names.some((known) => known === name));
  if (missing.length > 0 || unknown.length > 0) {
    throw new Error(
      `This event cannot be used. Missing: ${missing.join(', ') || 'nothing'}; unknown: ${unknown.join(', ') || 'nothing'}; allowed: ${names.join(', ')}, each a text.`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, members.get(name)])) as Readonly<Record<Name, string>>;
}
