import type { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import { AccountRootPrincipal, type IGrantable, Role } from 'aws-cdk-lib/aws-iam';
import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import type { ApprovalGateProps } from './approval-gate-props.ts';
import { deathRule } from './death-rule.ts';
import { letExecutors } from './executor-rights.ts';
import { GateAlarms } from './gate-alarms.ts';
import { GateApi } from './gate-api.ts';
import { GateDashboard } from './gate-dashboard.ts';
import { GateFunctions } from './gate-functions.ts';
import { builtArns, prefixOf, roleName } from './gate-names.ts';
import { failureQuery, sessionQuery } from './gate-queries.ts';
import { rights } from './gate-rights.ts';
import { GateTables } from './gate-tables.ts';
import { GateWorkflow } from './gate-workflow.ts';
import { mailEvents } from './mail-events.ts';
import { readGate } from './read-gate.ts';
import { ReceiptKey } from './receipt-key.ts';

// What a caller needs to pass props on; the package exports this file.
export type { ApprovalGateProps };

/**
 * A human-approval gate for one agent: tables, functions, state machine, approval page and routes for operators. Everything
 * physical is named `<gate>-<stage>-...`, so that several live in one account.
 */
export class ApprovalGate extends Construct {
  /** The gate file that was deployed. */
  readonly gate: GateFile;
  readonly tables: GateTables;
  /** What receipts are signed with. */
  readonly receiptKey: ReceiptKey;
  readonly functions: GateFunctions;
  readonly stateMachine: StateMachine;
  readonly api: GateApi;
  /** SNS topics of the gate file by their ids. */
  readonly topicArns: Readonly<Record<string, string>>;
  readonly alarms: GateAlarms;
  readonly dashboard: Dashboard;
  /** Reads chains and texts, and may read no execution history. Who may assume it is the account's IAM to say. */
  readonly auditor: Role;

  /** @throws Error with all problems of the gate file, or because there is no harness to invoke */
  constructor(scope: Construct, id: string, props: ApprovalGateProps) {
    super(scope, id);
    const {
      encryptionKey,
      logRetention,
      domainName,
      certificate,
      tracing = Tracing.DISABLED,
      pageConcurrency = 20,
    } = props;
    const gate = readGate(props.gateFile, props.stage);
    const prefix = prefixOf(gate);
    const key = encryptionKey === undefined ? {} : { encryptionKey };
    const logs = { ...key, ...(logRetention === undefined ? {} : { retention: logRetention }) };
    if ((domainName === undefined) !== (certificate === undefined)) {
      throw new Error(
        `${domainName === undefined ? 'A certificate was given without domainName' : `domainName ${domainName} was given without certificate`}. Allowed: both, or neither (cdk: -c domain=NAME -c certificateArn=ARN).`,
      );
    }
    const domain = domainName === undefined || certificate === undefined ? {} : { domain: { domainName, certificate } };

    this.gate = gate;
    this.topicArns = Object.fromEntries(Object.keys(gate.topics).map((topic) => [topic, this.topicArn(topic)]));
    this.tables = new GateTables(this, 'Tables', { prefix, ...key });
    this.receiptKey = new ReceiptKey(this, 'Receipts', { prefix });
    this.api = new GateApi(this, 'Api', { name: prefix, logs, ...domain });
    this.functions = new GateFunctions(this, 'Functions', {
      gate,
      harness: harnessOf(gate, props),
      tables: this.tables,
      receiptKey: this.receiptKey,
      pageUrl: this.api.url,
      topicArns: this.topicArns,
      logs,
      tracing,
      pageConcurrency,
    });
    letExecutors(this, gate, this.receiptKey);
    this.api.servePage(this.functions.verdictPage);
    this.api.serveSigned('start', this.functions.start);
    this.api.serveSigned('operate', this.functions.operate);
    const traced = tracing !== Tracing.DISABLED;
    this.stateMachine = new GateWorkflow(this, 'Workflow', {
      gate,
      functions: this.functions,
      logs,
      traced,
    }).stateMachine;
    const { functions, stateMachine, api } = this;
    const topic = props.alarmTopic === undefined ? {} : { topic: props.alarmTopic };
    this.alarms = new GateAlarms(this, 'Alarms', { gate, stateMachine, functions, api, ...topic });
    this.dashboard = new GateDashboard(this, 'Screen', {
      name: prefix,
      alarms: this.alarms,
      stateMachine,
      functions,
      api,
    }).dashboard;
    deathRule(this, gate, functions.afterDeath);
    if (gate.mail !== undefined) mailEvents(this, { gate, mail: gate.mail, handler: functions.mailEvents });
    this.auditor = new Role(this, 'Auditor', {
      roleName: roleName(gate, 'auditor'),
      assumedBy: new AccountRootPrincipal(),
      description: `Reads the ledger of the gate ${prefix}`,
    });
    this.grantAudit(this.auditor);
    rights.denyHistories(this.auditor, builtArns.executions(this, gate));
  }

  /** Lets a principal start runs through the signed route; the gate file's `starters` say for whom and as what. */
  grantStart(grantee: IGrantable): void {
    rights.invokeRoutes(grantee, this.api.signedRouteArns('start'));
  }

  /** Lets a principal give verdicts, stop runs and have notices sent again; the gate file says whose verdict counts. */
  grantOperate(grantee: IGrantable): void {
    rights.invokeRoutes(grantee, this.api.signedRouteArns('operate'));
  }

  /** Lets an executor ask for the public key that receipts are checked with. */
  grantVerify(grantee: IGrantable): void {
    rights.readPublicKey(grantee, this.receiptKey.keyArn);
  }

  /** Lets a principal read the chains: who, what, when and how it ended, and none of the texts. */
  grantRead(grantee: IGrantable): void {
    rights.read(grantee, this.tables.audit);
  }

  /** Lets a principal read the chains and the sealed texts, so that every commitment can be checked. */
  grantAudit(grantee: IGrantable): void {
    this.grantRead(grantee);
    rights.list(grantee, this.tables.audit);
    rights.read(grantee, this.tables.contents);
  }

  /** Saves queries for Logs Insights: the tool calls of one session, and the failures of the functions. */
  saveQueries(): void {
    const name = prefixOf(this.gate);
    sessionQuery(this, name);
    failureQuery(this, { name, logGroups: this.functions.all.map((one) => one.logGroup) });
  }

  private topicArn(topicId: string): string {
    const topic = this.gate.topics[topicId];
    if (topic?.kind === 'arn') return topic.arn;
    return new Topic(this, `Topic-${topicId}`, { topicName: `${prefixOf(this.gate)}-${topicId}`, enforceSSL: true })
      .topicArn;
  }
}

function harnessOf(gate: GateFile, { harness, harnessArn }: ApprovalGateProps) {
  if (harness !== undefined && harnessArn !== undefined) {
    throw new Error('Both harness and harnessArn were given. Allowed: one of them.');
  }
  if (harness !== undefined) return { arn: harness.harnessArn, qualifier: harness.endpointName };
  if (harnessArn !== undefined) return { arn: harnessArn, qualifier: gate.harness.qualifier };
  if (gate.harness.kind === 'arn') return { arn: gate.harness.arn, qualifier: gate.harness.qualifier };
  throw new Error(
    `The gate file ${gate.gate} creates its harness, so there is no ARN to invoke yet. Allowed: give harness (an AgentHarness of this app), give harnessArn (cdk: -c harnessArn=ARN), or name one under harness.arn.`,
  );
}
