import { describe, expect, test } from 'vitest';
import { addGateStacks } from '../../lib/infra/gate-app.ts';
import { exampleGate, harnessArn, type Resource, resourcesOf, statementsOf, unbundledApp } from './synthesized.ts';

const synthesized = (...replaced: Parameters<typeof exampleGate>[1][]) =>
  resourcesOf(addGateStacks(unbundledApp(), { gateFile: exampleGate('purchase', ...replaced), harnessArn }).gateStack);
const own = synthesized();
const named = synthesized(['\nmail:\n', '\nmail:\n  configurationSet: theirs\n']);

const ofType = (resources: readonly Resource[], type: string) => resources.filter((one) => one.type === type);

function ruleOf(resources: readonly Resource[]) {
  const rule = ofType(resources, 'AWS::Events::Rule').find(({ id }) => id.includes('ReturnedMails'));
  return rule?.properties ?? {};
}

describe('mails that come back', () => {
  test('are told of by a configuration set of the stack, or by the one that the gate file names, which is not made anew', () => {
    expect(ofType(own, 'AWS::SES::ConfigurationSet').map(({ properties }) => properties)).toEqual([
      { Name: 'purchase-dev' },
    ]);
    expect(ofType(named, 'AWS::SES::ConfigurationSet')).toEqual([]);
    const [set] = ofType(own, 'AWS::SES::ConfigurationSet');
    const destinations = [own, named].flatMap((all) => ofType(all, 'AWS::SES::ConfigurationSetEventDestination'));
    expect(destinations.map(({ properties }) => properties['ConfigurationSetName'])).toEqual([
      { Ref: set?.id },
      'theirs',
    ]);
    for (const { properties } of destinations) {
      expect(properties['EventDestination']).toMatchObject({
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint', 'reject'],
        EventBridgeDestination: { EventBusArn: expect.anything() },
      });
      expect(JSON.stringify(properties)).toContain(':event-bus/default');
    }
  });

  test('reach the function by a rule that takes the events of this configuration set and of no other', () => {
    for (const [resources, name] of [
      [own, 'purchase-dev'],
      [named, 'theirs'],
    ] as const) {
      const { EventPattern, Targets } = ruleOf(resources);
      expect(EventPattern).toEqual({
        source: ['aws.ses'],
        'detail-type': ['Email Bounced', 'Email Complaint Received', 'Email Rejected'],
        detail: { mail: { tags: { 'ses:configuration-set': [name] } } },
      });
      expect(JSON.stringify(Targets)).toContain('FunctionsMailEvents');
    }
  });

  test('come of mails that every sender may send under this configuration set', () => {
    for (const [resources, name] of [
      [own, 'configuration-set/purchase-dev'],
      [named, 'configuration-set/theirs'],
    ] as const) {
      const roles = resources.filter(({ type }) => type === 'AWS::IAM::Role');
      const sending = roles
        .flatMap(({ id }) => statementsOf(resources, id))
        .filter(({ actions }) => actions.includes('ses:SendEmail'));
      expect(sending.length).toBeGreaterThanOrEqual(4);
      for (const { resource } of sending) expect(resource).toContain(name);
    }
  });

  test('are nothing to a gate without mail: there is no configuration set and no rule', () => {
    const { mail: _, ...withoutMail } = exampleGate('purchase');
    const { gateStack } = addGateStacks(unbundledApp(), { gateFile: withoutMail, harnessArn });
    const types = resourcesOf(gateStack).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('AWS::SES::'))).toEqual([]);
    expect(ruleOf(resourcesOf(gateStack))).toEqual({});
  });
});
