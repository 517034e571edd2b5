import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ApprovalGate, type ApprovalGateProps } from './approval-gate.ts';

/** A stack that is one gate, with outputs for everything that a caller or the local desk needs to know. */
export class GateStack extends Stack {
  readonly gate: ApprovalGate;

  constructor(scope: Construct, id: string, props: StackProps & ApprovalGateProps) {
    super(scope, id, props);
    this.gate = new ApprovalGate(this, 'Gate', props);
    const outputs = {
      StateMachineArn: this.gate.stateMachine.stateMachineArn,
      PageUrl: this.gate.page.url,
      AuditTable: this.gate.tables.audit.tableName,
      ContentTable: this.gate.tables.contents.tableName,
      OperationalTable: this.gate.tables.operational.tableName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

/** The stack of one gate, named for gate and stage, so that two live side by side in one account. */
export function addGateStack(app: Construct, props: ApprovalGateProps): GateStack {
  const { gate, stage } = props.gate;
  return new GateStack(app, `countersign-${gate}-${stage}`, props);
}
