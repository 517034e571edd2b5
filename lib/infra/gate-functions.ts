import { Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction, Tracing } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { actFunctionTimeoutSeconds, type GateFile, turnFunctionTimeoutSeconds } from '../core/gate-file.ts';
import { stopChain } from '../core/ids.ts';
import { askFunctionTimeoutSeconds } from '../workflow/approval-workflow.ts';
import { letAct } from './executor-rights.ts';
import { type GateFunctionProps, gateFunction } from './gate-function.ts';
import type { LogKeeping } from './gate-logs.ts';
import { builtArns } from './gate-names.ts';
import { rights } from './gate-rights.ts';
import type { GateTables } from './gate-tables.ts';
import { guardTimeouts } from './guard-timeouts.ts';
import type { ReceiptKey } from './receipt-key.ts';

export interface GateFunctionsProps {
  readonly gate: GateFile;
  readonly harness: { readonly arn: string; readonly qualifier: string };
  readonly tables: GateTables;
  readonly receiptKey: ReceiptKey;
  /** Where the page is, without a slash at the end. */
  readonly pageUrl: string;
  readonly topicArns: Readonly<Record<string, string>>;
  readonly logs: LogKeeping;
  readonly tracing: Tracing;
  readonly pageConcurrency: number | 'unreserved';
}

// An HTTP API gives up after 30 seconds; these functions need a fraction of one.
const answerSeconds = 29;

/** The functions of a gate, each with its line of the design's table of rights. */
export class GateFunctions extends Construct {
  readonly advance: LambdaFunction;
  readonly ask: LambdaFunction;
  readonly act: LambdaFunction;
  readonly verdictPage: LambdaFunction;
  readonly guard: LambdaFunction;
  readonly start: LambdaFunction;
  readonly operate: LambdaFunction;
  readonly tell: LambdaFunction;
  readonly mailEvents: LambdaFunction;
  readonly afterDeath: LambdaFunction;

  /** Every function, in the order of the table of rights. */
  get all(): readonly LambdaFunction[] {
    const { advance, ask, act, verdictPage, guard, start, operate, tell, mailEvents, afterDeath } = this;
    return [advance, ask, act, verdictPage, guard, start, operate, tell, mailEvents, afterDeath];
  }

  constructor(scope: Construct, id: string, props: GateFunctionsProps) {
    super(scope, id);
    const { gate, harness, tables, receiptKey, pageUrl, pageConcurrency } = props;
    const { audit, contents, operational } = tables;
    const stateMachineArn = builtArns.stateMachine(this, gate);
    const all: Pick<GateFunctionProps<never>, 'gate' | 'logs' | 'tracing'> = props;
    const ledger = { AUDIT_TABLE: audit.tableName, CONTENT_TABLE: contents.tableName };
    const topics = { TOPIC_ARNS: Stack.of(this).toJsonString(props.topicArns) };
    const withLinks = { ...ledger, OPERATIONAL_TABLE: operational.tableName, PAGE_URL: pageUrl };
    const timeoutSeconds = turnFunctionTimeoutSeconds(gate);

    this.advance = gateFunction(this, 'Advance', {
      ...all,
      name: 'advance',
      timeoutSeconds,
      environment: {
        ...ledger,
        OPERATIONAL_TABLE: operational.tableName,
        HARNESS_ARN: harness.arn,
        HARNESS_QUALIFIER: harness.qualifier,
        FUNCTION_TIMEOUT_SECONDS: String(timeoutSeconds),
      },
    });
    readAndPut(this.advance, [audit, contents]);
    rights.read(this.advance, operational);
    rights.putUnder(this.advance, operational, ['session#']);
    rights.invokeHarness(this.advance, harness);

    this.ask = gateFunction(this, 'Ask', {
      ...all,
      name: 'ask',
      timeoutSeconds: askFunctionTimeoutSeconds,
      environment: { ...withLinks, ...topics },
    });
    readAndPut(this.ask, [audit, operational]);
    rights.read(this.ask, contents);
    rights.wakeRuns(this.ask, stateMachineArn);
    tellPeople(this.ask, props);

    const actSeconds = actFunctionTimeoutSeconds(gate);
    this.act = gateFunction(this, 'Act', {
      ...all,
      name: 'act',
      timeoutSeconds: actSeconds,
      environment: { ...ledger, RECEIPT_KEY: receiptKey.keyArn, FUNCTION_TIMEOUT_SECONDS: String(actSeconds) },
    });
    readAndPut(this.act, [audit, contents]);
    letAct(this.act, gate);
    if (this.act.role !== undefined) receiptKey.letSign(this.act.role);

    this.verdictPage = gateFunction(this, 'VerdictPage', {
      ...all,
      name: 'verdict-page',
      timeoutSeconds: answerSeconds,
      environment: withLinks,
      // A flood of requests must not take the other functions' share of the account.
      ...(pageConcurrency === 'unreserved' ? {} : { reservedConcurrentExecutions: pageConcurrency }),
    });
    readAndPut(this.verdictPage, [audit, contents]);
    rights.read(this.verdictPage, operational);
    rights.wakeRuns(this.verdictPage, stateMachineArn);
    // Codes for answers that a link alone is not enough for; never links, which would be rights to approve.
    rights.putUnder(this.verdictPage, operational, ['code#', 'message#']);
    if (gate.mail !== undefined) rights.sendMail(this.verdictPage, gate, gate.mail);

    this.guard = gateFunction(this, 'Guard', {
      ...all,
      name: 'guard',
      timeoutSeconds: guardTimeouts.functionSeconds,
      environment: {
        AUDIT_TABLE: audit.tableName,
        OPERATIONAL_TABLE: operational.tableName,
        HARNESS_ARN: harness.arn,
      },
    });
    rights.read(this.guard, operational);
    // No run's chain: what a guard can read or write there are grants, and whether the gate is stopped.
    rights.readUnder(this.guard, audit, ['grant-*', stopChain]);
    rights.putUnder(this.guard, audit, ['grant-']);
    // The harness's own role may call it too (AgentHarness); which of the two AWS looks at is not documented.
    this.guard.addPermission('Hook', {
      principal: new ServicePrincipal('bedrock-agentcore.amazonaws.com'),
      sourceAccount: Stack.of(this).account,
      sourceArn: harness.arn,
    });

    this.start = gateFunction(this, 'Start', {
      ...all,
      name: 'start',
      timeoutSeconds: answerSeconds,
      environment: {
        AUDIT_TABLE: audit.tableName,
        CONTENT_TABLE: contents.tableName,
        STATE_MACHINE_ARN: stateMachineArn,
      },
    });
    rights.readUnder(this.start, audit, [stopChain]);
    readAndPut(this.start, [contents]);
    rights.startRuns(this.start, stateMachineArn);

    this.operate = gateFunction(this, 'Operate', {
      ...all,
      name: 'operate',
      timeoutSeconds: answerSeconds,
      environment: {
        ...ledger,
        OPERATIONAL_TABLE: operational.tableName,
        STATE_MACHINE_ARN: stateMachineArn,
        ...topics,
      },
    });
    readAndPut(this.operate, [audit, contents]);
    rights.read(this.operate, operational);
    rights.putUnder(this.operate, operational, ['stopped#', 'message#']);
    rights.wakeRuns(this.operate, stateMachineArn);
    rights.listRuns(this.operate, stateMachineArn);
    tellPeople(this.operate, props);

    const telling = { ...ledger, OPERATIONAL_TABLE: operational.tableName, ...topics };
    this.tell = gateFunction(this, 'Tell', {
      ...all,
      name: 'tell',
      timeoutSeconds: askFunctionTimeoutSeconds,
      environment: telling,
    });

    this.afterDeath = gateFunction(this, 'AfterDeath', {
      ...all,
      name: 'after-death',
      timeoutSeconds: askFunctionTimeoutSeconds,
      environment: telling,
    });
    for (const tells of [this.tell, this.afterDeath]) {
      readAndPut(tells, [audit]);
      rights.read(tells, contents);
      rights.putUnder(tells, operational, ['message#']);
      tellPeople(tells, props);
    }

    this.mailEvents = gateFunction(this, 'MailEvents', {
      ...all,
      name: 'mail-events',
      timeoutSeconds: answerSeconds,
      environment: { AUDIT_TABLE: audit.tableName, OPERATIONAL_TABLE: operational.tableName },
    });
    readAndPut(this.mailEvents, [audit]);
    rights.read(this.mailEvents, operational);
    rights.wakeRuns(this.mailEvents, stateMachineArn);
  }
}

function readAndPut(who: IGrantable, tables: readonly Table[]): void {
  for (const table of tables) {
    rights.read(who, table);
    rights.put(who, table);
  }
}

function tellPeople(who: LambdaFunction, { gate, topicArns }: GateFunctionsProps): void {
  if (gate.mail !== undefined) rights.sendMail(who, gate, gate.mail);
  for (const topicArn of Object.values(topicArns)) rights.publish(who, topicArn);
}
