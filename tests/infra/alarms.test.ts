import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gateMetrics } from '../../lib/core/gate-metrics.ts';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, harnessArn, resourcesOf, unbundledApp } from './synthesized.ts';

const { gateStack } = addGateStacks(unbundledApp(), {
  gateFile: exampleGate('purchase'),
  harnessArn,
  alarmTopicArn: 'arn:aws:sns:us-east-1:123456789012:on-call',
  savedQueries: 'saved',
});
const resources = resourcesOf(gateStack);
const alarms = resources.filter(({ type }) => type === 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);

const names = [
  'run-failed',
  'run-aborted',
  'nobody-reached',
  'mail-rejected',
  'mail-bounced',
  'callback-failing',
  'append-failing',
  'page-failing',
  'page-throttled',
  'guard-denying',
  'guard-failing',
  'guard-missing',
  'action-unknown',
  'action-refuted',
  'action-failed',
  'act-failing',
  'wait-stuck',
];

describe('the alarms', () => {
  test('are one for each thing that somebody must look at', () => {
    expect(alarms.map((alarm) => alarm['AlarmName'])).toEqual(names.map((name) => `purchase-dev-${name}`));
  });

  test('tell the topic that was given, begin at the first case and are quiet while nothing happens', () => {
    const later = alarms.filter((alarm) => alarm['Threshold'] !== 1).map((alarm) => alarm['AlarmName']);
    // A model that tries a closed tool and turns back is no case yet.
    expect(later).toEqual(['purchase-dev-guard-denying', 'purchase-dev-act-failing']);
    for (const alarm of alarms) {
      expect(alarm['AlarmActions']).toEqual(['arn:aws:sns:us-east-1:123456789012:on-call']);
      expect(alarm['OKActions']).toEqual(alarm['AlarmActions']);
      expect(alarm['Statistic']).toBe('Sum');
      expect(alarm['ComparisonOperator']).toBe('GreaterThanOrEqualToThreshold');
      expect(alarm['TreatMissingData']).toBe('notBreaching');
      expect(alarm['EvaluationPeriods']).toBe(1);
      expect(alarm['AlarmDescription']).toMatch(/docs\/runbook\.md, "[a-z-]+"\.$/);
    }
  });

  test('look at each count of the gate, where the functions put it', () => {
    const counted = alarms.filter((alarm) => alarm['Namespace'] === 'Countersign');
    expect(counted.map((alarm) => alarm['MetricName']).toSorted()).toEqual(Object.keys(gateMetrics).toSorted());
    for (const alarm of counted) expect(alarm['Dimensions']).toEqual([{ Name: 'service', Value: 'purchase-dev' }]);
  });

  test('have a page of the runbook each', () => {
    const runbook = readFileSync('docs/runbook.md', 'utf8');
    const without = names.filter((name) => !new RegExp(`^##+ .*${name}`, 'm').test(runbook));
    expect(without).toEqual([]);
  });
});

describe('what operators look at', () => {
  test('has all alarms and the errors of every function on one screen', () => {
    const [dashboard] = resources.filter(({ type }) => type === 'AWS::CloudWatch::Dashboard');
    const body = JSON.stringify(dashboard?.properties['DashboardBody']);
    for (const { id } of resources.filter(({ type }) => type === 'AWS::CloudWatch::Alarm')) expect(body).toContain(id);
    for (const { id } of resources.filter(({ type }) => type === 'AWS::Lambda::Function')) expect(body).toContain(id);
  });

  test("finds a session's tool calls in both shapes of the log", () => {
    const queries = resources
      .filter(({ type }) => type === 'AWS::Logs::QueryDefinition')
      .map(({ properties }) => String(properties['QueryString']));
    const query = queries.find((text) => text.includes('SESSION_ID')) ?? '';
    const filter = /filter (@message like \/"toolUse".*)/.exec(query)?.[1] ?? '';
    const patterns = [...filter.matchAll(/\/([^/]+)\//g)].map(([, pattern = '']) => new RegExp(pattern));
    const [toolUse, toolCalls, called] = patterns;
    const bedrock = '{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"shell","input":{}}}]}';
    const inline = '{"tool_calls":[{"id":"t2","type":"function","function":{"name":"approve","arguments":"{}"}}]}';
    expect(toolUse?.test(bedrock)).toBe(true);
    expect(toolCalls?.test(inline) && called?.test(inline)).toBe(true);
    expect(patterns.some((pattern) => pattern.test('{"role":"assistant","content":[{"text":"hello"}]}'))).toBe(false);
  });
});
