import type * as z from 'zod';
import type { Json } from './canonical-json.ts';
import { nearest } from './nearest.ts';

type Issue = z.core.$ZodIssue;
export type Path = readonly PropertyKey[];

/** One line per problem that the schema found: the path, what was given, what is allowed. */
export function problemLines(issues: readonly Issue[], file: Json): readonly string[] {
  return issues.flatMap((issue) => linesOf(issue, { file, base: [] }));
}

/** One line per member called `__proto__`, which the schema's parser would silently drop wherever it stands. */
export function reservedNameLines(value: Json, path: Path = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name];
    const below = reservedNameLines(member, here);
    return name === '__proto__'
      ? [`${spellPath(here)}: this name cannot be used; allowed: any other`, ...below]
      : below;
  });
}

/** A path as people write it: `tools.buy.show[0].at`; the empty path is the file. */
export function spellPath(path: Path): string {
  if (path.length === 0) return 'the file';
  const spelled = path.map((segment) => {
    if (typeof segment === 'number') return `[${segment}]`;
    const name = String(segment);
    return /^[A-Za-z0-9_-]+$/.test(name) ? `.${name}` : `[${shortened(JSON.stringify(name))}]`;
  });
  return spelled.join('').replace(/^\./, '');
}

/** A line about a name that leads nowhere, with the one that was probably meant. */
export function unknownName(path: Path, name: UnknownName): string {
  return `${spellPath(path)}: ${shortened(JSON.stringify(name.given))} is not ${name.what}${suggestion(name)}`;
}

export type UnknownName = { readonly given: string; readonly known: readonly string[]; readonly what: string };

function linesOf(issue: Issue, where: { readonly file: Json; readonly base: Path }): readonly string[] {
  const path = [...where.base, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    const known = issue.message.split(', ');
    return issue.keys
      .filter((key) => key !== '__proto__')
      .map((key) => `${spellPath([...path, key])}: unknown key${suggestion({ given: key, known })}`);
  }
  if (issue.code === 'invalid_key') {
    return [`${spellPath(path)}: this key cannot be used; allowed: ${issue.issues[0]?.message ?? issue.message}`];
  }
  if (issue.code === 'invalid_union') {
    const branch = issue.errors.find((errors) => !errors.some((error) => rulesOut(error)));
    if (branch !== undefined) return branch.flatMap((inner) => linesOf(inner, { file: where.file, base: path }));
  }
  return [`${spellPath(path)}: ${given(valueAt(where.file, path))}; allowed: ${issue.message}`];
}

function suggestion(name: { readonly given: string; readonly known: readonly string[] }): string {
  const meant = nearest(name.given, name.known);
  const hint = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  const allowed = name.known.length === 0 ? 'nothing, since none is declared' : shortened(name.known.join(', '), 200);
  return `${hint === '' ? ';' : hint} allowed: ${allowed}`;
}

/** A branch of a union that wanted another kind of value altogether is not the one that was meant. */
function rulesOut(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');
}

function given(value: Json | undefined): string {
  if (value === undefined) return 'nothing was given';
  if (value === null) return 'nothing stands after the colon';
  if (typeof value === 'object') return Array.isArray(value) ? `given a list of ${value.length}` : givenMapping(value);
  return `given ${shortened(JSON.stringify(value))}`;
}

function givenMapping(value: object): string {
  const names = Object.keys(value);
  return names.length === 0 ? 'given an empty mapping' : `given a mapping with ${shortened(names.join(', '))}`;
}

function valueAt(file: Json, path: Path): Json | undefined {
  let here: Json | undefined = file;
  for (const segment of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, segment)) return undefined;
    here = new Map(Object.entries(here)).get(String(segment));
  }
  return here;
}

function shortened(text: string, most = 60): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
