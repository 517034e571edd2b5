import { type Path, spellPath } from './gate-file-problems.ts';
import { type AskAsWritten, placedAsks, type ReadableSections } from './gate-file-sections.ts';
import { principalOf } from './principal.ts';

/** Lines about approvers and principals that could be taken for one another. */
export function identityLines(sections: ReadableSections): readonly string[] {
  return [
    ...sharedPrincipalLines(sections),
    ...sharedMailLines(sections),
    ...requesterLines(sections),
    ...placedAsks(sections).flatMap(({ ask, at }) => [
      ...readerLines({ ask, at }),
      ...(ask.assurance === 'iam' ? signedLines(sections, { ask, at }) : []),
    ]),
  ];
}

function sharedPrincipalLines({ approverIam }: ReadableSections): readonly string[] {
  const named = [...approverIam].flatMap(([id, { arn, session }]) => {
    const principal = principalOf(arn)?.arn;
    return principal === undefined ? [] : [{ id, principal, session }];
  });
  return named.flatMap(({ id, principal, session }, index) => {
    // Without a session it is anybody of the role, and so also whoever is told apart by one.
    const other = named
      .slice(0, index)
      .find((one) => one.principal === principal && (one.session ?? session) === (session ?? one.session));
    return other === undefined
      ? []
      : [
          `${spellPath(['approvers', id, 'iam'])}: ${principal}${session === undefined ? '' : ` in session ${session}`} is ${other.id} as well, so nobody could tell who answered; allowed: a role or user of its own, or for everybody of the role a session of their own`,
        ];
  });
}

/** Whoever reads a mailbox has all of its links: two ids of one mailbox would count as two people. */
function sharedMailLines({ approverMails }: ReadableSections): readonly string[] {
  const named = [...approverMails].map(([id, mail]) => ({ id, mail: mail.toLowerCase() }));
  return named.flatMap(({ id, mail }, index) => {
    const other = named.slice(0, index).find((one) => one.mail === mail);
    return other === undefined
      ? []
      : [
          `${spellPath(['approvers', id, 'mail'])}: ${mail} is where ${other.id} is asked as well, so one reader would count as two people; allowed: an address of their own`,
        ];
  });
}

/** One id for one person: whoever asked for a run is looked for among those who may decide by it. */
function requesterLines({ approverMails, requesterMails }: ReadableSections): readonly string[] {
  return [...requesterMails].flatMap(([id, mail]) => {
    const approver = approverMails.get(id);
    if (approver === undefined || approver.toLowerCase() === mail.toLowerCase()) return [];
    return [
      `${spellPath(['requesters', id, 'mail'])}: ${mail}, but approvers.${id} is ${approver}, and an id stands for one person; allowed: the same address, or another id`,
    ];
  });
}

// Neither has a mailbox or a principal of its own to be sure of.
function readerLines({ ask, at }: { readonly ask: AskAsWritten; readonly at: Path }): readonly string[] {
  if (ask.topic === undefined || ask.assurance === 'link') return [];
  return [
    `${spellPath([...at, 'topic'])}: whoever reads a topic is nobody in particular; allowed: no topic beside assurance: ${ask.assurance}`,
  ];
}

function signedLines(
  { approverIam, approverIds, groups }: Pick<ReadableSections, 'approverIam' | 'approverIds' | 'groups'>,
  { ask, at }: { readonly ask: AskAsWritten; readonly at: Path },
): readonly string[] {
  const lists = [
    { place: [...at, 'approvers'], ids: ask.approvers ?? [] },
    { place: [...at, 'escalate', 'to'], ids: ask.escalate?.to ?? [] },
  ];
  return lists.flatMap(({ place, ids }) =>
    ids.flatMap((named, index) =>
      (groups.get(named) ?? [named])
        .filter((id) => approverIds.includes(id) && !approverIam.has(id))
        .map(
          (id) =>
            `${spellPath([...place, index])}: ${JSON.stringify(id)} has no iam, so this person could not answer with assurance: iam; allowed: give approvers.${id}.iam, or another approver`,
        ),
    ),
  );
}
