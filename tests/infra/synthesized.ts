import { readFileSync } from 'node:fs';
import { App, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { readGateYaml } from '../../lib/cli/gate-file-yaml.ts';
import type { GateFile } from '../../lib/core/gate-file.ts';

export const harnessArn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/any-AbCdEf1234';

/** An app that bundles nothing: what the functions contain is not these tests' business. */
export function unbundledApp(): App {
  return new App({
    context: { 'aws:cdk:bundling-stacks': [] },
    analyticsReporting: false,
    builtinCloudFormationValidation: false,
  });
}

/** An example's gate file, with some of its text replaced. */
export function exampleGate(example: string, ...replaced: readonly (readonly [string, string])[]): GateFile {
  const text = readFileSync(new URL(`../../examples/${example}/gate.yaml`, import.meta.url), 'utf8');
  const changed = replaced.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`examples/${example}/gate.yaml has no ${JSON.stringify(from)}`);
    return whole.replace(from, to);
  }, text);
  return readGateYaml(changed, `${example}/gate.yaml`);
}

export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly deletionPolicy: string | undefined;
}

/** All resources of a stack, in the template's order. */
export function resourcesOf(stack: Stack): readonly Resource[] {
  const resources = Template.fromStack(stack).toJSON()['Resources'] as Record<
    string,
    { readonly Type: string; readonly Properties?: Record<string, unknown>; readonly DeletionPolicy?: string }
  >;
  return Object.entries(resources).map(([id, { Type, Properties = {}, DeletionPolicy }]) => ({
    id,
    type: Type,
    properties: Properties,
    deletionPolicy: DeletionPolicy,
  }));
}

export interface Statement {
  readonly effect: string;
  readonly actions: readonly string[];
  /** As JSON: tokens of CloudFormation stand in it. */
  readonly resource: string;
  readonly condition: unknown;
}

/** The statements of all policies attached to a role, by the role's logical id. */
export function statementsOf(resources: readonly Resource[], roleId: string): readonly Statement[] {
  return resources
    .filter(({ type, properties }) => type === 'AWS::IAM::Policy' && refers(properties['Roles'], roleId))
    .flatMap(({ properties }) => {
      const document = properties['PolicyDocument'] as {
        readonly Statement: readonly {
          Effect: string;
          Action: string | readonly string[];
          Resource: unknown;
          Condition?: unknown;
        }[];
      };
      return document.Statement.map(({ Effect, Action, Resource, Condition }) => ({
        effect: Effect,
        actions: [Action].flat(),
        resource: JSON.stringify(Resource),
        condition: Condition,
      }));
    });
}

function refers(roles: unknown, roleId: string): boolean {
  return JSON.stringify(roles).includes(JSON.stringify({ Ref: roleId }));
}
