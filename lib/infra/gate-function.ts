import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionEnvironment, FunctionName } from '../settings.ts';
import { acknowledged } from './acknowledged.ts';
import { functionCode } from './function-code.ts';
import { keptLogs, type LogKeeping } from './gate-logs.ts';
import { prefixOf, roleName } from './gate-names.ts';

export interface GateFunctionProps<Name extends FunctionName> {
  readonly name: Name;
  readonly gate: GateFile;
  /** Everything that the function reads at its start, and nothing else. */
  readonly environment: FunctionEnvironment<Name>;
  readonly timeoutSeconds: number;
  readonly logs: LogKeeping;
  readonly tracing: Tracing;
  /** MiB. @default 512 */
  readonly memorySize?: number;
  /** @default not reserved */
  readonly reservedConcurrentExecutions?: number;
}

/**
 * A function of the gate: Node 24 on arm64, its own log group and role, the settings that lib/settings.ts declares for it.
 * Its role begins with the right to write its own log, and with nothing else.
 */
export function gateFunction<Name extends FunctionName>(
  scope: Construct,
  id: string,
  props: GateFunctionProps<Name>,
): LambdaFunction {
  const {
    name,
    gate,
    environment,
    timeoutSeconds,
    logs,
    tracing,
    memorySize = 512,
    reservedConcurrentExecutions,
  } = props;
  const functionName = `${prefixOf(gate)}-${name}`;
  const logGroup = keptLogs(scope, `${id}Logs`, { ...logs, name: `/aws/lambda/${functionName}` });
  const role = new Role(scope, `${id}Role`, {
    roleName: roleName(gate, name),
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
  });
  logGroup.grantWrite(role);
  if (tracing !== Tracing.DISABLED) acknowledged.traces(role);
  return new LambdaFunction(scope, id, {
    functionName,
    role,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: functionCode(name, gate),
    timeout: Duration.seconds(timeoutSeconds),
    memorySize,
    environment: { ...environment },
    logGroup,
    ...(tracing === Tracing.DISABLED ? {} : { tracing }),
    ...(reservedConcurrentExecutions === undefined ? {} : { reservedConcurrentExecutions }),
  });
}
