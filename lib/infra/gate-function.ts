import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Architecture, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionEnvironment, FunctionName } from '../settings.ts';
import { functionCode } from './function-code.ts';

export interface GateFunctionProps<Name extends FunctionName> {
  readonly name: Name;
  readonly gate: GateFile;
  /** Everything that the function reads at its start, and nothing else. */
  readonly environment: FunctionEnvironment<Name>;
  readonly timeoutSeconds: number;
  /** MiB. @default 512 */
  readonly memorySize?: number;
}

/** A function of the gate: Node 24 on arm64, its own log group, the settings that lib/settings.ts declares for it. */
export function gateFunction<Name extends FunctionName>(
  scope: Construct,
  id: string,
  props: GateFunctionProps<Name>,
): LambdaFunction {
  const { name, gate, environment, timeoutSeconds, memorySize = 512 } = props;
  const functionName = `${gate.gate}-${gate.stage}-${name}`;
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    logGroupName: `/aws/lambda/${functionName}`,
    retention: RetentionDays.SIX_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  return new LambdaFunction(scope, id, {
    functionName,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: functionCode(name, gate),
    timeout: Duration.seconds(timeoutSeconds),
    memorySize,
    environment: { ...environment },
    logGroup,
  });
}
