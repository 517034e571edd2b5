import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import { builtArns, prefixOf } from './gate-names.ts';

/**
 * Tells a function of every execution that did not succeed. Events are sent at best effort, so this is a courtesy to the people
 * who wait and to those who were asked; nothing that must be right depends on it.
 */
export function deathRule(scope: Construct, gate: GateFile, afterDeath: IFunction): Rule {
  return new Rule(scope, 'Deaths', {
    ruleName: `${prefixOf(gate)}-deaths`,
    description: `Executions of ${prefixOf(gate)} that failed, ran out of time or were aborted`,
    eventPattern: {
      source: ['aws.states'],
      detailType: ['Step Functions Execution Status Change'],
      detail: {
        status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
        stateMachineArn: [builtArns.stateMachine(scope, gate)],
      },
    },
    // A day: whoever is told of a cancelled request later than that has forgotten it.
    targets: [new LambdaTarget(afterDeath, { retryAttempts: 10, maxEventAge: Duration.days(1) })],
  });
}
