import type { QuestionState, Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openJson } from './seal.ts';
import type { CallView } from './views.ts';

type OwnFacts = Omit<
  CallView,
  | 'deadline'
  | 'standing'
  | 'quorum'
  | 'no'
  | 'answers'
  | 'yours'
  | 'answerBy'
  | 'digest'
  | 'asked'
  | 'requesters'
  | 'offers'
  | 'keptAs'
>;

/** A question about the run where people otherwise see a call: everything that it is made of is the gate's own. */
export async function questionFacts(
  ports: { readonly contents: Contents },
  run: Run,
  { raised }: Pick<QuestionState, 'raised'>,
): Promise<OwnFacts> {
  const { toolUseId, about, rule, choices, input } = raised;
  const opened = await openJson(ports, run.id, input);
  return {
    toolUseId,
    tool: questionNames[about],
    description: '',
    effect: 'write',
    shown: [],
    ...(opened === undefined ? {} : { input: opened }),
    undecided: [],
    notInRequest: [],
    whoActs: 'agent',
    question: { about, rule, choices },
  };
}

/** What stands where a call has its tool's name. */
export const questionNames = { cap: 'run at its limit', 'in-doubt': 'run in doubt' } as const;
