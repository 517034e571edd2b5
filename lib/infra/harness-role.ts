import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { CfnHarness } from 'aws-cdk-lib/aws-bedrockagentcore';
import { Policy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { GateFile, HarnessToCreate, HarnessTool } from '../core/gate-file.ts';
import { acknowledged } from './acknowledged.ts';
import { builtArns, roleName } from './gate-names.ts';
import { configText, harnessCredentials, outboundAuth } from './harness-credentials.ts';
import { modelArns } from './model-arns.ts';

/** The role that a harness runs as, with what it needs before it exists. */
export function harnessRole(scope: Construct, gate: GateFile, create: HarnessToCreate): Role {
  const stack = Stack.of(scope);
  const role = new Role(scope, 'ExecutionRole', {
    roleName: roleName(gate, 'harness'),
    description: `The harness of the gate ${gate.gate}-${gate.stage}`,
    // Without the two conditions, the service could be talked into using this role for somebody else's resource.
    assumedBy: new ServicePrincipal('bedrock-agentcore.amazonaws.com', {
      conditions: {
        StringEquals: { 'aws:SourceAccount': stack.account },
        ArnLike: { 'aws:SourceArn': agentCoreArn(stack, '*') },
      },
    }),
  });
  const allow = (actions: string[], resources: string[], conditions?: Record<string, Record<string, string>>) =>
    role.addToPolicy(new PolicyStatement({ actions, resources, ...(conditions === undefined ? {} : { conditions }) }));

  const models = modelArns(stack, create.model);
  if (models.length > 0) allow(['bedrock:InvokeModel', 'bedrock:InvokeModelWithResponseStream'], [...models]);
  allow(['lambda:InvokeFunction'], [builtArns.function(scope, gate, 'guard')]);
  // The image of the managed environment is public; AWS has no narrower resource for either action.
  allow(['ecr-public:GetAuthorizationToken'], ['*']);
  allow(['sts:GetServiceBearerToken'], ['*'], { StringEquals: { 'sts:AWSServiceName': 'ecr-public.amazonaws.com' } });
  allow(
    ['xray:PutTraceSegments', 'xray:PutTelemetryRecords', 'xray:GetSamplingRules', 'xray:GetSamplingTargets'],
    ['*'],
  );
  allow(['cloudwatch:PutMetricData'], ['*'], { StringEquals: { 'cloudwatch:namespace': 'bedrock-agentcore' } });
  for (const { actions, on } of toolRights(stack, create)) allow([...actions], [...on]);
  acknowledged.harnessTelemetry(role);
  const anyRegion = models.find((arn) => arn.includes(':bedrock:*:'));
  if (anyRegion !== undefined) acknowledged.modelOfAnyRegion(role, anyRegion.slice(anyRegion.lastIndexOf('/') + 1));
  return role;
}

/**
 * What the role needs of what comes into being with the harness: its memory, its identity, its logs. A policy of its own, made
 * after the harness, so that it can name them exactly.
 */
export function harnessOwnRights(
  harness: CfnHarness,
  { role, create }: { readonly role: Role; readonly create: HarnessToCreate },
): void {
  const stack = Stack.of(harness);
  const runtimeId = harness.attrEnvironmentAgentCoreRuntimeEnvironmentAgentRuntimeId;
  const logGroups = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: `/aws/bedrock-agentcore/runtimes/${runtimeId}-*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const identities = [
    agentCoreArn(stack, 'workload-identity-directory/default'),
    agentCoreArn(stack, `workload-identity-directory/default/workload-identity/${runtimeId}`),
  ];
  const { apiKeys, oauth, secrets } = harnessCredentials(create);
  const vault = agentCoreArn(stack, 'token-vault/default');
  const withVault = (providers: readonly string[]) =>
    providers.length === 0 ? [] : [...providers, vault, ...identities];
  const memory = memoryArn(harness, create);
  const none: readonly string[] = [];
  const wanted = [
    { actions: identityActions, on: identities },
    { actions: logActions, on: [logGroups] },
    { actions: memoryActions, on: memory === undefined ? none : [memory] },
    { actions: ['bedrock-agentcore:GetResourceApiKey'], on: withVault(apiKeys) },
    { actions: ['bedrock-agentcore:GetResourceOauth2Token'], on: withVault(oauth) },
    // The vault keeps its keys in Secrets Manager and reads them as whoever asks.
    { actions: ['secretsmanager:GetSecretValue'], on: [...secrets, ...vaultSecrets(stack, [...apiKeys, ...oauth])] },
  ];
  const policy = new Policy(harness, 'OwnRights', {
    roles: [role],
    statements: wanted
      .filter(({ on }) => on.length > 0)
      .map(({ actions, on }) => new PolicyStatement({ actions: [...actions], resources: [...on] })),
  });
  acknowledged.harnessLogs(policy, harness);
  for (const arn of [...apiKeys, ...oauth]) acknowledged.vaultSecret(policy, vaultSecretName(arn));
}

const identityActions: readonly string[] = [
  'bedrock-agentcore:GetWorkloadAccessToken',
  'bedrock-agentcore:GetWorkloadAccessTokenForJWT',
  'bedrock-agentcore:GetWorkloadAccessTokenForUserId',
];

const logActions: readonly string[] = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
];

const memoryActions: readonly string[] = [
  'bedrock-agentcore:CreateEvent',
  'bedrock-agentcore:DeleteEvent',
  'bedrock-agentcore:GetEvent',
  'bedrock-agentcore:GetMemory',
  'bedrock-agentcore:ListEvents',
  'bedrock-agentcore:ListMemoryRecords',
  'bedrock-agentcore:RetrieveMemoryRecords',
];

function memoryArn(harness: CfnHarness, { memory }: HarnessToCreate): string | undefined {
  if ('managedMemoryConfiguration' in memory) return harness.attrMemoryManagedMemoryConfigurationArn;
  const { agentCoreMemoryConfiguration: own } = memory;
  return typeof own === 'object' && own !== null && 'arn' in own ? String(own['arn']) : undefined;
}

function vaultSecrets(stack: Stack, providers: readonly string[]): readonly string[] {
  return providers.map((arn) =>
    stack.formatArn({
      service: 'secretsmanager',
      resource: 'secret',
      resourceName: vaultSecretName(arn),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
}

function vaultSecretName(providerArn: string): string {
  const kind = providerArn.includes('oauth2credentialprovider') ? 'oauth2' : 'apikey';
  return `bedrock-agentcore-identity!default/${kind}/${providerArn.split('/').at(-1) ?? ''}-*`;
}

function toolRights(stack: Stack, { tools }: HarnessToCreate) {
  // A browser or interpreter without a name of its own is AWS's, which belongs to no account.
  const awsOwned = (resource: string) => stack.formatArn({ service: 'bedrock-agentcore', account: 'aws', resource });
  const needs = (tool: HarnessTool) => {
    switch (tool.type) {
      case 'agentcore_browser':
        return { actions: browserActions, on: configText(tool, 'browserArn') ?? awsOwned('browser/aws.browser.v1') };
      case 'agentcore_code_interpreter': {
        const own = configText(tool, 'codeInterpreterArn');
        return { actions: interpreterActions, on: own ?? awsOwned('code-interpreter/aws.codeinterpreter.v1') };
      }
      case 'agentcore_gateway':
        return { actions: gatewayActions, on: isSigned(tool) ? configText(tool, 'gatewayArn') : undefined };
      case 'remote_mcp':
      case 'inline_function':
        return undefined;
    }
  };
  return tools.flatMap((tool) => {
    const need = needs(tool);
    return need?.on === undefined ? [] : [{ actions: need.actions, on: [need.on] }];
  });
}

// With OAuth it is the token that the gateway looks at, and with none it looks at nothing.
function isSigned(tool: HarnessTool): boolean {
  return outboundAuth(tool, 'oauth') === undefined && outboundAuth(tool, 'none') === undefined;
}

const gatewayActions: readonly string[] = ['bedrock-agentcore:InvokeGateway'];

const browserActions: readonly string[] = [
  'bedrock-agentcore:ConnectBrowserAutomationStream',
  'bedrock-agentcore:GetBrowserSession',
  'bedrock-agentcore:ListBrowserSessions',
  'bedrock-agentcore:StartBrowserSession',
  'bedrock-agentcore:StopBrowserSession',
  'bedrock-agentcore:UpdateBrowserStream',
];

const interpreterActions: readonly string[] = [
  'bedrock-agentcore:GetCodeInterpreterSession',
  'bedrock-agentcore:InvokeCodeInterpreter',
  'bedrock-agentcore:ListCodeInterpreterSessions',
  'bedrock-agentcore:StartCodeInterpreterSession',
  'bedrock-agentcore:StopCodeInterpreterSession',
];

function agentCoreArn(stack: Stack, rest: string): string {
  return stack.formatArn({ service: 'bedrock-agentcore', resource: rest });
}
