import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { gatePromptSection } from '../../lib/core/gate-prompt.ts';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, harnessArn, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

const partOf = (account: string, rest: string) => `arn:aws:bedrock-agentcore:us-east-1:${account}:${rest}`;
const gateway = (name: string, auth: string) => `
      - type: agentcore_gateway
        name: ${name}
        config:
          agentCoreGateway:
            gatewayArn: ${partOf('123456789012', `gateway/${name}`)}
            outboundAuth: ${auth}`;
const keyArn = partOf('123456789012', 'token-vault/default/apikeycredentialprovider/search');
const oauthArn = partOf('123456789012', 'token-vault/default/oauth2credentialprovider/books');

// All five types of tools, and gateways with all three ways of authorizing oneself.
const everyTool = `    tools:
      - type: agentcore_browser
        name: browser
      - type: agentcore_code_interpreter
        name: interpreter
      - type: remote_mcp
        name: search
        config:
          remoteMcp:
            url: https://search.example.com/mcp
            headers: { Authorization: 'Bearer \${${keyArn}}', Accept-Language: en }${gateway('signed', '{ awsIam: {} }')}${gateway('open', '{ none: {} }')}${gateway('books', `{ oauth: { providerArn: '${oauthArn}', scopes: [read] } }`)}
`;

function stacks(...replaced: readonly (readonly [string, string])[]) {
  const gate = exampleGate('purchase', ...replaced);
  const { harnessStack, gateStack } = addGateStacks(unbundledApp(), { gateFile: gate });
  if (harnessStack === undefined) throw new Error('no harness stack');
  const template = Template.fromStack(harnessStack);
  const [harness] = Object.values(template.findResources('AWS::BedrockAgentCore::Harness'));
  return { gate, harnessStack, gateStack, template, harness: harness?.['Properties'] };
}

const everything = stacks(['    tools:\n', everyTool]);

/** The execution role's rights as `action resource`, resources as JSON. */
function roleRights() {
  const resources = resourcesOf(everything.harnessStack);
  const role = resources.find(({ type }) => type === 'AWS::IAM::Role');
  return statementsOf(resources, role?.id ?? '').flatMap(({ actions, resource }) =>
    actions.map((action) => ({ action, resource })),
  );
}

describe('the harness stack', () => {
  test('is not there when the gate file names a harness, or one is given', () => {
    expect(
      addGateStacks(unbundledApp(), { gateFile: exampleGate('purchase'), harnessArn }).harnessStack,
    ).toBeUndefined();
  });

  test('asks the guard of its gate before each tool call, and takes no answer for a denial', () => {
    expect(everything.harness.Hooks).toEqual([
      {
        BeforeToolCall: {
          Name: 'countersign_guard',
          Target: {
            Lambda: {
              Arn: { 'Fn::Join': ['', expect.arrayContaining([':function:purchase-dev-guard'])] },
              FailureMode: 'deny',
              TimeoutSeconds: expect.any(Number),
            },
          },
        },
      },
    ]);
  });

  test('lets the guard be called by this harness and no other', () => {
    const gate = Template.fromStack(everything.gateStack);
    const [permission] = Object.values(
      gate.findResources('AWS::Lambda::Permission', { Properties: { Principal: 'bedrock-agentcore.amazonaws.com' } }),
    );
    expect(permission?.['Properties']).toMatchObject({
      SourceAccount: { Ref: 'AWS::AccountId' },
      SourceArn: { 'Fn::ImportValue': expect.stringMatching(/^countersign-purchase-dev-harness:.*AgentHarness/) },
    });
  });

  test('offers the tools of the gate file as the gate file describes them', () => {
    const { harness, gate } = everything;
    expect(harness.Tools.map((tool: { Type: string; Name: string }) => `${tool.Type} ${tool.Name}`)).toEqual([
      'agentcore_browser browser',
      'agentcore_code_interpreter interpreter',
      'remote_mcp search',
      'agentcore_gateway signed',
      'agentcore_gateway open',
      'agentcore_gateway books',
      'inline_function approve_purchase',
    ]);
    const rule = gate.tools['approve_purchase'];
    expect(harness.Tools.at(-1).Config.InlineFunction).toEqual({
      Description: rule?.description,
      InputSchema: rule?.inputSchema,
    });
    expect(harness.Tools[3].Config.AgentCoreGateway.OutboundAuth).toEqual({ AwsIam: {} });
    expect(harness.Tools[4].Config.AgentCoreGateway.OutboundAuth).toEqual({ None: {} });
    expect(harness.Tools[5].Config.AgentCoreGateway.OutboundAuth).toEqual({
      Oauth: { ProviderArn: oauthArn, Scopes: ['read'] },
    });
    expect(harness.AllowedTools).toBeUndefined();
  });

  test("says the gate's tools in its prompt, behind the gate file's own words", () => {
    const texts = everything.harness.SystemPrompt.map(({ Text }: { Text: string }) => Text);
    expect(texts[0]).toContain('You buy office supplies');
    expect(texts.at(-1)).toBe(gatePromptSection(everything.gate));
  });

  test('keeps the conversation explicitly, longer than the longest deadline', () => {
    expect(everything.harness.Memory).toEqual({ ManagedMemoryConfiguration: { EventExpiryDuration: 30 } });
  });

  test('pins an endpoint of its own to the version that it made, and the gate invokes that endpoint', () => {
    const [endpoint] = Object.values(everything.template.findResources('AWS::BedrockAgentCore::HarnessEndpoint'));
    expect(endpoint?.['Properties']).toMatchObject({
      EndpointName: 'gate',
      TargetVersion: { 'Fn::GetAtt': [expect.any(String), 'Version'] },
    });
    const gate = Template.fromStack(everything.gateStack);
    const [advance] = Object.values(
      gate.findResources('AWS::Lambda::Function', { Properties: { FunctionName: 'purchase-dev-advance' } }),
    );
    expect(advance?.['Properties'].Environment.Variables).toMatchObject({
      HARNESS_ARN: { 'Fn::ImportValue': expect.any(String) },
      HARNESS_QUALIFIER: 'gate',
    });
  });

  test('has gate and stage in its name, within the limit of 40 characters', () => {
    expect(everything.harness.HarnessName).toBe('purchasing_purchase_dev');
    const long = 'a'.repeat(40);
    const other = stacks(['name: purchasing', `name: ${long}`], ['stage: dev', 'stage: preprod']);
    expect(other.harness.HarnessName).toBe(`${'a'.repeat(23)}_purchase_preprod`);
  });

  test('lets its role be taken by AgentCore for this account alone', () => {
    const [role] = Object.values(everything.template.findResources('AWS::IAM::Role'));
    expect(role?.['Properties'].AssumeRolePolicyDocument.Statement).toEqual([
      expect.objectContaining({
        Principal: { Service: 'bedrock-agentcore.amazonaws.com' },
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': expect.anything() },
        },
      }),
    ]);
  });

  test.each([
    ['InvokeGateway', 'gateway/signed'],
    ['GetResourceApiKey', 'apikeycredentialprovider/search'],
    ['GetResourceOauth2Token', 'oauth2credentialprovider/books'],
    ['StartBrowserSession', ':aws:browser/aws.browser.v1'],
    ['InvokeCodeInterpreter', ':aws:code-interpreter/aws.codeinterpreter.v1'],
    ['ListEvents', 'Memory.ManagedMemoryConfiguration.Arn'],
    ['GetWorkloadAccessToken', 'workload-identity/'],
  ])('gives its role bedrock-agentcore:%s on %s, by name', (action, resource) => {
    const granted = roleRights().filter((right) => right.action === `bedrock-agentcore:${action}`);
    expect(granted).toHaveLength(1);
    expect(granted[0]?.resource).toContain(resource);
    expect(granted[0]?.resource).not.toContain('gateway/open');
    expect(granted[0]?.resource).not.toContain('gateway/books');
  });

  test('has no wildcard on AgentCore, and everywhere else only where AWS has nothing narrower', () => {
    const wild = roleRights().filter(({ resource }) => resource.includes('*'));
    expect(wild.filter(({ action }) => action.startsWith('bedrock-agentcore:'))).toEqual([]);
    expect(
      [...new Set(wild.filter(({ resource }) => resource === '"*"').map(({ action }) => action))].toSorted(),
    ).toEqual([
      'cloudwatch:PutMetricData',
      'ecr-public:GetAuthorizationToken',
      'sts:GetServiceBearerToken',
      'xray:GetSamplingRules',
      'xray:GetSamplingTargets',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ]);
  });

  test.each([
    ["'sk-live-1234'", 'Authorization'],
    ['Bearer abc', 'X-Api-Key'],
    ['Basic dXNlcjpwYXNz', 'Accept'],
  ])('refuses the literal credential %s in a header with its path', (value, header) => {
    const literal = everyTool.replace(/headers: \{[^}]*\}[^}]*\}/, `headers: { ${header}: ${value} }`);
    expect(() => stacks(['    tools:\n', literal])).toThrow(
      new RegExp(`harness\\.create\\.tools\\[2\\]\\.config\\.remoteMcp\\.headers\\.${header}: .*allowed: a reference`),
    );
  });

  test('has no partition of its own', () => {
    const names = ['123456789012', ...['search', 'books', 'signed', 'open']];
    const literal = [...JSON.stringify(everything.template.toJSON()).matchAll(/arn:aws:[^"\\]*/g)].map(([arn]) => arn);
    // What the gate file itself names is the account's own.
    expect(literal.filter((arn) => !names.some((name) => arn.includes(name)))).toEqual([]);
  });
});
