import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { CountersignError } from '../lib/core/errors.ts';
import type { GateFile } from '../lib/core/gate-file.ts';
import { metricsNamespace } from '../lib/core/gate-metrics.ts';
import type { Count } from '../lib/gate/counted-ports.ts';

/** What a function tells its operators: counts for the alarms, and lines of log that hold no secret. */
export interface Operations {
  readonly count: Count;
  /** Told of a failure that was answered; only names are logged, since messages may quote what was sent. */
  readonly failed: (what: string, error: unknown) => void;
  /** The handler, with its counts sent at the end of each invocation and its failures logged. */
  readonly watched: <Args extends readonly unknown[], Answer>(
    handler: (...args: Args) => Promise<Answer>,
  ) => (...args: Args) => Promise<Answer>;
}

// A turn that is looked at later, or a mail that is tried again, is how it should be: the state machine comes again.
const expected = new Set(['turn-in-flight', 'turn-not-started', 'notices-unsent', 'action-in-flight', 'action-again']);

/** The operations of one function, made at its cold start. Neither events nor contexts are ever logged. */
export function operations({ gate, stage }: GateFile): Operations {
  const serviceName = `${gate}-${stage}`;
  const logger = new Logger({ serviceName });
  const metrics = new Metrics({ namespace: metricsNamespace, serviceName, logger });
  const count: Count = (metric) => {
    metrics.addMetric(metric, MetricUnit.Count, 1);
  };
  const failed = (what: string, error: unknown) => {
    const code = error instanceof CountersignError ? { code: error.code } : {};
    const line = { error: error instanceof Error ? error.name : 'unknown', ...code };
    if ('code' in code && expected.has(code.code)) logger.info(what, line);
    else logger.error(what, line);
  };
  return {
    count,
    failed,
    watched:
      (handler) =>
      async (...args) => {
        try {
          return await handler(...args);
        } catch (error) {
          // Ten times beaten to the head of a chain: nothing was written, and somebody should look why.
          if (error instanceof CountersignError && error.code === 'conflict') count('AppendFailed');
          failed('The invocation failed', error);
          throw error;
        } finally {
          if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
        }
      },
  };
}
