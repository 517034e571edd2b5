import { type CloudWatchClient, GetMetricStatisticsCommand, type Statistic } from '@aws-sdk/client-cloudwatch';
import { look } from './looked.ts';

const dayMs = 86_400_000;

/** What Step Functions' own metrics say of an account's quotas. Metrics exist from the first execution on. */
export function statesQuotas(cloudwatch: CloudWatchClient, now: () => number) {
  const newest = async (metric: string, query: { readonly statistic: Statistic; readonly api?: string }) => {
    const { statistic, api } = query;
    const { Datapoints = [] } = await cloudwatch.send(
      new GetMetricStatisticsCommand({
        Namespace: 'AWS/States',
        MetricName: metric,
        ...(api === undefined ? {} : { Dimensions: [{ Name: 'APIName', Value: api }] }),
        StartTime: new Date(now() - dayMs),
        EndTime: new Date(now()),
        // A sum over the day in one point; anything else as fresh as it comes.
        Period: statistic === 'Sum' ? dayMs / 1000 : 300,
        Statistics: [statistic],
      }),
    );
    const [point] = Datapoints.sort((a, b) => (b.Timestamp?.getTime() ?? 0) - (a.Timestamp?.getTime() ?? 0));
    return statistic === 'Sum' ? point?.Sum : point?.Maximum;
  };
  return {
    executionQuotas: () =>
      look(async () => {
        const [open, most] = await Promise.all([
          newest('OpenExecutionCount', { statistic: 'Maximum' }),
          newest('OpenExecutionLimit', { statistic: 'Maximum' }),
        ]);
        return open === undefined || most === undefined
          ? undefined
          : { openExecutions: open, mostOpenExecutions: most };
      }),
    callbackQuota: () =>
      look(async () => {
        const api = 'SendTaskSuccess';
        const [rate, throttled] = await Promise.all([
          newest('ProvisionedRefillRate', { statistic: 'Maximum', api }),
          newest('ThrottledEvents', { statistic: 'Sum', api }),
        ]);
        return rate === undefined ? undefined : { refillPerSecond: rate, throttledLastDay: throttled ?? 0 };
      }),
  };
}
