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
  const notChecked = (check: string, why: string): Finding => ({
    check,
    state: 'not-checked',
    text: `not checked (${why})`,
  });
  const notDeployed = (check: string) => notChecked(check, 'the gate is not deployed');
  const notCounted = (check: string) => notChecked(check, 'Step Functions has counted nothing in this region lately');
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
      missing: () => notCounted('quota.executions'),
    }),
    looked('quota.callbacks', callbacks, {
      found: ({ refillPerSecond, throttledLastDay }) => {
        const text = `${refillPerSecond} SendTaskSuccess a second; ${throttledLastDay} throttled in the last day`;
        return throttledLastDay > 0
          ? problem('quota.callbacks', text, 'verdicts are kept and wake their runs late: request a higher rate')
          : ok('quota.callbacks', text);
      },
      missing: () => notCounted('quota.callbacks'),
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
      found: pageFinding,
      missing: () => notDeployed('page'),
    }),
  ];
}

/** No link leads there, so the page itself says 404; anything else is the word of something between it and whoever clicks. */
function pageFinding({ url, status }: { readonly url: string; readonly status: number }): Finding {
  if (status === 404) return ok('page', `${url} answers`);
  return status >= 500
    ? problem('page', `${url} answers ${status}`, 'see the log of the function verdict-page and docs/runbook.md')
    : problem(
        'page',
        `${url} answers ${status}, which is not the approval page's answer`,
        "see that the domain's mapping and DNS lead to this gate, and what in front of it turns this machine away",
      );
}
