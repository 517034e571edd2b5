import type { GateFile } from '../../core/gate-file.ts';
import { exitCodes } from '../exit-codes.ts';
import type { CommandContext } from '../ports.ts';
import { checkHarness } from './check-harness.ts';
import { checkInstallation } from './check-installation.ts';
import { checkLimits } from './check-limits.ts';
import { checkMail } from './check-mail.ts';
import { checkReceipts } from './check-receipts.ts';
import { checkStop } from './check-stop.ts';
import { checkTopics } from './check-topics.ts';
import type { DoctorPorts } from './facts.ts';
import type { Finding } from './finding.ts';

/** Looks at everything that a gate stands on and changes nothing: one line each, with what to do about it. */
export async function doctor(
  gate: GateFile,
  { ports, out, json }: Omit<CommandContext, 'ports'> & { readonly ports: DoctorPorts },
): Promise<number> {
  const findings: Finding[] = [];
  const checks = [checkInstallation, checkStop, checkMail, checkTopics, checkHarness, checkReceipts, checkLimits];
  for (const check of checks) findings.push(...(await check(gate, ports)));
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length;
  const [problems, failed] = [count('problem'), count('failed')];
  if (json === 'json') {
    out.line(JSON.stringify({ gate: gate.gate, stage: gate.stage, problems, failed, findings }, null, 2));
  } else {
    for (const { check, state, text, todo } of findings)
      out.line(`${marks[state]} ${check}: ${text}${todo === undefined ? '' : `. Do: ${todo}`}`);
    out.line(
      `${problems} problems, ${failed} could not be checked, ${count('not-checked')} do not apply here, ${count('ok')} in order`,
    );
  }
  if (problems > 0) return exitCodes.findings;
  return failed > 0 ? exitCodes.unreachable : exitCodes.ok;
}

const marks: Readonly<Record<Finding['state'], string>> = {
  ok: 'ok     ',
  problem: 'PROBLEM',
  failed: 'UNKNOWN',
  'not-checked': '-      ',
};
