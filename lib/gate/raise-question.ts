import type { QuestionRaised } from '../core/action-entries.ts';
import type { ApprovalRequested } from '../core/approval-entries.ts';
import { askedByRule } from '../core/asked-by-rule.ts';
import { questionDigestOf } from '../core/digest.ts';
import type { Entry } from '../core/entries.ts';
import { CountersignError } from '../core/errors.ts';
import { type GateFile, policyVersion } from '../core/gate-file.ts';
import { questionIdOf, questionRequestIdOf } from '../core/ids.ts';
import type { RunQuestion } from '../core/next-step.ts';
import type { AskRule } from '../core/rules.ts';
import type { Run } from '../core/run.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { keptPolicy } from './gate-of-version.ts';
import { requestersOf } from './requesters-of.ts';
import { sealJson } from './seal.ts';

/** Asks people how the run is to go on: question and request stand in one commit, so that neither is ever found alone. */
export async function raiseQuestion(ports: AdvancePorts, run: Run, question: RunQuestion): Promise<readonly Entry[]> {
  const { about, rule, choices, since, used, allowed } = question;
  const number = run.questions.length + 1;
  const toolUseId = questionIdOf(run.id, number);
  const shown = {
    about,
    rule,
    since,
    ...(used === undefined ? {} : { used }),
    ...(allowed === undefined ? {} : { allowed }),
  };
  const raised: QuestionRaised = {
    type: 'question.raised',
    epoch: run.epoch,
    toolUseId,
    about,
    rule,
    input: await sealJson(ports, run.id, shown),
    policyVersion: policyVersion(ports.gate),
    choices,
  };
  const requesters = await requestersOf(ports, run);
  const asked = askedByRule(askOf(ports.gate, about), { now: ports.clock(), requesters });
  if (asked === undefined)
    throw new CountersignError('conflict', `Nobody is left who could say how ${run.id} goes on.`);
  const request: ApprovalRequested = {
    type: 'approval.requested',
    requestId: questionRequestIdOf(run.id, number),
    epoch: run.epoch,
    turn: run.turns.at(-1)?.started.turn ?? 0,
    policyVersion: raised.policyVersion,
    calls: [
      {
        toolUseId,
        digest: questionDigestOf(run, { raised: { ...raised, at: '' } }),
        ...asked,
      },
    ],
  };
  return [...(await keptPolicy(ports, run)), raised, request];
}

function askOf({ onCap, harness }: GateFile, about: QuestionRaised['about']): AskRule {
  const ask = about === 'cap' ? onCap : harness.inDoubtAsk;
  if (ask?.kind === 'ask') return ask;
  throw new CountersignError('conflict', `The gate file asks nobody about what is ${about}.`);
}
