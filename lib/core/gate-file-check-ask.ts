import { parseDuration } from './duration.ts';
import { type Path, spellPath, unknownName } from './gate-file-problems.ts';
import type { AskAsWritten, ReadableSections } from './gate-file-sections.ts';

/** Lines about whom a rule asks: people and groups that exist, each person once, and enough of them for the quorum. */
export function askLines(
  sections: ReadableSections,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  const { approvers = [], topic, quorum, notify = [], escalate } = ask;
  const listed = [
    ...peopleLines(sections, { ids: approvers, place: [...at, 'approvers'] }),
    ...peopleLines(sections, { ids: notify, place: [...at, 'notify'] }),
    ...peopleLines(sections, { ids: escalate?.to ?? [], place: [...at, 'escalate', 'to'] }),
  ];
  const people = new Set(approvers.flatMap((id) => sections.groups.get(id) ?? [id]));
  const few =
    approvers.length > 0 && typeof quorum === 'number' && quorum > people.size
      ? [
          `${spellPath([...at, 'quorum'])}: ${quorum} must approve, but only ${people.size} different people are asked; allowed: 1 to ${people.size}`,
        ]
      : [];
  const nowhere =
    topic === undefined || sections.topicIds.includes(topic)
      ? []
      : [unknownName([...at, 'topic'], { given: topic, known: sections.topicIds, what: 'a topic of this file' })];
  return [...listed, ...few, ...nowhere, ...stageLines(sections, { ask, at })];
}

function peopleLines(
  sections: ReadableSections,
  { ids, place }: { readonly ids: readonly string[]; readonly place: Path },
): readonly string[] {
  const known = [...sections.approverIds, ...sections.groups.keys()];
  const what = sections.groups.size === 0 ? 'an approver of this file' : 'an approver or group of this file';
  return ids.flatMap((id, index) => {
    if (!known.includes(id)) return [unknownName([...place, index], { given: id, known, what })];
    // Twice the same person would get two links, and look like two people.
    return ids.indexOf(id) < index
      ? [`${spellPath([...place, index])}: ${JSON.stringify(id)} stands here twice; allowed: once`]
      : [];
  });
}

/** What is to happen after the deadline never happens, and what asks nobody else is no escalation. */
function stageLines(
  { groups }: ReadableSections,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  const { remind, escalate, deadline, approvers = [] } = ask;
  const until = parseDuration(deadline) ?? 0;
  const late = (after: string, place: Path) =>
    (parseDuration(after) ?? 0) < until
      ? []
      : [`${spellPath(place)}: ${after} is not before the deadline ${deadline}; allowed: less than ${deadline}`];
  const seconds = remind.map(parseDuration);
  const twice = remind.flatMap((after, index) =>
    seconds.indexOf(seconds[index]) < index
      ? [`${spellPath([...at, 'remind', index])}: ${after} stands here twice; allowed: once`]
      : [],
  );
  const lateReminders = remind.flatMap((after, index) => late(after, [...at, 'remind', index]));
  if (escalate === undefined) return [...lateReminders, ...twice];
  const resolved = (ids: readonly string[]) => ids.flatMap((id) => groups.get(id) ?? [id]);
  const asked = new Set(resolved(approvers));
  const nobodyNew = resolved(escalate.to).every((id) => asked.has(id));
  return [
    ...lateReminders,
    ...twice,
    ...late(escalate.after, [...at, 'escalate', 'after']),
    ...(nobodyNew
      ? [
          `${spellPath([...at, 'escalate', 'to'])}: everybody here is asked from the start; allowed: at least one other person`,
        ]
      : []),
  ];
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
