import { type GateFile, turnFunctionTimeoutSeconds } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

/** Timeouts that fit into each other, quotas, the clock, and whether people can reach the page. */
export async function checkLimits(gate: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  const [functions, executions, callbacks, clock, page] = await Promise.all([
    ports.functions(),
    ports.executionQuotas(),
    ports.callbackQuota(),
    ports.clockAheadMs(),
    ports.page(),
  ]);
  const notDeployed = (check: string): Finding => ({
    check,
    state: 'not-checked',
    text: 'not checked (the gate is not deployed)',
  });
  const { timeoutSeconds } = gate.harness;
  return [
    looked('timeouts', functions, {
      found: ({ advanceTimeoutSeconds }) =>
        timeoutSeconds < advanceTimeoutSeconds
          ? ok('timeouts', `a turn has ${timeoutSeconds} s, its function ${advanceTimeoutSeconds} s`)
          : problem(
              'timeouts',
              `a turn may take ${timeoutSeconds} s, but its function is cut off after ${advanceTimeoutSeconds} s`,
              `deploy again: the gate file asks for a function of ${turnFunctionTimeoutSeconds(gate)} s`,
            ),
      missing: () => notDeployed('timeouts'),
    }),
    looked('quota.executions', executions, {
      found: ({ openExecutions, mostOpenExecutions }) => {
        const text = `${openExecutions} of ${mostOpenExecutions} executions are open`;
        // Each waiting run is an open execution; at the limit nobody can start one.
        return openExecutions > 0.8 * mostOpenExecutions
          ? problem('quota.executions', text, 'request a higher quota of open executions')
          : ok('quota.executions', text);
      },
      missing: () => notDeployed('quota.executions'),
    }),
    looked('quota.callbacks', callbacks, {
      found: ({ refillPerSecond, throttledLastDay }) => {
        const text = `${refillPerSecond} SendTaskSuccess a second; ${throttledLastDay} throttled in the last day`;
        return throttledLastDay > 0
          ? problem('quota.callbacks', text, 'verdicts are kept and wake their runs late: request a higher rate')
          : ok('quota.callbacks', text);
      },
      missing: () => notDeployed('quota.callbacks'),
    }),
    looked('clock', clock, {
      found: (aheadMs) => {
        const seconds = Math.abs(aheadMs) / 1000;
        const text = `this machine is ${seconds.toFixed(1)} s ${aheadMs >= 0 ? 'ahead of' : 'behind'} AWS`;
        // Signatures are refused from five minutes on; a minute is a clock that nobody sets.
        return seconds > 60
          ? problem('clock', text, 'set the clock (NTP): signed requests are refused from 5 minutes on')
          : ok('clock', text);
      },
      missing: () => notDeployed('clock'),
    }),
    looked('page', page, {
      found: ({ url, status }) =>
        status < 500
          ? ok('page', `${url} answers`)
          : problem('page', `${url} answers ${status}`, 'see the log of the function verdict-page and docs/runbook.md'),
      missing: () => notDeployed('page'),
    }),
  ];
}
