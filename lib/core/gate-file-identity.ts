import { type Path, spellPath } from './gate-file-problems.ts';
import { type AskAsWritten, placedRules, type ReadableSections, type ToolAsWritten } from './gate-file-sections.ts';
import { principalOf } from './principal.ts';
import { builtinTools } from './tool-pattern.ts';

/** Lines about tools, approvers and principals that could be taken for one another. */
export function identityLines(sections: ReadableSections): readonly string[] {
  return [
    ...sections.toolNames.flatMap(toolNameLines),
    ...sharedPrincipalLines(sections),
    ...sections.tools.flatMap(([name, tool]) => assuranceLines(sections, { name, tool })),
  ];
}

/** The guard lets every tool of the file pass by its name, so that name must not be one of the harness's own. */
function toolNameLines(name: string): readonly string[] {
  const at = spellPath(['tools', name]);
  if (builtinTools.includes(name))
    return [`${at}: the harness has a tool of this name in every session; allowed: any other name`];
  return name.includes('___')
    ? [`${at}: the tools of gateways are called target___tool; allowed: a name without ___`]
    : [];
}

function sharedPrincipalLines({ approverIam }: ReadableSections): readonly string[] {
  const named = [...approverIam].flatMap(([id, iam]) => {
    const principal = principalOf(iam)?.arn;
    return principal === undefined ? [] : [{ id, principal }];
  });
  return named.flatMap(({ id, principal }, index) => {
    const first = named.findIndex((other) => other.principal === principal);
    return first === index
      ? []
      : [
          `${spellPath(['approvers', id, 'iam'])}: ${principal} is ${named[first]?.id} as well, so nobody could tell who answered; allowed: a role or user of its own`,
        ];
  });
}

function assuranceLines(
  { approverIam, approverIds, groups }: ReadableSections,
  { name, tool }: { readonly name: string; readonly tool: ToolAsWritten },
): readonly string[] {
  return placedRules(name, tool).flatMap(({ ask, at }) => {
    if (ask?.assurance !== 'iam') return [];
    return signedLines({ approverIam, approverIds, groups }, { ask, at: [...at, 'ask'] });
  });
}

function signedLines(
  { approverIam, approverIds, groups }: Pick<ReadableSections, 'approverIam' | 'approverIds' | 'groups'>,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  return [
    ...(ask.topic === undefined
      ? []
      : [
          `${spellPath([...at, 'topic'])}: whoever reads a topic is nobody in particular; allowed: no topic beside assurance: iam`,
        ]),
    ...(ask.approvers ?? []).flatMap((named, index) =>
      (groups.get(named) ?? [named])
        .filter((id) => approverIds.includes(id) && !approverIam.has(id))
        .map(
          (id) =>
            `${spellPath([...at, 'approvers', index])}: ${JSON.stringify(id)} has no iam, so this person could not answer with assurance: iam; allowed: give approvers.${id}.iam, or another approver`,
        ),
    ),
  ];
}
