import { z } from 'zod';
import { parseProperties } from '../template/parse-properties.ts';
import type { Resource, Stack } from '../template/stack.ts';
import { parseRouteKey, type Route } from './routes.ts';

/** Requests a second, and how many may come at once. */
export type Throttle = { readonly rate: number; readonly burst: number };

/** An HTTP API of the template with its one stage. */
export type DeskApi = {
  readonly logicalId: string;
  readonly apiId: string;
  readonly stage: string;
  readonly routes: readonly Route[];
  readonly throttle: Throttle | undefined;
  readonly throttles: ReadonlyMap<string, Throttle>;
};

const ignored = z.unknown().optional();
const apiProperties = z.strictObject({
  Name: z.string().optional(),
  ProtocolType: z.literal('HTTP'),
  Description: ignored,
  DisableExecuteApiEndpoint: z.literal(false).optional(),
  Tags: ignored,
});
const integrationProperties = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  IntegrationMethod: z.string().optional(),
  PayloadFormatVersion: z.literal('2.0'),
  TimeoutInMillis: z.coerce.number().int().min(50).max(30_000).default(30_000),
  Description: ignored,
});
const routeProperties = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().regex(/^integrations\//),
  AuthorizationType: z.enum(['NONE', 'AWS_IAM']).default('NONE'),
  OperationName: ignored,
});
const limits = z.strictObject({
  ThrottlingBurstLimit: z.coerce.number().optional(),
  ThrottlingRateLimit: z.coerce.number().optional(),
  DetailedMetricsEnabled: ignored,
  LoggingLevel: ignored,
  DataTraceEnabled: ignored,
});
const stageProperties = z.strictObject({
  ApiId: z.string(),
  StageName: z.string(),
  AutoDeploy: z.literal(true),
  DefaultRouteSettings: limits.optional(),
  RouteSettings: z.record(z.string(), limits).optional(),
  AccessLogSettings: ignored,
  Description: ignored,
  Tags: ignored,
});

/** Puts APIs, stages, integrations and routes together. @throws Error for what the desk does not serve, JWT authorizers for one */
export function deployApis({ resources }: Stack): readonly DeskApi[] {
  const ofType = (name: string) => resources.filter(({ type }) => type === `AWS::ApiGatewayV2::${name}`);
  const integrations = new Map(
    ofType('Integration').map((one) => [one.physicalName, parseProperties(integrationProperties, one)]),
  );
  const stages = ofType('Stage').map((one) => parseProperties(stageProperties, one));
  const routes = ofType('Route').map((one) => readRoute(one, integrations));
  return ofType('Api').map((api) => {
    parseProperties(apiProperties, api);
    const own = stages.filter((stage) => stage.ApiId === api.physicalName);
    const [stage] = own;
    if (stage === undefined || own.length > 1)
      throw new Error(`${api.logicalId} has ${own.length} stages; a desk serves an API with one`);
    return {
      logicalId: api.logicalId,
      apiId: api.physicalName,
      stage: stage.StageName,
      routes: routes.filter(({ apiId }) => apiId === api.physicalName).map(({ route }) => route),
      throttle: throttleOf(stage.DefaultRouteSettings),
      throttles: new Map(
        Object.entries(stage.RouteSettings ?? {}).flatMap(([key, one]) => {
          const throttle = throttleOf(one);
          return throttle === undefined ? [] : [[key, throttle]];
        }),
      ),
    };
  });
}

function readRoute(
  resource: Resource,
  integrations: ReadonlyMap<string, z.output<typeof integrationProperties>>,
): { readonly apiId: string; readonly route: Route } {
  const { ApiId, RouteKey, Target, AuthorizationType } = parseProperties(routeProperties, resource);
  const integration = integrations.get(Target.slice('integrations/'.length));
  if (integration === undefined)
    throw new Error(`${resource.logicalId} targets ${Target}, which is no integration of the template`);
  const route = {
    routeKey: RouteKey,
    ...parseRouteKey(RouteKey),
    functionArn: functionArn(integration.IntegrationUri),
    timeoutMs: integration.TimeoutInMillis,
    authorization: AuthorizationType === 'AWS_IAM' ? ('iam' as const) : ('none' as const),
  };
  return { apiId: ApiId, route };
}

/** The function's ARN, also out of the longer form that names API Gateway's own path around it. */
function functionArn(uri: string): string {
  return /functions\/(arn:.+)\/invocations$/.exec(uri)?.[1] ?? uri;
}

function throttleOf(settings: z.output<typeof limits> | undefined): Throttle | undefined {
  if (settings?.ThrottlingRateLimit === undefined && settings?.ThrottlingBurstLimit === undefined) return undefined;
  // An account's own limits, where a stage sets only one of the two.
  return { rate: settings.ThrottlingRateLimit ?? 10_000, burst: settings.ThrottlingBurstLimit ?? 5_000 };
}
