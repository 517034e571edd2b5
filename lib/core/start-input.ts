import type { Json } from './canonical-json.ts';
import { CountersignError } from './errors.ts';
import { byId, keys, nameLine, words } from './gate-file-fields.ts';
import { problemLines } from './gate-file-problems.ts';

/** What a caller starts a run with. */
export interface StartInput {
  /** The task, in the requester's own words. */
  readonly prompt: string;
  /** Who asks, as the caller says. */
  readonly requester: string;
  /** Whose memory the harness uses. @default the run's id */
  readonly actor?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

// AgentCore Memory keeps messages of at most about 100 KB, and a prompt that memory cannot keep is lost on resume.
const longestPrompt = 100_000;

const startInput = keys({
  prompt: words(longestPrompt),
  requester: nameLine(256),
  actor: nameLine(256).optional(),
  labels: byId(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/, nameLine(256)).optional(),
});

// What is said about an input becomes the cause of a failed execution, which takes 32,768 characters.
const mostLines = 20;

/**
 * Checks an execution's input.
 * @throws CountersignError 'bad-start' with one line per problem: the path, what was given, what is allowed
 */
export function readStartInput(input: Json): StartInput {
  const read = startInput.safeParse(input);
  // A line costs a look at the whole input, and the starter chose its size.
  const issues = read.error?.issues ?? [];
  const problems = read.success ? malformed(read.data.prompt) : problemLines(issues.slice(0, mostLines), input);
  if (!read.success || problems.length > 0) {
    const lines = problems
      .slice(0, mostLines)
      .map((line) => (line.startsWith('the file') ? line.replace('the file', 'input') : `input.${line}`));
    const left = Math.max(0, issues.length - mostLines) + problems.length - lines.length;
    const more = left > 0 ? [`and ${left} more like these`] : [];
    throw new CountersignError('bad-start', ['This input cannot start a run.', ...lines, ...more].join('\n'));
  }
  const { prompt, requester, actor, labels } = read.data;
  return { prompt, requester, ...(actor === undefined ? {} : { actor }), ...(labels === undefined ? {} : { labels }) };
}

// The other members are lines without control characters, of which half a surrogate pair is one.
function malformed(prompt: string): readonly string[] {
  return prompt.isWellFormed() ? [] : ['prompt: it holds half of a surrogate pair; allowed: well-formed Unicode text'];
}
