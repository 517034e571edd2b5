import { type Path, spellPath } from './gate-file-problems.ts';
import { type AskAsWritten, placedAsks, type ReadableSections } from './gate-file-sections.ts';
import { principalOf } from './principal.ts';

/** Lines about approvers and principals that could be taken for one another. */
export function identityLines(sections: ReadableSections): readonly string[] {
  return [
    ...sharedPrincipalLines(sections),
    ...placedAsks(sections).flatMap(({ ask, at }) =>
      ask.assurance === 'iam' ? signedLines(sections, { ask, at }) : [],
    ),
  ];
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
