import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { DefinitionBody, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { type GateFile, turnFunctionTimeoutSeconds } from '../core/gate-file.ts';
import { approvalWorkflow, askFunctionTimeoutSeconds } from '../workflow/approval-workflow.ts';
import { ApprovalPageApi } from './approval-page-api.ts';
import { gateFunction } from './gate-function.ts';
import { rights } from './gate-rights.ts';
import { GateTables } from './gate-tables.ts';

export interface ApprovalGateProps {
  /** The gate file, read and checked. */
  readonly gate: GateFile;
  /** The harness to invoke. @default the gate file's own `arn`; one that says `create:` needs it */
  readonly harnessArn?: string;
}

/** A gate: three tables, three functions, the state machine and the approval page. */
export class ApprovalGate extends Construct {
  readonly tables: GateTables;
  readonly stateMachine: StateMachine;
  readonly page: ApprovalPageApi;
  readonly advance: LambdaFunction;
  readonly ask: LambdaFunction;
  readonly verdictPage: LambdaFunction;

  constructor(scope: Construct, id: string, props: ApprovalGateProps) {
    super(scope, id);
    const { gate } = props;
    const stack = Stack.of(this);
    const prefix = `${gate.gate}-${gate.stage}`;
    const harness = { arn: harnessArnOf(props), qualifier: gate.harness.qualifier };
    const topicArns = Object.fromEntries(
      Object.keys(gate.topics).map((topicId) => [topicId, this.topicArn(gate, topicId)]),
    );
    // Built from its fixed name: the functions that wake runs and the machine that calls them would refer to each other.
    const stateMachineArn = stack.formatArn({
      service: 'states',
      resource: 'stateMachine',
      resourceName: prefix,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });

    this.tables = new GateTables(this, 'Tables', { prefix });
    this.page = new ApprovalPageApi(this, 'Page', { name: prefix });
    const { audit, contents, operational } = this.tables;
    const tableNames = { AUDIT_TABLE: audit.tableName, CONTENT_TABLE: contents.tableName };
    const advanceTimeoutSeconds = turnFunctionTimeoutSeconds(gate);

    this.advance = gateFunction(this, 'Advance', {
      name: 'advance',
      gate,
      timeoutSeconds: advanceTimeoutSeconds,
      environment: {
        ...tableNames,
        OPERATIONAL_TABLE: operational.tableName,
        HARNESS_ARN: harness.arn,
        HARNESS_QUALIFIER: harness.qualifier,
        FUNCTION_TIMEOUT_SECONDS: String(advanceTimeoutSeconds),
      },
    });
    for (const table of [audit, contents]) grantReadAndPut(this.advance, table);
    // Only whose a session is, for the guard to read.
    rights.put(this.advance, operational);
    rights.invokeHarness(this.advance, harness);

    this.ask = gateFunction(this, 'Ask', {
      name: 'ask',
      gate,
      timeoutSeconds: askFunctionTimeoutSeconds,
      environment: {
        ...tableNames,
        OPERATIONAL_TABLE: operational.tableName,
        PAGE_URL: this.page.url,
        TOPIC_ARNS: stack.toJsonString(topicArns),
      },
    });
    for (const table of [audit, operational]) grantReadAndPut(this.ask, table);
    rights.read(this.ask, contents);
    rights.wakeRuns(this.ask, stateMachineArn);
    if (gate.mail !== undefined) rights.sendMail(this.ask, stack, gate.mail);
    for (const topicArn of Object.values(topicArns)) rights.publish(this.ask, topicArn);

    this.verdictPage = gateFunction(this, 'VerdictPage', {
      name: 'verdict-page',
      gate,
      // An HTTP API gives up after 30 seconds; the page needs a fraction of one.
      timeoutSeconds: 29,
      environment: { ...tableNames, OPERATIONAL_TABLE: operational.tableName, PAGE_URL: this.page.url },
    });
    for (const table of [audit, contents]) grantReadAndPut(this.verdictPage, table);
    rights.read(this.verdictPage, operational);
    rights.wakeRuns(this.verdictPage, stateMachineArn);
    this.page.serve(this.verdictPage);

    this.stateMachine = new StateMachine(this, 'Workflow', {
      stateMachineName: prefix,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(
        stack.toJsonString(
          approvalWorkflow({
            partition: stack.partition,
            advanceFunctionArn: this.advance.functionArn,
            askFunctionArn: this.ask.functionArn,
            advanceFunctionTimeoutSeconds: advanceTimeoutSeconds,
          }),
        ),
      ),
    });
    for (const called of [this.advance, this.ask]) called.grantInvoke(this.stateMachine);
  }

  private topicArn(gate: GateFile, topicId: string): string {
    const topic = gate.topics[topicId];
    if (topic?.kind === 'arn') return topic.arn;
    return new Topic(this, `Topic-${topicId}`, { topicName: `${gate.gate}-${gate.stage}-${topicId}` }).topicArn;
  }
}

function grantReadAndPut(who: LambdaFunction, table: GateTables['audit']): void {
  rights.read(who, table);
  rights.put(who, table);
}

function harnessArnOf({ gate, harnessArn }: ApprovalGateProps): string {
  if (harnessArn !== undefined) return harnessArn;
  if (gate.harness.kind === 'arn') return gate.harness.arn;
  throw new Error(
    `The gate file ${gate.gate} creates its harness, so there is no ARN to invoke yet. Allowed: give harnessArn (cdk: -c harnessArn=ARN), or name one under harness.arn.`,
  );
}
