import { expect, test } from 'vitest';
import { loadStack, type StackOptions } from '../../../lib/local/template/stack.ts';

test('names and ARNs are made up once and stay the same in every run', () => {
  const template = { Resources: { Runs: table(), Machine: machine('x') } };
  const [runs, flow] = load(template).resources;
  expect(runs).toMatchObject({
    physicalName: expect.stringMatching(/^gate-Runs-[0-9a-f]{12}$/),
    arn: `arn:aws:dynamodb:eu-west-1:111122223333:table/${runs?.physicalName}`,
  });
  expect(flow?.arn).toBe(`arn:aws:states:eu-west-1:111122223333:stateMachine:${flow?.physicalName}`);
  expect(load(template).resources).toEqual(load(template).resources);
});

test.each<[string, unknown, unknown]>([
  ['Ref of a table', { Ref: 'Runs' }, 'runs'],
  ['Ref of a topic', { Ref: 'Topic' }, 'arn:aws:sns:eu-west-1:111122223333:asks'],
  ['GetAtt in a list', { 'Fn::GetAtt': ['Runs', 'Arn'] }, 'arn:aws:dynamodb:eu-west-1:111122223333:table/runs'],
  ['GetAtt in a text', { 'Fn::GetAtt': 'Topic.TopicName' }, 'asks'],
  ['GetAtt of a role, which is not served', { 'Fn::GetAtt': ['Role', 'Arn'] }, 'arn:aws:iam::111122223333:role/runner'],
  ['Join', { 'Fn::Join': ['-', ['a', { Ref: 'AWS::Region' }, 1]] }, 'a-eu-west-1-1'],
  [
    'Sub',
    { 'Fn::Sub': '${AWS::AccountId}/${Runs}/${Runs.Arn}/${!kept}' },
    '111122223333/runs/arn:aws:dynamodb:eu-west-1:111122223333:table/runs/${kept}',
  ],
  ['Sub with values', { 'Fn::Sub': ['${own}', { own: { Ref: 'Runs' } }] }, 'runs'],
  ['Select of Split', { 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
  ['a parameter with a value', { Ref: 'Given' }, 'given'],
  ['a parameter with its default', { Ref: 'Defaulted' }, 'default'],
  ['If', { 'Fn::If': ['IsGiven', 'yes', 'no'] }, 'yes'],
  ['FindInMap', { 'Fn::FindInMap': ['Sizes', { Ref: 'AWS::Region' }, 'memory'] }, 512],
  ['an object with one ordinary key', { Refs: 'Runs' }, { Refs: 'Runs' }],
  ['a list with NoValue in it', ['a', { Ref: 'AWS::NoValue' }], ['a']],
  [
    "the address that CDK spells out of an API's id",
    {
      'Fn::Join': [
        '',
        ['https://', { Ref: 'Api' }, '.execute-api.', { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }, '/x'],
      ],
    },
    'http://127.0.0.1:4000/x',
  ],
  ["an API's endpoint", { 'Fn::GetAtt': ['Api', 'ApiEndpoint'] }, 'http://127.0.0.1:4000'],
])('%s is resolved', (_, value, expected) => {
  expect(load(templateWith(value)).outputs.Value).toEqual(expected);
});

test('a property without a value is left out', () => {
  const { resources } = load({
    Resources: { Runs: table({ TableName: { Ref: 'AWS::NoValue' }, BillingMode: 'PAY_PER_REQUEST' }) },
  });
  expect(resources[0]?.properties).toEqual({ BillingMode: 'PAY_PER_REQUEST' });
});

test('a resource whose condition is false is not there', () => {
  const template = {
    Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
    Resources: { Runs: { ...table(), Condition: 'Never' } },
  };
  expect(load(template).resources).toEqual([]);
});

test('what only a real account has use for is neither served nor resolved', () => {
  const [policy] = load({
    Resources: {
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: { PolicyName: 'p', Statement: { 'Fn::ImportValue': 'elsewhere' } },
      },
    },
  }).resources;
  expect(policy).toMatchObject({ use: 'account', properties: {} });
});

test.each<[string, unknown, RegExp]>([
  [
    'a type that a desk cannot serve',
    { Resources: { Queue: { Type: 'AWS::SQS::Queue' } } },
    /Queue is an AWS::SQS::Queue.*It serves AWS::DynamoDB::Table.*leaves to a real account AWS::IAM::Role/,
  ],
  ['a reference to nothing', templateWith({ Ref: 'Nobody' }), /refers to Nobody/],
  ['an unknown attribute', templateWith({ 'Fn::GetAtt': ['Runs', 'Colour'] }), /no attribute Colour of Runs/],
  ['an unknown function', templateWith({ 'Fn::ImportValue': 'x' }), /does not know Fn::ImportValue; it knows Ref/],
  [
    'a parameter without a value',
    { ...templateWith('x'), Parameters: { Lost: { Type: 'String' } }, Outputs: { Value: { Value: { Ref: 'Lost' } } } },
    /parameter Lost has no default/,
  ],
  [
    'names in a circle',
    { Resources: { A: table({ TableName: { Ref: 'B' } }), B: table({ TableName: { Ref: 'A' } }) } },
    /A, B refer to each other in a circle/,
  ],
])('%s is refused', (_, template, message) => {
  expect(() => load(template)).toThrow(message);
});

function load(template: unknown) {
  const options: StackOptions = {
    name: 'gate',
    place: { region: 'eu-west-1', account: '111122223333' },
    parameters: { Given: 'given' },
    apiEndpoint: () => 'http://127.0.0.1:4000',
  };
  return loadStack(template, options);
}

function templateWith(value: unknown) {
  return {
    Parameters: { Given: { Type: 'String' }, Defaulted: { Type: 'String', Default: 'default' } },
    Mappings: { Sizes: { 'eu-west-1': { memory: 512 } } },
    Conditions: {
      IsGiven: {
        'Fn::And': [{ 'Fn::Equals': [{ Ref: 'Given' }, 'given'] }, { 'Fn::Not': [{ 'Fn::Equals': ['a', 'b'] }] }],
      },
    },
    Resources: {
      Runs: table({ TableName: 'runs' }),
      Topic: { Type: 'AWS::SNS::Topic', Properties: { TopicName: 'asks' } },
      Role: { Type: 'AWS::IAM::Role', Properties: { RoleName: 'runner' } },
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
    },
    Outputs: { Value: { Value: value } },
  };
}

function table(properties: Readonly<Record<string, unknown>> = {}) {
  return { Type: 'AWS::DynamoDB::Table', Properties: properties };
}

function machine(definition: string) {
  return { Type: 'AWS::StepFunctions::StateMachine', Properties: { DefinitionString: definition } };
}
