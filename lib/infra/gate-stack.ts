import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApprovalGate } from './approval-gate.ts';
import type { ApprovalGateProps } from './approval-gate-props.ts';

/** A stack that is one gate, with outputs for everything that a caller, the CLI or the local desk needs to know. */
export class GateStack extends Stack {
  readonly gate: ApprovalGate;

  constructor(scope: Construct, id: string, props: StackProps & ApprovalGateProps) {
    super(scope, id, props);
    this.gate = new ApprovalGate(this, 'Gate', props);
    const { stateMachine, api, tables, functions, auditor } = this.gate;
    const outputs = {
      StateMachineArn: stateMachine.stateMachineArn,
      PageUrl: api.url,
      AuditTable: tables.audit.tableName,
      ContentTable: tables.contents.tableName,
      OperationalTable: tables.operational.tableName,
      GuardFunctionArn: functions.guard.functionArn,
      AuditorRoleArn: auditor.roleArn,
      ...(api.domainName === undefined ? {} : { DomainTarget: api.domainName.regionalDomainName }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
