import { type Path, spellPath } from './gate-file-problems.ts';
import { type AskAsWritten, placedAsks, placedRules, type ReadableSections } from './gate-file-sections.ts';

/** Lines about rules that ask people who have no way to answer, and about questions that could have no answer. */
export function answerLines(sections: ReadableSections): readonly string[] {
  return [
    ...placedAsks(sections).flatMap((placed) => unreachedLines(sections, placed)),
    ...sections.tools.flatMap((named) => questionLines(named)),
  ];
}

/** Whoever may decide answers by a link in a mail, or signed. An escalation is told by mail to everybody whom it adds. */
function unreachedLines(
  { approverIds, approverIam, groups }: ReadableSections,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  if (ask.notify === undefined) return [];
  const resolved = (ids: readonly string[]) => ids.flatMap((id) => groups.get(id) ?? [id]);
  const told = new Set(resolved(ask.notify));
  return [...new Set(resolved(ask.approvers ?? []))]
    .filter((id) => approverIds.includes(id) && !told.has(id) && !approverIam.has(id))
    .map(
      (id) =>
        `${spellPath([...at, 'notify'])}: ${JSON.stringify(id)} may decide, but gets no mail and has no iam, so this person could not answer; allowed: ${id} below notify, approvers.${id}.iam, or nobody of this id below approvers`,
    );
}

/** The answer of one person is the result. Nobody carries out a question, and no rule can answer it. */
function questionLines([name, tool]: ReadableSections['tools'][number]): readonly string[] {
  if (tool.question === undefined) return [];
  const at = ['tools', name];
  const asking = placedRules(name, tool);
  return [
    ...(tool.runBy === 'client'
      ? []
      : [`${spellPath([...at, 'runBy'])}: harness, which cannot answer a question; allowed: client beside question`]),
    ...(tool.executor === undefined
      ? []
      : [`${spellPath([...at, 'executor'])}: nobody carries out a question; allowed: no executor beside question`]),
    ...asking.flatMap((rule) =>
      rule.allow === undefined
        ? []
        : [`${spellPath(rule.at)}: allow, but only people can answer a question; allowed: ask or refuse`],
    ),
    ...asking.flatMap(({ at: place, ask }) =>
      ask === undefined || ask.quorum === 1 || ask.quorum === 'any'
        ? []
        : [
            `${spellPath([...place, 'ask', 'quorum'])}: ${ask.quorum}, but the words of one person are the answer; allowed: 1 or any beside question`,
          ],
    ),
    ...(asking.some(({ ask }) => ask !== undefined)
      ? []
      : [`${spellPath([...at, 'question'])}: no rule asks anybody; allowed: a rule with ask, or no question`]),
  ];
}
