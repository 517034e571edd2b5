import { type Path, spellPath, unknownName } from './gate-file-problems.ts';
import type { AskAsWritten, ReadableSections } from './gate-file-sections.ts';

/** Lines about whom a rule asks: people and groups that exist, each person once, and enough of them for the quorum. */
export function askLines(
  sections: ReadableSections,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  const { approvers = [], topic, quorum } = ask;
  const place = [...at, 'approvers'];
  const known = [...sections.approverIds, ...sections.groups.keys()];
  const unknown = approvers.flatMap((id, index) =>
    known.includes(id)
      ? []
      : [
          unknownName([...place, index], {
            given: id,
            known,
            what: sections.groups.size === 0 ? 'an approver of this file' : 'an approver or group of this file',
          }),
        ],
  );
  // Twice the same person would get two links, and look like two people.
  const twice = approvers.flatMap((id, index) =>
    approvers.indexOf(id) < index
      ? [`${spellPath([...place, index])}: ${JSON.stringify(id)} stands here twice; allowed: once`]
      : [],
  );
  const people = new Set(approvers.flatMap((id) => sections.groups.get(id) ?? [id]));
  const few =
    approvers.length > 0 && quorum > people.size
      ? [
          `${spellPath([...at, 'quorum'])}: ${quorum} must approve, but only ${people.size} different people are asked; allowed: 1 to ${people.size}`,
        ]
      : [];
  const nowhere =
    topic === undefined || sections.topicIds.includes(topic)
      ? []
      : [unknownName([...at, 'topic'], { given: topic, known: sections.topicIds, what: 'a topic of this file' })];
  return [...unknown, ...twice, ...few, ...nowhere];
}

/** Lines about groups: every member is a person of the file, and no group has the name of one. */
export function groupLines({ groups, approverIds }: ReadableSections): readonly string[] {
  return [...groups].flatMap(([name, members]) => [
    ...(approverIds.includes(name)
      ? [`${spellPath(['groups', name])}: an approver has this id as well; allowed: a name of its own`]
      : []),
    ...members.flatMap((id, index) => {
      const at = ['groups', name, index];
      if (!approverIds.includes(id))
        return [unknownName(at, { given: id, known: approverIds, what: 'an approver of this file' })];
      return members.indexOf(id) < index
        ? [`${spellPath(at)}: ${JSON.stringify(id)} stands here twice; allowed: once`]
        : [];
    }),
  ]);
}
