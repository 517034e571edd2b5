import type { Json } from '../core/canonical-json.ts';
import type { Problem } from '../core/problem.ts';
import { problemWords } from '../core/problem-words.ts';
import type { CallState, Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openJson } from './seal.ts';

/**
 * What the rules say of a call, as it is sealed: in the words that the model got, and `causes` beside them, from which a person's
 * page makes words of its own.
 */
export function ruledDetail(problems: readonly Problem[]): Json {
  return { problems: problems.map(problemWords), causes: JSON.parse(JSON.stringify(problems)) as Json };
}

/** The sealed words; `undefined` in chains that are older than their being sealed, and after an erasure. */
export async function sealedProblems(
  ports: { readonly contents: Contents },
  run: Run,
  call: CallState,
): Promise<readonly string[] | undefined> {
  return (await detailOf(ports, run, call))?.problems;
}

/** The same for people of any language: a text alone where an older gate sealed no more. */
export async function sealedCauses(
  ports: { readonly contents: Contents },
  run: Run,
  call: CallState,
): Promise<readonly (Problem | string)[]> {
  const { problems = [], causes = [] } = (await detailOf(ports, run, call)) ?? {};
  return problems.map((words, index) => {
    const cause = causes[index];
    return isCauseOf(words, cause) ? cause : words;
  });
}

async function detailOf(ports: { readonly contents: Contents }, run: Run, { policy }: CallState) {
  const detail = policy?.detail;
  const opened = detail === undefined ? undefined : await openJson(ports, run.id, detail);
  if (typeof opened !== 'object' || opened === null || !('problems' in opened)) return undefined;
  const { problems, causes } = opened;
  if (!Array.isArray(problems)) return undefined;
  return { problems: problems.map(String), causes: Array.isArray(causes) ? (causes as readonly Json[]) : [] };
}

// Of a version to come, or of whoever writes what we would not: then the words are all that there is.
function isCauseOf(words: string, cause: unknown): cause is Problem {
  try {
    return problemWords(cause as Problem) === words;
  } catch {
    return false;
  }
}
