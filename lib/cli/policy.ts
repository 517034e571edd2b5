import { spellDuration } from '../core/duration.ts';
import { explainPolicy, explainRun } from '../core/explain-policy.ts';
import { type GateFile, policyVersion } from '../core/gate-file.ts';
import { gateWarnings } from '../core/gate-file-warnings.ts';
import { problemWords } from '../core/problem-words.ts';
import type { AskRule } from '../core/rules.ts';
import { type Trial, type TriedCall, tryPolicy } from '../core/try-policy.ts';
import { plainVisible } from '../core/visible-text.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext } from './ports.ts';

type Print = Omit<CommandContext, 'ports'>;

/** Explains every tool of a gate file, what becomes of a run that cannot go on, and what looks like a mistake. @returns `findings` when anything does */
export function printPolicy(gate: GateFile, { out, json }: Print): number {
  const tools = explainPolicy(gate);
  const run = explainRun(gate);
  const warnings = gateWarnings(gate);
  if (json === 'json') {
    out.line(JSON.stringify({ policyVersion: policyVersion(gate), tools, run, warnings }, null, 2));
  } else {
    for (const { tool, is, refusedFirst, rules } of tools) {
      out.line(`${tool}: ${is}`);
      out.line('  Refused before any rule, and before anybody is asked:');
      for (const line of refusedFirst) out.line(`    - ${line}`);
      out.line('  Then the first that fits decides:');
      for (const line of rules) out.line(`    - ${line}`);
      out.line('');
    }
    out.line('The run itself:');
    for (const line of run) out.line(`    - ${line}`);
    out.line('');
    out.line(warnings.length === 0 ? 'Nothing to warn of.' : 'Warnings:');
    for (const warning of warnings) out.line(`  ${warning}`);
  }
  return warnings.length === 0 ? exitCodes.ok : exitCodes.findings;
}

/** Says what would become of a call. @returns `findings` when it would be refused */
export function printTrial(gate: GateFile, call: TriedCall, { out, json }: Print): number {
  const trial = tryPolicy(gate, call);
  if (json === 'json') out.line(JSON.stringify(trial, null, 2));
  else for (const line of trialLines(trial)) out.line(line);
  return trial.decision === 'refuse' ? exitCodes.findings : exitCodes.ok;
}

function noWords({ veto }: AskRule): string {
  return veto ? '' : ', and a no decides when too few are left who could say yes';
}

const decisions = {
  allow: 'It would pass without a person',
  ask: 'People would be asked',
  refuse: 'It would be refused',
};

function trialLines({ decision, rule, problems, because, ask, carriedOutBy, notInRequest }: Trial): readonly string[] {
  return [
    `${decisions[decision]}, by ${rule}.`,
    ...problems.map((problem) => `  ${plainVisible(problemWords(problem))}`),
    ...(because === undefined ? [] : [`  ${because}`]),
    ...(ask === undefined
      ? []
      : [
          `  ${[...ask.approvers, ...(ask.topic === undefined ? [] : [`topic ${ask.topic}`])].join(', ')}; ${ask.quorum} must approve within ${spellDuration(ask.deadlineSeconds)} (${ask.assurance})${noWords(ask)}.`,
        ]),
    ...(notInRequest === undefined ? [] : [`  Not in the request: ${notInRequest.join(', ')}.`]),
    ...(carriedOutBy === undefined
      ? []
      : [carriedOutBy === 'gate' ? '  The gate would then carry it out.' : '  The harness could then run it once.']),
  ];
}
