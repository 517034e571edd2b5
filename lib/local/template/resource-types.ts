/** Where a stack stands; the desk is in partition aws. */
export type Place = { readonly region: string; readonly account: string };

/** What the desk knows of a CloudFormation type. */
export type ResourceType = {
  /** `account`: it only grants, keys, logs or describes, and has no effect on a desk. */
  readonly use: 'served' | 'account';
  /** The property that names the resource; without a name in it AWS makes one up, and so does the desk. */
  readonly nameProperty?: string;
  readonly maxNameLength?: number;
  /** AWS gives an id of ten characters instead of a name. */
  readonly hasId?: true;
  readonly arn?: (name: string, place: Place) => string;
  readonly ref: 'name' | 'arn';
  /** What Fn::GetAtt answers besides Arn. */
  readonly attributes?: (name: string, place: Place) => Readonly<Record<string, string>>;
};

const arnOf = (service: string, kind: string) => (name: string, place: Place) =>
  `arn:aws:${service}:${place.region}:${place.account}:${kind}${name}`;
const iamArn = (kind: string) => (name: string, place: Place) => `arn:aws:iam::${place.account}:${kind}/${name}`;
const topicArn = arnOf('sns', '');

/** The types that a template may use, and whether the desk serves them or leaves them to a real account. */
const resourceTypes: Readonly<Record<string, ResourceType>> = {
  'AWS::DynamoDB::Table': { use: 'served', nameProperty: 'TableName', ref: 'name', arn: arnOf('dynamodb', 'table/') },
  'AWS::Lambda::Function': {
    use: 'served',
    nameProperty: 'FunctionName',
    maxNameLength: 64,
    ref: 'name',
    arn: arnOf('lambda', 'function:'),
  },
  'AWS::StepFunctions::StateMachine': {
    use: 'served',
    nameProperty: 'StateMachineName',
    maxNameLength: 80,
    ref: 'arn',
    arn: arnOf('states', 'stateMachine:'),
    attributes: (name) => ({ Name: name }),
  },
  'AWS::ApiGatewayV2::Api': { use: 'served', hasId: true, ref: 'name', attributes: (name) => ({ ApiId: name }) },
  'AWS::ApiGatewayV2::Stage': { use: 'served', nameProperty: 'StageName', ref: 'name' },
  'AWS::ApiGatewayV2::Integration': { use: 'served', hasId: true, ref: 'name' },
  'AWS::ApiGatewayV2::Route': { use: 'served', hasId: true, ref: 'name' },
  'AWS::SNS::Topic': {
    use: 'served',
    nameProperty: 'TopicName',
    ref: 'arn',
    arn: topicArn,
    attributes: (name, place) => ({ TopicName: name, TopicArn: topicArn(name, place) }),
  },
  'AWS::SNS::Subscription': { use: 'served', ref: 'arn', arn: topicArn },
  'AWS::KMS::Key': {
    use: 'served',
    hasId: true,
    ref: 'name',
    arn: arnOf('kms', 'key/'),
    attributes: (name) => ({ KeyId: name }),
  },
  'AWS::SES::ConfigurationSet': { use: 'served', nameProperty: 'Name', maxNameLength: 64, ref: 'name' },
  'AWS::SES::ConfigurationSetEventDestination': { use: 'served', ref: 'name' },
  'AWS::Events::Rule': {
    use: 'served',
    nameProperty: 'Name',
    maxNameLength: 64,
    ref: 'name',
    arn: arnOf('events', 'rule/'),
  },

  'AWS::IAM::Role': {
    use: 'account',
    nameProperty: 'RoleName',
    maxNameLength: 64,
    ref: 'name',
    arn: iamArn('role'),
    attributes: (name) => ({ RoleId: name }),
  },
  'AWS::IAM::Policy': { use: 'account', nameProperty: 'PolicyName', ref: 'name' },
  'AWS::IAM::ManagedPolicy': { use: 'account', nameProperty: 'ManagedPolicyName', ref: 'arn', arn: iamArn('policy') },
  'AWS::IAM::User': { use: 'account', nameProperty: 'UserName', ref: 'name', arn: iamArn('user') },
  'AWS::IAM::Group': { use: 'account', nameProperty: 'GroupName', ref: 'name', arn: iamArn('group') },
  'AWS::Lambda::Permission': { use: 'account', ref: 'name' },
  'AWS::Lambda::EventInvokeConfig': { use: 'account', ref: 'name' },
  'AWS::SNS::TopicPolicy': { use: 'account', ref: 'name' },
  'AWS::CloudWatch::Alarm': {
    use: 'account',
    nameProperty: 'AlarmName',
    ref: 'name',
    arn: arnOf('cloudwatch', 'alarm:'),
  },
  'AWS::CloudWatch::CompositeAlarm': {
    use: 'account',
    nameProperty: 'AlarmName',
    ref: 'name',
    arn: arnOf('cloudwatch', 'alarm:'),
  },
  'AWS::CloudWatch::Dashboard': { use: 'account', nameProperty: 'DashboardName', ref: 'name' },
  'AWS::Logs::MetricFilter': { use: 'account', nameProperty: 'FilterName', ref: 'name' },
  'AWS::Logs::QueryDefinition': { use: 'account', nameProperty: 'Name', ref: 'name' },
  'AWS::Logs::ResourcePolicy': { use: 'account', nameProperty: 'PolicyName', ref: 'name' },
  'AWS::Logs::LogGroup': {
    use: 'account',
    nameProperty: 'LogGroupName',
    ref: 'name',
    arn: arnOf('logs', 'log-group:'),
  },
  'AWS::KMS::Alias': { use: 'account', nameProperty: 'AliasName', ref: 'name', arn: arnOf('kms', '') },
  'AWS::CDK::Metadata': { use: 'account', ref: 'name' },
};

/** What is known of a type. @throws Error with the list of those that are */
export function resourceType(logicalId: string, type: string): ResourceType {
  const known = resourceTypes[type];
  if (known !== undefined) return known;
  const named = (use: ResourceType['use']) =>
    Object.entries(resourceTypes)
      .filter(([, one]) => one.use === use)
      .map(([name]) => name)
      .join(', ');
  throw new Error(
    `${logicalId} is an ${type}, which a desk cannot serve. It serves ${named('served')}; it leaves to a real account ${named('account')}. Put other resources into a stack of their own`,
  );
}
