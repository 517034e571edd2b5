import { z } from 'zod';
import { AwsError, callAwsJson } from './aws-json.ts';
import { parseProperties } from './template/parse-properties.ts';
import type { Resource } from './template/stack.ts';

const ignored = z.unknown().optional();
const stateMachineProperties = z.strictObject({
  StateMachineName: z.string().optional(),
  StateMachineType: z.literal('STANDARD').optional(),
  RoleArn: z.string(),
  DefinitionString: z.string().optional(),
  Definition: z.record(z.string(), z.unknown()).optional(),
  DefinitionSubstitutions: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  EncryptionConfiguration: ignored,
  LoggingConfiguration: ignored,
  Tags: ignored,
  TracingConfiguration: ignored,
});

/** Creates the machine, or gives the one of an earlier run its new definition; executions keep the one they began with. */
export async function ensureStateMachine(url: string, machine: Resource): Promise<void> {
  const properties = parseProperties(stateMachineProperties, machine);
  const text = properties.DefinitionString ?? JSON.stringify(properties.Definition);
  if (text === undefined) throw new Error(`${machine.logicalId} has neither DefinitionString nor Definition`);
  const substitutions = properties.DefinitionSubstitutions ?? {};
  const definition = text.replace(/\$\{([A-Za-z0-9_]+)\}/g, (whole, name: string) =>
    String(substitutions[name] ?? whole),
  );
  const { RoleArn: roleArn } = properties;
  try {
    await callAwsJson({
      url,
      target: 'AWSStepFunctions.CreateStateMachine',
      body: { name: machine.physicalName, definition, roleArn, type: 'STANDARD' },
    });
  } catch (error) {
    if (!(error instanceof AwsError && error.name === 'StateMachineAlreadyExists')) throw error;
    await callAwsJson({
      url,
      target: 'AWSStepFunctions.UpdateStateMachine',
      body: { stateMachineArn: machine.arn, definition, roleArn },
    });
  }
}
