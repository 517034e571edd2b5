import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAssets } from '../../../lib/local/assets.ts';

/** The smallest stack that has one of everything: an API, two functions, a machine, a table, a topic, a configuration set. */
export const probeTemplate = {
  Resources: {
    Runs: {
      Type: 'AWS::DynamoDB::Table',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      },
    },
    Asks: { Type: 'AWS::SNS::Topic', Properties: {} },
    Notices: { Type: 'AWS::SES::ConfigurationSet', Properties: { Name: 'notices' } },
    Role: { Type: 'AWS::IAM::Role', Properties: {} },
    Page: fakeFunction('page'),
    Work: fakeFunction('work'),
    Machine: {
      Type: 'AWS::StepFunctions::StateMachine',
      Properties: {
        RoleArn: { 'Fn::GetAtt': ['Role', 'Arn'] },
        DefinitionString: {
          'Fn::Join': [
            '',
            [
              '{"QueryLanguage":"JSONata","StartAt":"Work","States":{"Work":{"Type":"Task","Resource":"arn:aws:states:::lambda:invoke","Arguments":{"FunctionName":"',
              { 'Fn::GetAtt': ['Work', 'Arn'] },
              '","Payload":{"n":"{% $states.input.n %}"}},"Output":"{% $states.result.Payload %}","Next":"Pause"},"Pause":{"Type":"Wait","Seconds":86400,"End":true}}}',
            ],
          ],
        },
      },
    },
    Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'page', ProtocolType: 'HTTP' } },
    Stage: {
      Type: 'AWS::ApiGatewayV2::Stage',
      Properties: { ApiId: { Ref: 'Api' }, StageName: '$default', AutoDeploy: true },
    },
    Integration: {
      Type: 'AWS::ApiGatewayV2::Integration',
      Properties: {
        ApiId: { Ref: 'Api' },
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: { 'Fn::GetAtt': ['Page', 'Arn'] },
        PayloadFormatVersion: '2.0',
      },
    },
    Route: {
      Type: 'AWS::ApiGatewayV2::Route',
      Properties: {
        ApiId: { Ref: 'Api' },
        RouteKey: 'GET /{proxy+}',
        Target: { 'Fn::Join': ['/', ['integrations', { Ref: 'Integration' }]] },
      },
    },
  },
  Outputs: { PageUrl: { Value: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } } },
} as const;

const sources = {
  page: 'export const handler = async (event) => ({ statusCode: 200, body: JSON.stringify({ path: event.rawPath, env: { ...process.env }, now: Date.now() }) });',
  // 0 is work that does not end by itself.
  work: 'export const handler = async ({ n }) => { console.log("works"); if (n === 0) await new Promise(() => setInterval(() => {}, 1000)); return { twice: 2 * n }; };',
};

/** The code of the stack's functions, or `others` in their place, in a directory as `cdk synth` leaves it. */
export function probeAssets(directory: string, others: Partial<typeof sources> = {}): ReadonlyMap<string, string> {
  for (const [name, source] of Object.entries({ ...sources, ...others })) {
    mkdirSync(join(directory, `asset.${name}`), { recursive: true });
    writeFileSync(join(directory, `asset.${name}`, 'index.mjs'), source);
  }
  const files = Object.keys(sources).map((name) => [
    name,
    {
      source: { path: `asset.${name}`, packaging: 'zip' },
      destinations: { current: { bucketName: 'assets', objectKey: `${name}.zip` } },
    },
  ]);
  const manifest = join(directory, 'probe.assets.json');
  writeFileSync(manifest, JSON.stringify({ version: '1', files: Object.fromEntries(files) }));
  return readAssets(manifest);
}

function fakeFunction(asset: string) {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      Code: { S3Bucket: { 'Fn::Sub': 'assets-${AWS::AccountId}' }, S3Key: `${asset}.zip` },
      Handler: 'index.handler',
      Runtime: 'nodejs24.x',
      Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
      Environment: { Variables: { TABLE: { Ref: 'Runs' }, PAGE_URL: { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] } } },
    },
  };
}
