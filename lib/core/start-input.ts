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

/**
 * Checks an execution's input.
 * @throws CountersignError 'bad-start' with one line per problem: the path, what was given, what is allowed
 */
export function readStartInput(input: Json): StartInput {
  const read = startInput.safeParse(input);
  const problems = read.success ? unkeepable(read.data.prompt) : problemLines(read.error.issues, input);
  if (!read.success || problems.length > 0) {
    const lines = problems.map((line) =>
      line.startsWith('the file') ? line.replace('the file', 'input') : `input.${line}`,
    );
    throw new CountersignError('bad-start', `This input cannot start a run.\n${lines.join('\n')}`);
  }
  const { prompt, requester, actor, labels } = read.data;
  return { prompt, requester, ...(actor === undefined ? {} : { actor }), ...(labels === undefined ? {} : { labels }) };
}

function unkeepable(prompt: string): readonly string[] {
  if (!prompt.isWellFormed()) return ['prompt: it holds half of a surrogate pair; allowed: well-formed Unicode text'];
  return [];
}
