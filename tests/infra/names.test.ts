import { describe, expect, test } from 'vitest';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, resourcesOf, unbundledApp } from './synthesized.ts';

const gateFile = exampleGate('purchase');
const both = addGateStacks(unbundledApp(), { gateFile });

const nameOf: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Key': 'Description',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::BedrockAgentCore::Harness': 'HarnessName',
  'AWS::BedrockAgentCore::HarnessEndpoint': 'EndpointName',
  'AWS::ApiGatewayV2::Api': 'Name',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::Events::Rule': 'Name',
};

/** Physical names by logical id, of all that keeps something or that others know by its name. */
function namesIn(stack: Parameters<typeof resourcesOf>[0]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resourcesOf(stack).flatMap(({ id, type, properties }) => {
      const property = nameOf[type];
      return property === undefined ? [] : [[id, spelled(properties[property])]];
    }),
  );
}

function spelled(name: unknown): string {
  const text = JSON.stringify(name).replaceAll(/\{"Fn::Join":\["",\[|\]\]\}/g, '');
  return text.replaceAll('",{"Ref":"AWS::Region"}', '<region>').replaceAll('"', '');
}

describe('names', () => {
  // A changed logical id replaces its resource: a table's would leave the ledger behind. Change this list only knowing that.
  test('of the gate are pinned, logical and physical', () => {
    expect(namesIn(both.gateStack)).toMatchInlineSnapshot(`
      {
        "GateApi59C297F9": "purchase-dev",
        "GateAuditor8E96041F": "purchase-dev-auditor-<region>",
        "GateDeaths2CEC6697": "purchase-dev-deaths",
        "GateFunctionsActC0E6A98B": "purchase-dev-act",
        "GateFunctionsActRoleAED65D13": "purchase-dev-act-<region>",
        "GateFunctionsAdvance4EA54F18": "purchase-dev-advance",
        "GateFunctionsAdvanceRole774AC8F4": "purchase-dev-advance-<region>",
        "GateFunctionsAfterDeath2CD40A43": "purchase-dev-after-death",
        "GateFunctionsAfterDeathRoleBB3739D5": "purchase-dev-after-death-<region>",
        "GateFunctionsAsk74799420": "purchase-dev-ask",
        "GateFunctionsAskRole0F46E025": "purchase-dev-ask-<region>",
        "GateFunctionsGuardE5813D6D": "purchase-dev-guard",
        "GateFunctionsGuardRoleC2F948F8": "purchase-dev-guard-<region>",
        "GateFunctionsMailEvents32C7FC54": "purchase-dev-mail-events",
        "GateFunctionsMailEventsRole965666BF": "purchase-dev-mail-events-<region>",
        "GateFunctionsOperate23555760": "purchase-dev-operate",
        "GateFunctionsOperateRole337CBA69": "purchase-dev-operate-<region>",
        "GateFunctionsStart99615E41": "purchase-dev-start",
        "GateFunctionsStartRole785A7779": "purchase-dev-start-<region>",
        "GateFunctionsTellD3530328": "purchase-dev-tell",
        "GateFunctionsTellRole66DE4C02": "purchase-dev-tell-<region>",
        "GateFunctionsVerdictPage93A2D36A": "purchase-dev-verdict-page",
        "GateFunctionsVerdictPageRoleA6823BC5": "purchase-dev-verdict-page-<region>",
        "GateMails78D12AEF": "purchase-dev",
        "GateReceiptsKeyAlias33B4BF23": "alias/purchase-dev-receipts",
        "GateReceiptsKeyB3AA6605": "Signs the receipts of the gate purchase-dev",
        "GateReturnedMails0E278C6E": "purchase-dev-returned-mails",
        "GateTablesAudit76E16747": "purchase-dev-audit",
        "GateTablesContents25053251": "purchase-dev-contents",
        "GateTablesOperationalD60E3D47": "purchase-dev-operational",
        "GateWorkflowMachineCA7D82B1": "purchase-dev",
        "GateWorkflowRole2C94E4B2": "purchase-dev-workflow-<region>",
      }
    `);
  });

  test('of the harness are pinned, logical and physical', () => {
    const { harnessStack } = both;
    if (harnessStack === undefined) throw new Error('no harness stack');
    expect(namesIn(harnessStack)).toMatchInlineSnapshot(`
      {
        "AgentEndpointB138DBB7": "gate",
        "AgentExecutionRoleA67A0453": "purchase-dev-harness-<region>",
        "AgentHarnessE0DB7751": "purchasing_purchase_dev",
      }
    `);
  });

  test.each([
    ['two stages of one gate', { gateFile, stage: 'prod' }],
    ['two gates', { gateFile: exampleGate('ferry') }],
  ])('of %s never meet in one account', (_, other) => {
    const app = unbundledApp();
    const all = [addGateStacks(app, { gateFile }), addGateStacks(app, other)].flatMap(({ gateStack, harnessStack }) =>
      [gateStack, harnessStack].flatMap((stack) => (stack === undefined ? [] : physicalNames(stack))),
    );
    expect(all.length).toBeGreaterThan(60);
    expect(all.filter((name, index) => all.indexOf(name) < index)).toEqual([]);
  });
});

/** Every name in a stack that an account has only once, with the type it is a name of. */
function physicalNames(stack: Parameters<typeof resourcesOf>[0]): readonly string[] {
  return resourcesOf(stack).flatMap(({ type, properties }) =>
    Object.entries(properties)
      // An endpoint's name and a stage's belong to their harness or API; a policy's to its role.
      .filter(([key]) => /Name$/.test(key) && !['EndpointName', 'StageName', 'PolicyName', 'MetricName'].includes(key))
      .map(([key, name]) => `${type}.${key} ${JSON.stringify(name)}`)
      .filter((name) => !name.includes('{"Ref":"Gate') && !name.startsWith('AWS::Lambda::Permission')),
  );
}
