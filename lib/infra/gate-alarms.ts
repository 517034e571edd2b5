import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import { type GateMetric, metricsDimension, metricsNamespace } from '../core/gate-metrics.ts';
import type { GateApi } from './gate-api.ts';
import type { GateFunctions } from './gate-functions.ts';
import { prefixOf } from './gate-names.ts';

export interface GateAlarmsProps {
  readonly gate: GateFile;
  readonly stateMachine: StateMachine;
  readonly functions: GateFunctions;
  readonly api: GateApi;
  /** Told of every alarm and of its end. @default nobody is told */
  readonly topic?: ITopic;
}

interface Watched {
  readonly metric: IMetric;
  /** How many within the metric's period. @default 1 */
  readonly threshold?: number;
  readonly means: string;
}

const period = Duration.minutes(5);

/** The alarms of a gate, by the names under which docs/runbook.md says what to do. */
export class GateAlarms extends Construct {
  readonly byName: ReadonlyMap<string, Alarm>;

  constructor(scope: Construct, id: string, props: GateAlarmsProps) {
    super(scope, id);
    const entries = Object.entries(watchedBy(props)).map(
      ([name, watched]) => [name, this.alarm(name, watched, props)] as const,
    );
    this.byName = new Map(entries);
  }

  private alarm(name: string, { metric, threshold = 1, means }: Watched, { gate, topic }: GateAlarmsProps): Alarm {
    const alarm = new Alarm(this, name, {
      alarmName: `${prefixOf(gate)}-${name}`,
      alarmDescription: `${means}. What to do: docs/runbook.md, "${name}".`,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Nothing is counted while nothing happens.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (topic !== undefined) {
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
    }
    return alarm;
  }
}

/** What the functions of a gate counted, by the prefix of its names; the sum of five minutes. */
export function countOf(metricName: GateMetric, prefix: string): Metric {
  const dimensionsMap = { [metricsDimension]: prefix };
  return new Metric({ namespace: metricsNamespace, metricName, dimensionsMap, statistic: 'Sum', period });
}

function watchedBy({ gate, stateMachine, functions, api }: GateAlarmsProps): Readonly<Record<string, Watched>> {
  const counted = (metric: GateMetric, over = period) => countOf(metric, prefixOf(gate)).with({ period: over });
  const sum = { statistic: 'Sum', period };
  return {
    'run-failed': { metric: stateMachine.metricFailed(sum), means: 'An execution failed' },
    // The machine itself has no timeout, so these two are all the ends that are no success.
    'run-aborted': { metric: stateMachine.metricAborted(sum), means: 'Somebody aborted an execution' },
    'nobody-reached': { metric: counted('NobodyReached'), means: 'A request for approval reached nobody' },
    'mail-rejected': { metric: counted('NoticeRefused'), means: 'SES or SNS refused a notice for good' },
    ...(gate.mail === undefined
      ? {}
      : {
          'mail-bounced': {
            metric: counted('NoticeReturned'),
            means: 'A mail of this gate came back for good',
          },
        }),
    'callback-failing': {
      metric: counted('CallbackFailed'),
      means: 'A waiting run could not be woken after a verdict',
    },
    'append-failing': { metric: counted('AppendFailed'), means: 'A commit could not be written to the audit table' },
    'page-failing': {
      metric: api.api.metricServerError(sum),
      means: 'The approval page or a signed route answered with 5xx',
    },
    'page-throttled': {
      metric: functions.verdictPage.metricThrottles(sum),
      means: 'The approval page had no invocation to spare',
    },
    'guard-denying': {
      metric: counted('GuardDenied', Duration.minutes(15)),
      // A model tries a closed tool now and then and turns back; ten times in a quarter of an hour it does not turn back.
      threshold: 10,
      means: 'The guard denied many tool calls',
    },
    'guard-failing': {
      metric: functions.guard.metricErrors(sum),
      means: 'The guard failed, so that the harness denied what it asked',
    },
    'guard-missing': {
      metric: counted('GuardMissing'),
      means: "The harness ran a tool without the guard's leave; the run was ended",
    },
    'action-unknown': {
      metric: counted('ActionUnknown'),
      means: 'Nobody knows whether an action was carried out',
    },
    'action-refuted': {
      metric: counted('ActionRefuted'),
      means: 'A verifier did not find done what an executor said was done',
    },
    'action-failed': {
      metric: counted('ActionFailed'),
      means: 'An action that was approved or allowed was not carried out',
    },
    'act-failing': {
      metric: functions.act.metricErrors(sum),
      // A function that looks at an action under way, or tries one again, throws each time: that is how it should be.
      threshold: 20,
      means: 'The act function fails again and again',
    },
    'wait-stuck': {
      metric: counted('WaitStuck'),
      means: 'A run went on more than five minutes after its verdict: a wake-up was lost',
    },
  };
}
