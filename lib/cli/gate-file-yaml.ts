import { type Document, isAlias, isNode, isScalar, LineCounter, parseAllDocuments, type Scalar, visit } from 'yaml';
import type { Json } from '../core/canonical-json.ts';
import { CountersignError } from '../core/errors.ts';
import type { GateFile } from '../core/gate-file.ts';
import { problemWords } from '../core/problem-words.ts';
import { readGateFile } from '../core/read-gate-file.ts';
import { numberProblem } from '../core/strict-number.ts';

/**
 * Reads a gate file's YAML; `sourceName` is what messages call it.
 * @throws CountersignError 'bad-gate-file' with line and column where the YAML itself is wrong, with paths where its content is
 */
export function readGateYaml(text: string, sourceName: string): GateFile {
  return readGateFile(parseYaml(text, sourceName), sourceName);
}

/** YAML 1.2 with its core schema, as the JSON value that it means and no more than that. */
export function parseYaml(text: string, sourceName: string): Json {
  if (text.length > mostCharacters) {
    throw badYaml(sourceName, [`it has ${text.length} characters; allowed: at most ${mostCharacters}`]);
  }
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    version: '1.2',
    schema: 'core',
    strict: true,
    uniqueKeys: true,
    merge: false,
    prettyErrors: false,
    lineCounter: lines,
  });
  const [document, second] = 'empty' in documents ? [] : documents;
  if (document === undefined) throw badYaml(sourceName, ['it is empty']);
  const problems = [...syntaxProblems(document), ...meaningProblems(document)];
  if (second !== undefined) problems.push({ at: second.range[0], text: 'a second document begins; allowed: one' });
  if (problems.length > 0)
    throw badYaml(
      sourceName,
      problems.map((problem) => spelled(problem, lines)),
    );
  return jsonOf(document, sourceName);
}

// Gate files are a few kilobytes; the limit is there so that nobody's upload keeps a parser busy.
const mostCharacters = 1_000_000;

type YamlProblem = { readonly at: number; readonly text: string };

function syntaxProblems(document: Document.Parsed): YamlProblem[] {
  return [...document.errors, ...document.warnings].map((problem) => ({ at: problem.pos[0], text: problem.message }));
}

/** What YAML allows and JSON has no place for, or what makes a short file mean something huge. */
function meaningProblems(document: Document.Parsed): YamlProblem[] {
  const problems: YamlProblem[] = [];
  visit(document, {
    Node: (_, node) => {
      const at = node.range?.[0] ?? 0;
      // Aliases of aliases grow without end, and a policy that repeats itself out of sight is hard to review.
      if (isAlias(node))
        problems.push({ at, text: `the alias *${node.source} cannot be used; allowed: write the value out` });
      else if (node.tag !== undefined && !coreTags.has(node.tag)) {
        problems.push({ at, text: `the tag ${node.tag} cannot be used; allowed: plain values` });
      } else if (isScalar(node)) {
        const text = scalarProblem(node);
        if (text !== undefined) problems.push({ at, text });
      }
    },
    Pair: (_, pair) => {
      if (isScalar(pair.key) && typeof pair.key.value === 'string') return;
      const at = isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0;
      problems.push({ at, text: 'a key must be a text; allowed: put it in quotes' });
    },
  });
  return problems;
}

function scalarProblem({ value, source }: Scalar): string | undefined {
  if (typeof value === 'string' && !value.isWellFormed()) return 'the text holds half of a surrogate pair';
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return `${source} is not a number that JSON has; allowed: finite numbers`;
  // A limit in a schema must not change on the way either. 0x and 0o are YAML's own forms and not decimals.
  const problem =
    /^-?[0-9]/.test(source ?? '') && !/^0[xo]/.test(source ?? '') ? numberProblem(source ?? '') : undefined;
  return problem === undefined ? undefined : problemWords(problem);
}

const coreTags: ReadonlySet<string> = new Set(
  ['map', 'seq', 'str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

function jsonOf(document: Document.Parsed, sourceName: string): Json {
  try {
    // Through JSON's own text: what is left after that is JSON, whatever the YAML library made.
    const json: Json = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 0 })));
    return json;
  } catch (cause) {
    throw new CountersignError('bad-gate-file', `${sourceName} cannot be turned into JSON: ${String(cause)}`, {
      cause,
    });
  }
}

function spelled(problem: YamlProblem, lines: LineCounter): string {
  const { line, col } = lines.linePos(problem.at);
  return `line ${line}, column ${col}: ${problem.text}`;
}

function badYaml(sourceName: string, lines: readonly string[]): CountersignError {
  return new CountersignError(
    'bad-gate-file',
    `${sourceName} is not YAML that can be used:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );
}
