import { Aws } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type GateMetric, gateMetrics } from '../core/gate-metrics.ts';
import { countOf, type GateAlarms } from './gate-alarms.ts';
import type { GateApi } from './gate-api.ts';
import type { GateFunctions } from './gate-functions.ts';
import { failureQueryLines } from './gate-queries.ts';

export interface GateDashboardProps {
  readonly name: string;
  readonly alarms: GateAlarms;
  readonly stateMachine: StateMachine;
  readonly functions: GateFunctions;
  readonly api: GateApi;
}

/** One screen for whoever is on call: is anything wrong, what is going on, and what the functions say. */
export class GateDashboard extends Construct {
  readonly dashboard: Dashboard;

  constructor(scope: Construct, id: string, props: GateDashboardProps) {
    super(scope, id);
    const { name, alarms, stateMachine, functions, api } = props;
    const { advance, ask, act, verdictPage, guard, start, operate, tell, mailEvents, afterDeath } = functions;
    const named = Object.entries({
      advance,
      ask,
      act,
      page: verdictPage,
      guard,
      start,
      operate,
      tell,
      mailEvents,
      afterDeath,
    });
    const counted = (Object.keys(gateMetrics) as GateMetric[]).map((metric) => countOf(metric, name));
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    this.dashboard = new Dashboard(this, 'Dashboard', {
      // Dashboards are the account's, not the region's.
      dashboardName: `${name}-${Aws.REGION}`,
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms.byName.values()], width: 24, height: 3 })],
        [
          graph('Runs', [
            stateMachine.metricStarted(),
            stateMachine.metricSucceeded(),
            stateMachine.metricFailed(),
            stateMachine.metricAborted(),
            stateMachine.metricTimedOut(),
          ]),
          graph('What the gate counts', counted),
        ],
        [
          graph(
            'Errors of functions',
            named.map(([label, one]) => one.metricErrors({ label })),
          ),
          graph('The page', [api.api.metricCount(), api.api.metricClientError(), api.api.metricServerError()]),
        ],
        [
          new LogQueryWidget({
            title: 'Failures',
            logGroupNames: named.map(([, one]) => one.logGroup.logGroupName),
            queryLines: [...failureQueryLines],
            width: 24,
          }),
        ],
      ],
    });
  }
}
