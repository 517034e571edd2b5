import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import type { FunctionName } from '../settings.ts';

/** What every physical name of a gate begins with: unique for gate and stage, so that two live side by side. */
export function prefixOf({ gate, stage }: Pick<GateFile, 'gate' | 'stage'>): string {
  return `${gate}-${stage}`;
}

/** A role's name. Roles are the account's, not the region's, so the region stands in it. */
export function roleName(gate: GateFile, name: FunctionName | 'workflow' | 'auditor' | 'harness'): string {
  return `${prefixOf(gate)}-${name}-${Aws.REGION}`;
}

/**
 * ARNs built from fixed names. The functions that wake runs and the machine that calls them, the guard and the harness
 * that it guards: each would refer to the other, and CloudFormation refuses rings.
 */
export const builtArns = {
  stateMachine: (scope: IConstruct, gate: GateFile) => colonArn(scope, 'states', ['stateMachine', prefixOf(gate)]),
  executions: (scope: IConstruct, gate: GateFile) => colonArn(scope, 'states', ['execution', `${prefixOf(gate)}:*`]),
  function: (scope: IConstruct, gate: GateFile, name: FunctionName) =>
    colonArn(scope, 'lambda', ['function', `${prefixOf(gate)}-${name}`]),
} as const;

function colonArn(scope: IConstruct, service: string, [resource, resourceName]: readonly [string, string]): string {
  return Stack.of(scope).formatArn({ service, resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
}
