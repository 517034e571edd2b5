import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { issuerOf } from '../core/receipt-claims.ts';
import { ApprovalGate } from './approval-gate.ts';
import type { ApprovalGateProps } from './approval-gate-props.ts';

export interface GateStackProps extends StackProps, ApprovalGateProps {
  /** Instead of `certificate`. @default none */
  readonly certificateArn?: string;
  /** Instead of `encryptionKey`. @default none */
  readonly encryptionKeyArn?: string;
  /** Instead of `alarmTopic`. @default none */
  readonly alarmTopicArn?: string;
  /** Whether queries for Logs Insights are saved. @default only the harness stack saves one */
  readonly savedQueries?: 'saved' | 'none';
}

/** A stack that is one gate, with outputs for everything that a caller, the CLI or the local desk needs to know. */
export class GateStack extends Stack {
  readonly gate: ApprovalGate;

  constructor(scope: Construct, id: string, props: GateStackProps) {
    super(scope, id, props);
    const { certificateArn, encryptionKeyArn, alarmTopicArn } = props;
    this.gate = new ApprovalGate(this, 'Gate', {
      ...(certificateArn === undefined
        ? {}
        : { certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn) }),
      ...(encryptionKeyArn === undefined
        ? {}
        : { encryptionKey: Key.fromKeyArn(this, 'EncryptionKey', encryptionKeyArn) }),
      ...(alarmTopicArn === undefined ? {} : { alarmTopic: Topic.fromTopicArn(this, 'AlarmTopic', alarmTopicArn) }),
      ...props,
    });
    if (props.savedQueries === 'saved') this.gate.saveQueries();
    const { stateMachine, api, tables, functions, auditor, receiptKey } = this.gate;
    const outputs = {
      StateMachineArn: stateMachine.stateMachineArn,
      PageUrl: api.url,
      AuditTable: tables.audit.tableName,
      ContentTable: tables.contents.tableName,
      OperationalTable: tables.operational.tableName,
      ReceiptKeyArn: receiptKey.keyArn,
      ReceiptIssuer: issuerOf(this.gate.gate),
      GuardFunctionArn: functions.guard.functionArn,
      AuditorRoleArn: auditor.roleArn,
      ...(api.domainName === undefined ? {} : { DomainTarget: api.domainName.regionalDomainName }),
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
