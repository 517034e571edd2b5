import type { Json } from './canonical-json.ts';
import { parseDuration, spellDuration } from './duration.ts';
import { answerLines } from './gate-file-check-answer.ts';
import { askLines, groupLines } from './gate-file-check-ask.ts';
import { createdToolLines } from './gate-file-check-created.ts';
import { decisionLines } from './gate-file-check-rules.ts';
import { toolLines } from './gate-file-check-tool.ts';
import { identityLines } from './gate-file-identity.ts';
import { type Path, spellPath } from './gate-file-problems.ts';
import {
  placedAsks,
  placedRules,
  type ReadableSections,
  readableSections,
  runAsks,
  type ToolAsWritten,
} from './gate-file-sections.ts';
import { literalCredentialLines } from './header-credentials.ts';
import { schemaProblem } from './json-schema.ts';
import { schemaReach } from './schema-reach.ts';

/** One line per contradiction between the parts of a file, for all parts that can be read. */
export function contradictions(file: Json): readonly string[] {
  const sections = readableSections(file);
  return [
    ...sections.tools.flatMap(([name, tool]) => [
      ...toolLines(sections, { name, tool }),
      ...ruleLines(sections, { name, tool }),
      ...inputLines(name, tool),
    ]),
    ...runAsks(sections).flatMap((placed) => askLines(sections, placed)),
    ...groupLines(sections),
    ...identityLines(sections),
    ...answerLines(sections),
    ...mailLines(sections),
    ...createdToolLines(sections),
    ...literalCredentialLines(sections.harness),
    ...memoryLines(sections),
  ];
}

type NamedTool = { readonly name: string; readonly tool: ToolAsWritten };

function ruleLines(sections: ReadableSections, { name, tool }: NamedTool): readonly string[] {
  return placedRules(name, tool).flatMap(({ at, allow, ask }) => [
    ...(allow === undefined ? [] : allowLines(tool, { at, because: allow.because })),
    ...(ask === undefined ? [] : askLines(sections, { ask, at: [...at, 'ask'] })),
  ]);
}

function allowLines(
  { effect }: ToolAsWritten,
  { at, because }: { readonly at: Path; readonly because: string | undefined },
): readonly string[] {
  if (effect !== 'irreversible' || because !== undefined) return [];
  return [
    `${spellPath(at)}: allow on an irreversible tool runs it without a person; allowed: allow: {because: why that is right}, another rule, or an effect of read or write`,
  ];
}

function inputLines(name: string, tool: ToolAsWritten): readonly string[] {
  const at = ['tools', name, 'inputSchema'];
  if (tool.inputSchema['type'] !== 'object') {
    return [`${spellPath([...at, 'type'])}: the input of a tool is an object; allowed: object`];
  }
  const problem = schemaProblem(tool.inputSchema);
  if (problem !== undefined)
    return [`${spellPath(at)}: ${problem}; allowed: a JSON Schema that can be checked strictly`];
  return [...shownLines(name, tool), ...decisionLines(name, tool)];
}

function shownLines(name: string, tool: ToolAsWritten): readonly string[] {
  return tool.show.flatMap((shown, index) =>
    schemaReach(tool.inputSchema, shown.at) === 'impossible'
      ? [
          `${spellPath(['tools', name, 'show', index, 'at'])}: given ${JSON.stringify(shown.at)}, where no input can have anything; allowed: a pointer to what the inputSchema declares`,
        ]
      : [],
  );
}

function mailLines(sections: ReadableSections): readonly string[] {
  const asking = placedAsks(sections).find(({ ask }) => ask.approvers !== undefined);
  if (asking === undefined || sections.hasMail) return [];
  const who = spellPath(asking.at[0] === 'tools' ? asking.at.slice(0, 2) : asking.at.slice(0, -1));
  return [`mail: nothing was given, but ${who} asks approvers; allowed: a mapping with from, the sender's address`];
}

function memoryLines(sections: ReadableSections): readonly string[] {
  const days = sections.harness?.create?.memory.managedMemoryConfiguration?.eventExpiryDuration;
  const longest = Math.max(0, ...placedAsks(sections).map(({ ask }) => parseDuration(ask.deadline) ?? 0));
  if (days === undefined || days * 86_400 > longest) return [];
  const at = ['harness', 'create', 'memory', 'managedMemoryConfiguration', 'eventExpiryDuration'];
  return [
    `${spellPath(at)}: ${days} days, but a deadline is ${spellDuration(longest)}, so an answer could find its conversation gone; allowed: more days than the longest deadline`,
  ];
}
