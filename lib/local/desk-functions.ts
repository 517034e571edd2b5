import { type DeskFunction, deployFunction } from './functions/deployed-function.ts';
import { type OutsideFunction, outsideFunction } from './functions/outside-function.ts';
import type { Stack } from './template/stack.ts';

/** What functions find around them: services and credentials. */
export type Surroundings = {
  /** Addresses by service; one that is missing is the real AWS's. */
  readonly endpoints: Readonly<Partial<Record<keyof typeof endpointVariables, string>>>;
  /** Environment variables with the user's own credentials, for services that are real; undefined: none is. */
  readonly credentials: Readonly<Record<string, string>> | undefined;
};

/** The variables by which the SDKs and the AWS CLI find a service. */
const endpointVariables = {
  states: 'AWS_ENDPOINT_URL_SFN',
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  sesv2: 'AWS_ENDPOINT_URL_SESV2',
  sns: 'AWS_ENDPOINT_URL_SNS',
  kms: 'AWS_ENDPOINT_URL_KMS',
  lambda: 'AWS_ENDPOINT_URL_LAMBDA',
  'bedrock-agentcore': 'AWS_ENDPOINT_URL_BEDROCK_AGENTCORE',
} as const;

// Lambda gives every function credentials of its role. Nobody checks these, but a client without any does not start.
const placeholderCredentials = { AWS_ACCESS_KEY_ID: 'desk', AWS_SECRET_ACCESS_KEY: 'desk', AWS_SESSION_TOKEN: 'desk' };

export type DeskFunctionsOptions = {
  readonly region: string;
  readonly assets: ReadonlyMap<string, string>;
  readonly surroundings: Surroundings;
  /** @default none */
  readonly outside?: readonly OutsideFunction[];
};

/** The functions of the stack, each with its whole environment. */
export function deskFunctions(
  stack: Stack,
  { region, assets, surroundings, outside = [] }: DeskFunctionsOptions,
): readonly DeskFunction[] {
  const variables = Object.entries(endpointVariables).flatMap(([service, variable]) => {
    const url = Object.entries(surroundings.endpoints).find(([name]) => name === service)?.[1];
    return url === undefined ? [] : [[variable, url] as const];
  });
  const environment = { ...(surroundings.credentials ?? placeholderCredentials), ...Object.fromEntries(variables) };
  const own = stack.resources
    .filter(({ type }) => type === 'AWS::Lambda::Function')
    .map((resource) => deployFunction(resource, { region, assets, surroundings: environment }));
  const { outputs } = stack;
  return [...own, ...outside.map((one) => outsideFunction(one, { region, surroundings: environment, outputs }))];
}
