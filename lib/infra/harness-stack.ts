import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AgentHarness, type AgentHarnessProps } from './agent-harness.ts';

/** A stack that is one harness. It is deployed before its gate, which is told its ARN, and destroyed after it. */
export class HarnessStack extends Stack {
  readonly harness: AgentHarness;

  constructor(scope: Construct, id: string, props: StackProps & AgentHarnessProps) {
    super(scope, id, props);
    this.harness = new AgentHarness(this, 'Agent', props);
    const outputs = {
      HarnessArn: this.harness.harnessArn,
      HarnessEndpoint: this.harness.endpointName,
      ExecutionRoleArn: this.harness.executionRole.roleArn,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}
