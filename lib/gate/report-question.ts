import type { Outcome } from '../core/approval-entries.ts';
import type { Json } from '../core/canonical-json.ts';
import type { QuestionState, Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { askedFacts } from './report-asked.ts';
import { askingOf, decidedBy, type ReportedAsking, type ReportedVerdict, verdictsOf } from './report-call.ts';
import { outcomeWords, type ReportFact, setAsideFacts, verdictFact } from './report-facts.ts';
import { openJson } from './seal.ts';
import { type SetAside, setAsideOf } from './set-aside.ts';

/** One question about the run itself, and what people answered. */
export interface ReportedQuestion {
  readonly about: 'cap' | 'in-doubt';
  /** `caps.turns`, `turn.in-doubt`. */
  readonly rule: string;
  readonly choices: readonly string[];
  /** With `used` and `allowed` where it is about a cap; `null`: erased. */
  readonly shown: Json;
  readonly asked: ReportedAsking | null;
  readonly verdicts: readonly ReportedVerdict[];
  readonly setAside: readonly SetAside[];
  readonly outcome: Outcome | 'open';
  /** Whose verdicts closed it; empty where none did. */
  readonly decidedBy: readonly string[];
}

export async function reportedQuestion(
  ports: { readonly contents: Contents },
  run: Run,
  question: QuestionState,
): Promise<ReportedQuestion> {
  const { about, rule, choices, input } = question.raised;
  return {
    about,
    rule,
    choices,
    shown: (await openJson(ports, run.id, input)) ?? null,
    asked: askingOf(run, question),
    verdicts: await verdictsOf(ports, run, question),
    setAside: await setAsideOf(ports, run, question),
    outcome: question.closed?.outcome ?? 'open',
    decidedBy: decidedBy(question),
  };
}

/** A question in lines, as a report shows it. */
export function questionFactsOf({
  rule,
  choices,
  shown,
  asked,
  verdicts,
  setAside,
  outcome,
  decidedBy: by,
}: ReportedQuestion): readonly ReportFact[] {
  return [
    {
      label: 'Why',
      text: `${rule}; choices: ${choices.join(', ')}; ${shown === null ? '(erased)' : JSON.stringify(shown)}`,
    },
    ...(asked === null
      ? []
      : [
          {
            label: 'Who was asked',
            text: `${asked.approvers.join(', ')}; until ${asked.deadline}; ${asked.requestId}`,
          },
          ...askedFacts(asked),
        ]),
    ...verdicts.map(verdictFact),
    { label: 'Outcome', text: `${outcomeWords[outcome]}${by.length === 0 ? '' : `: ${by.join(', ')}`}` },
    ...setAside.flatMap(setAsideFacts),
  ];
}
