import { canonicalJson } from './canonical-json.ts';
import { spellPath, unknownName } from './gate-file-problems.ts';
import type { ReadableSections, ToolAsWritten } from './gate-file-sections.ts';
import { requestApproval } from './request-approval.ts';

/** Lines about the tools of a created harness: the model must be offered exactly what the gate answers, as the gate checks it. */
export function createdToolLines(sections: ReadableSections): readonly string[] {
  const create = sections.harness?.create;
  if (create === undefined) return [];
  const at = ['harness', 'create', 'tools'];
  const names = create.tools.map((tool) => tool.name);
  const inline = create.tools.filter((tool) => tool.type === 'inline_function').map((tool) => tool.name);
  const answered = answeredTools(sections);
  return [
    ...create.tools.flatMap((tool, index) => {
      const here = [...at, index, 'name'];
      if (names.indexOf(tool.name) < index)
        return [`${spellPath(here)}: a second tool ${JSON.stringify(tool.name)}; allowed: each name once`];
      if (tool.type !== 'inline_function') return [];
      if (!answered.includes(tool.name))
        return [
          unknownName(here, { given: tool.name, known: answered, what: 'a tool below tools: that the client runs' }),
        ];
      const own = sections.tools.find(([name]) => name === tool.name)?.[1];
      const repeated = tool.config?.inlineFunction;
      return own === undefined || repeated === undefined || sameDeclaration(own, repeated)
        ? []
        : [
            `${spellPath([...at, index, 'config'])}: differs from tools.${tool.name}; allowed: nothing here, or the same description and inputSchema`,
          ];
    }),
    ...answered
      .filter((name) => !inline.includes(name))
      .map((name) => {
        const what = name === requestApproval ? `${name}, which asks for tools with runBy: harness,` : `tools.${name}`;
        return `${spellPath(at)}: ${what} is not among them, so the model could never call it; allowed: add {type: inline_function, name: ${name}}`;
      }),
  ];
}

/** What the client answers: the tools that it runs, and the one that asks for those of the harness. */
function answeredTools({ toolNames, tools }: ReadableSections): readonly string[] {
  const ofHarness = new Set(tools.flatMap(([name, tool]) => (tool.runBy === 'harness' ? [name] : [])));
  const own = toolNames.filter((name) => !ofHarness.has(name));
  return ofHarness.size === 0 ? own : [...own, requestApproval];
}

function sameDeclaration(own: ToolAsWritten, repeated: Pick<ToolAsWritten, 'description' | 'inputSchema'>): boolean {
  return (
    own.description === repeated.description && canonicalJson(own.inputSchema) === canonicalJson(repeated.inputSchema)
  );
}
