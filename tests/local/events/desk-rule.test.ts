import { join } from 'node:path';
import { SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDesk } from '../../../lib/local/desk.ts';
import { probeAssets, probeTemplate } from '../support/probe-stack.ts';
import { sdkClient } from '../support/sdk-client.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const reporting = {
  Type: 'AWS::Events::Rule',
  Properties: {
    EventPattern: {
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'], stateMachineArn: [{ Ref: 'Machine' }] },
    },
    Targets: [{ Id: 'Target0', Arn: { 'Fn::GetAtt': ['Page', 'Arn'] } }],
    State: 'ENABLED',
  },
};

test("a rule of the template calls its function when an execution of the desk's machine is stopped, and not when it starts", async () => {
  const directory = temporaryDirectory();
  const lines: string[] = [];
  const desk = await startDesk({
    template: { ...probeTemplate, Resources: { ...probeTemplate.Resources, Reporting: reporting } },
    assets: probeAssets(join(directory, 'cdk.out'), {
      page: 'export const handler = async ({ detail }) => { console.log(`told ${detail.status} ${detail.cause}`); };',
    }),
    harness: { kind: 'embedded', harnesses: [] },
    log: (_, line) => lines.push(line),
    directory: join(directory, '.local'),
  });
  onTestFinished(desk.close);
  const sfn = new SFNClient(sdkClient(desk.endpoints.states));
  const [machine] = desk.resourcesOfType('AWS::StepFunctions::StateMachine');
  const { executionArn } = await sfn.send(
    new StartExecutionCommand({ stateMachineArn: machine?.arn, input: '{"n":21}' }),
  );
  await sfn.send(new StopExecutionCommand({ executionArn, error: 'Stopped', cause: 'by-hand' }));
  await vi.waitFor(() => expect(lines.join('\n')).toContain('told ABORTED by-hand'), { timeout: 10_000 });
  expect(lines.join('\n')).not.toContain('told RUNNING');
});
