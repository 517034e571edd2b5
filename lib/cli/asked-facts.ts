import { spellDuration } from '../core/duration.ts';
import { verdictsOn } from '../core/quorum.ts';
import type { Asked, Run } from '../core/run.ts';
import { stagesToCome } from '../core/schedule.ts';
import { askedViews } from '../gate/view-asked.ts';
import type { AskedView } from '../gate/views.ts';

/** Who is asked about a call, or a question about the run, until when, and what happens until then. */
export interface AskedFacts {
  /** What can be answered; of what is decided, what could be. */
  readonly offers: readonly string[];
  /** Who may decide or was told, with their answers and what became of the notice to them; whoever an escalation added stands behind. */
  readonly who: readonly Omit<AskedView, 'name'>[];
  /** `majority`: a no of one does not decide while enough others may still say yes. */
  readonly no: 'one' | 'majority';
  /** Whoever asked for the run and for that reason may not decide. */
  readonly requesters: readonly string[];
  /** What is still to come before the deadline; `to` of an escalation. */
  readonly stages: readonly { readonly kind: string; readonly at: string; readonly to?: readonly string[] }[];
  /** Until the deadline; 0 once it has come or the call is decided. */
  readonly secondsLeft: number;
}

export function askedFacts(run: Run, asked: Asked, now: number): AskedFacts {
  const { requested, closed } = asked;
  const deadline = Date.parse(requested?.deadline ?? '');
  const isOpen = closed === undefined && run.finished === undefined && deadline > now;
  return {
    offers: verdictsOn(asked),
    who: askedViews(run, asked, { approvers: {} }).map(({ name: _, ...view }) => view),
    no: requested?.no ?? 'one',
    requesters: requested?.requesters ?? [],
    stages: isOpen ? stagesToCome(asked, now) : [],
    secondsLeft: isOpen ? Math.round((deadline - now) / 1000) : 0,
  };
}

/** A line for each person, then what can be said, and what happens while nobody does. */
export function askedLines({ offers, who, requesters, stages, secondsLeft }: AskedFacts): readonly string[] {
  return [
    ...who.map(personLine),
    ...requesters.map((id) => `${id}: asked for the run, and may not decide for that reason`),
    ...(secondsLeft === 0
      ? []
      : [
          `${spellDuration(secondsLeft)} left to ${offers.join(', ')}`,
          ...stages.map(({ kind, at, to }) => `${kind} at ${at}${to === undefined ? '' : ` to ${to.join(', ')}`}`),
        ]),
  ];
}

function personLine({ id, role, answer, before, notice }: AskedFacts['who'][number]): string {
  const earlier =
    before === undefined ? [] : [`said ${before.verdict} at ${before.at} to the call as it was before a change`];
  const said = answer === undefined ? earlier : [`said ${answer.verdict} at ${answer.at}`];
  return `${id}: ${[roleWords[role], ...said, noticeWords[notice]].join(', ')}`;
}

const roleWords: Readonly<Record<AskedView['role'], string>> = {
  decides: 'may decide',
  escalated: 'may decide since the escalation',
  informed: 'is told, and may not decide',
};

const noticeWords: Readonly<Record<AskedView['notice'], string>> = {
  none: 'no notice is meant for them',
  planned: 'their notice is not sent yet',
  sent: 'their notice was sent',
  failed: 'their notice could NOT be sent',
  returned: 'their notice CAME BACK',
};
