import { CfnHarness, CfnHarnessEndpoint } from 'aws-cdk-lib/aws-bedrockagentcore';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import { builtArns } from './gate-names.ts';
import { sessionQuery } from './gate-queries.ts';
import { guardTimeouts } from './guard-timeouts.ts';
import { harnessNameOf, harnessPrompt, harnessTools } from './harness-definition.ts';
import { harnessOwnRights, harnessRole } from './harness-role.ts';
import { readGate } from './read-gate.ts';

export interface AgentHarnessProps {
  /** Path of a gate file with `harness.create`, or such a gate file as `readGate` gives it. */
  readonly gateFile: string | GateFile;
  /** @default the gate file's own `stage` */
  readonly stage?: string;
}

/** The endpoint's name where the gate file has none: the service's own DEFAULT follows every new version. */
const pinnedEndpoint = 'gate';

/**
 * The harness that a gate file describes, locked from the start: before any tool runs, the gate's guard is asked, and no
 * answer means no. The endpoint stays on the version that this deployment made.
 */
export class AgentHarness extends Construct {
  readonly harnessArn: string;
  readonly endpointName: string;
  readonly executionRole: Role;
  readonly harness: CfnHarness;
  readonly endpoint: CfnHarnessEndpoint;

  /** @throws Error with all problems of the gate file, or because it names an existing harness */
  constructor(scope: Construct, id: string, props: AgentHarnessProps) {
    super(scope, id);
    const gate = readGate(props.gateFile, props.stage);
    if (gate.harness.kind !== 'create') {
      throw new Error(
        `The gate file ${gate.gate} names an existing harness (${gate.harness.arn}). Allowed here: one with harness.create.`,
      );
    }
    const { create, maxIterations, maxTokens, timeoutSeconds, qualifier } = gate.harness;
    this.executionRole = harnessRole(this, gate, create);
    this.harness = new CfnHarness(this, 'Harness', {
      harnessName: harnessNameOf(gate, create),
      executionRoleArn: this.executionRole.roleArn,
      // Below, the gate file has AWS's own names and shapes, and its check knows all of them.
      model: create.model as CfnHarness.HarnessModelConfigurationProperty,
      memory: create.memory as CfnHarness.HarnessMemoryConfigurationProperty,
      systemPrompt: harnessPrompt(gate, create),
      tools: harnessTools(gate, create),
      hooks: [
        {
          beforeToolCall: {
            name: 'countersign_guard',
            target: {
              lambda: {
                arn: builtArns.function(this, gate, 'guard'),
                timeoutSeconds: guardTimeouts.hookSeconds,
                failureMode: 'deny',
              },
            },
          },
        },
      ],
      timeoutSeconds,
      ...(maxIterations === undefined ? {} : { maxIterations }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
      ...(create.idleTimeoutSeconds === undefined
        ? {}
        : {
            environment: {
              agentCoreRuntimeEnvironment: {
                lifecycleConfiguration: { idleRuntimeSessionTimeout: create.idleTimeoutSeconds },
              },
            },
          }),
    });
    // The service looks at the role when it makes the harness.
    this.harness.node.addDependency(this.executionRole);
    harnessOwnRights(this.harness, { role: this.executionRole, create });
    this.endpointName = qualifier === 'DEFAULT' ? pinnedEndpoint : qualifier;
    this.endpoint = new CfnHarnessEndpoint(this, 'Endpoint', {
      endpointName: this.endpointName,
      harnessId: this.harness.attrHarnessId,
      targetVersion: this.harness.attrVersion,
      description: `What the gate ${gate.gate}-${gate.stage} invokes`,
    });
    this.harnessArn = this.harness.attrArn;
    sessionQuery(this, harnessNameOf(gate, create));
  }
}
