import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionSettings } from '../../lib/settings.ts';
import { root } from '../house/source-files.ts';
import { type Consumer, exampleText, installedConsumer } from './consumer.ts';

let consumer: Consumer;
beforeAll(() => {
  consumer = installedConsumer();
  consumer.write('gate.yaml', exampleText('purchase/gate.yaml'));
}, 150_000);
afterAll(() => consumer.remove());

const app = `
import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ApprovalGate } from 'countersign';
import { AgentHarness } from 'countersign/agent-harness';

const app = new App({ outdir: 'cdk.out', analyticsReporting: false });
const stack = new Stack(app, 'Mine');
const agent = new AgentHarness(stack, 'Agent', { gateFile: 'gate.yaml', stage: 'mine' });
const gate = new ApprovalGate(stack, 'Gate', { gateFile: 'gate.yaml', stage: 'mine', harness: agent });
const portal = new Role(stack, 'Portal', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
gate.grantStart(portal);
gate.grantRead(portal);
app.synth();
`;

describe('the packed tarball in an empty CDK app', () => {
  test('gives a construct that synthesizes with plain JavaScript, without TypeScript and without a bundler', () => {
    consumer.write('app.mjs', app);
    consumer.run(process.execPath, 'app.mjs');
    const out = join(consumer.folder, 'cdk.out');
    const template = JSON.parse(readFileSync(join(out, 'Mine.template.json'), 'utf8'));
    const functions = Object.values<{ Type: string; Properties: { FunctionName: string } }>(template.Resources)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => Properties.FunctionName);
    expect(functions.toSorted()).toEqual(
      Object.keys(functionSettings)
        .map((name) => `purchase-mine-${name}`)
        .toSorted(),
    );
    const assets = readdirSync(out).filter((name) => name.startsWith('asset.'));
    expect(assets).toHaveLength(functions.length);
    for (const asset of assets) {
      expect(readdirSync(join(out, asset)).toSorted()).toEqual(['gate.json', 'index.mjs']);
    }
    expect(existsSync(join(consumer.folder, 'node_modules/esbuild'))).toBe(false);
  });

  test('has declarations that accept what is right and refuse what is not', () => {
    const tsc = join(root, 'node_modules/.bin/tsc');
    const check = (file: string) =>
      consumer.run(tsc, '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', '', file);
    consumer.write('right.ts', app);
    expect(check('right.ts')).toBe('');
    consumer.write('wrong.ts', app.replace("stage: 'mine', harness", "stagee: 'mine', harness"));
    expect(() => check('wrong.ts')).toThrow();
  });

  test('brings the command line', () => {
    expect(consumer.run(join(consumer.folder, 'node_modules/.bin/countersign'), '--help')).toContain('audit');
  });

  test('holds neither sources nor tests', () => {
    const folder = join(consumer.folder, 'node_modules/countersign');
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => !name.includes('node_modules'),
    );
    expect(names.filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))).toEqual([]);
    expect(names.filter((name) => /^(lib|bin|lambdas|tests|examples)\b/.test(name))).toEqual([]);
    expect(names).toContain('LICENSE');
  });
});
