import { Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { actFunctionTimeoutSeconds, type GateFile, turnFunctionTimeoutSeconds } from '../core/gate-file.ts';
import { approvalWorkflow } from '../workflow/approval-workflow.ts';
import { acknowledged } from './acknowledged.ts';
import type { GateFunctions } from './gate-functions.ts';
import { keptLogs, type LogKeeping } from './gate-logs.ts';
import { prefixOf, roleName } from './gate-names.ts';
import { rights } from './gate-rights.ts';

export interface GateWorkflowProps {
  readonly gate: GateFile;
  readonly functions: Pick<GateFunctions, 'advance' | 'ask' | 'act' | 'tell'>;
  readonly logs: LogKeeping;
  readonly traced: boolean;
}

/** The state machine of a gate with its log, which never has data: a task token stands in the input of Ask. */
export class GateWorkflow extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, { gate, functions, logs, traced }: GateWorkflowProps) {
    super(scope, id);
    const { advance, ask, act, tell } = functions;
    this.stateMachine = new StateMachine(this, 'Machine', {
      stateMachineName: prefixOf(gate),
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(
          approvalWorkflow({
            partition: Stack.of(this).partition,
            advanceFunctionArn: advance.functionArn,
            askFunctionArn: ask.functionArn,
            actFunctionArn: act.functionArn,
            tellFunctionArn: tell.functionArn,
            advanceFunctionTimeoutSeconds: turnFunctionTimeoutSeconds(gate),
            actFunctionTimeoutSeconds: actFunctionTimeoutSeconds(gate),
          }),
        ),
      ),
      role: new Role(this, 'Role', {
        roleName: roleName(gate, 'workflow'),
        assumedBy: new ServicePrincipal('states.amazonaws.com'),
      }),
      logs: {
        // The name lets AWS keep its resource policy small: that policy is one for the whole account, and may be full.
        destination: keptLogs(this, 'Logs', { ...logs, name: `/aws/vendedlogs/states/${prefixOf(gate)}` }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
      ...(traced ? { tracingEnabled: true } : {}),
    });
    acknowledged.logDelivery(this.stateMachine.role);
    if (!traced) acknowledged.tracingByChoice(this.stateMachine);
    for (const called of [advance, ask, act, tell]) rights.invoke(this.stateMachine, called.functionArn);
  }
}
