import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';

/** The outputs of a deployed stack by name; `undefined` when there is no such stack. */
export async function stackOutputs(
  client: CloudFormationClient,
  stackName: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    const [stack] = Stacks;
    if (stack === undefined) return undefined;
    return new Map(
      (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue] as const),
    );
  } catch (error) {
    // The service has no error of its own for it.
    if (error instanceof Error && error.name === 'ValidationError' && /does not exist/.test(error.message))
      return undefined;
    throw error;
  }
}
