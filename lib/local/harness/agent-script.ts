import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { compileScript, type Instruction } from './compile-script.ts';
import type { RulesOverride } from './rules.ts';
import { type CannedResult, type ScriptText, scriptSchema } from './script-schema.ts';
import { describeIssues } from './strict-object.ts';
import { namesInTemplates } from './template.ts';

/** An agent whose every word is written down beforehand. */
export type AgentScript = {
  readonly name: string;
  /** Where the text came from; recordings are found beside it. */
  readonly source: string;
  readonly settings: RulesOverride;
  /** The tools that the harness runs itself. */
  readonly tools: Readonly<Record<string, readonly CannedResult[]>>;
  readonly program: readonly Instruction[];
  /** Of the program: a session of an older text cannot go on with this one. */
  readonly hash: string;
};

/**
 * Reads an agent script (YAML). docs/agent-scripts.md shows the language by example.
 * @throws Error that lists every problem with its path, what was given and what is allowed
 */
export function parseAgentScript(yamlText: string, sourceName: string): AgentScript {
  const raw = parseYaml(yamlText, sourceName);
  const parsed = scriptSchema.safeParse(raw);
  if (!parsed.success) throw scriptError(sourceName, describeIssues(parsed.error, raw));
  const { program, problems } = compileScript(parsed.data);
  const all = [...problems, ...unknownNames(parsed.data)];
  if (all.length > 0) throw scriptError(sourceName, all);
  const tools = parsed.data.tools ?? {};
  return {
    name: parsed.data.agent,
    source: sourceName,
    settings: parsed.data.settings ?? {},
    tools,
    program,
    hash: createHash('sha256').update(JSON.stringify(program)).digest('hex'),
  };
}

function parseYaml(yamlText: string, sourceName: string): unknown {
  try {
    return parse(yamlText);
  } catch (error) {
    throw scriptError(sourceName, [`not YAML: ${error instanceof Error ? error.message : error}`]);
  }
}

function scriptError(sourceName: string, problems: readonly string[]): Error {
  const list = problems.map((problem) => `  ${problem}`).join('\n');
  return new Error(
    `The agent script ${sourceName} cannot be used:\n${list}\ndocs/agent-scripts.md shows what it may say`,
  );
}

/** A misspelt {{name}} would reach the client as text and look like what the model wrote. */
function unknownNames(script: ScriptText): readonly string[] {
  const texts = [...strings(script.dialogue)];
  const captured = texts.flatMap((text) => [...text.matchAll(/\(\?<([A-Za-z]\w*)>/g)].map((match) => match[1] ?? ''));
  const known = new Set(['user.text', 'result.text', 'result.status', ...captured]);
  return texts.flatMap((text) =>
    namesInTemplates(text)
      .filter((name) => !known.has(name) && !/^results\.[\w-]+\.(text|status)$/.test(name))
      .map(
        (name) => `{{${name}}}: no such value; known: ${[...known].join(', ')}, results.TOOL.text, results.TOOL.status`,
      ),
  );
}

function* strings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) {
    // Raw input is sent to the letter, so braces in it are no template.
    for (const [key, item] of Object.entries(value)) if (key !== 'rawInput') yield* strings(item);
  }
}
