import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { functionSettings } from '../../lib/settings.ts';
import { root } from '../house/source-files.ts';
import { type Consumer, exampleText, installedConsumer } from './consumer.ts';

// A whole installation: on a busy machine each of its parts takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

let consumer: Consumer;
beforeAll(() => {
  consumer = installedConsumer();
  consumer.write('gate.yaml', exampleText('purchase/gate.yaml'));
});
afterAll(() => consumer?.remove());

const app = `
import { App, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ApprovalGate } from 'countersign';
import { AgentHarness } from 'countersign/agent-harness';

const app = new App({ outdir: 'cdk.out', analyticsReporting: false, builtinCloudFormationValidation: false });
const stack = new Stack(app, 'Mine');
const agent = new AgentHarness(stack, 'Agent', { gateFile: 'gate.yaml', stage: 'mine' });
const gate = new ApprovalGate(stack, 'Gate', { gateFile: 'gate.yaml', stage: 'mine', harness: agent });
const portal = new Role(stack, 'Portal', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
gate.grantStart(portal);
gate.grantRead(portal);
app.synth();
`;

// Signed with node:crypto alone, as the gate's KMS would.
const executor = `
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { ReceiptRefused, verifyReceipt } from 'countersign/receipt';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const iat = Math.floor(Date.now() / 1000);
const claims = {
  iss: 'countersign:shop/prod', aud: 'arn:mine', sub: 'run/0/call', tool: 'pay', digest: 'd', outcome: 'allowed',
  approvers: [], iat, exp: iat + 900, jti: 'j', inputHash: createHash('sha256').update('{"amount":20}').digest('hex'),
};
const text = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const signed = [{ alg: 'ES256', kid: 'k', typ: 'countersign-receipt+jwt' }, claims].map(text).join('.');
const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
const receipt = signed + '.' + signature.toString('base64url');
const expected = { aud: 'arn:mine', issuer: claims.iss, key: publicKey.export({ type: 'spki', format: 'pem' }) };

const codeOf = (error) => (error instanceof ReceiptRefused ? error.code : error);
const accepted = await verifyReceipt(receipt, { ...expected, input: { amount: 20 } });
console.log(accepted.jti === 'j' ? 'accepted 20' : accepted);
console.log(await verifyReceipt(receipt, { ...expected, input: { amount: 21 } }).catch(codeOf));
console.log(await verifyReceipt(receipt.slice(0, -4) + 'AAAA', { ...expected, input: { amount: 20 } }).catch(codeOf));
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
      const files = readdirSync(join(out, asset));
      expect(files).toEqual(expect.arrayContaining(['gate.json', 'index.mjs']));
      expect(files.filter((file) => !/^gate\.json$|\.mjs$/u.test(file))).toEqual([]);
    }
    expect(existsSync(join(consumer.folder, 'node_modules/esbuild'))).toBe(false);
  });

  test('has declarations that accept what is right and refuse what is not', () => {
    const wrong = `
import type { ApprovalGateProps } from 'countersign';
import { verifyReceipt } from 'countersign/receipt';
const props: ApprovalGateProps = { gateFile: 'gate.yaml', stage: 'mine' };
new ApprovalGate(stack, 'Second', props);
// @ts-expect-error a property that does not exist
new ApprovalGate(stack, 'Wrong', { gateFile: 'gate.yaml', stagee: 'mine' });
// @ts-expect-error a role is no retention
new ApprovalGate(stack, 'Wronger', { gateFile: 'gate.yaml', logRetention: portal });
gate.grantVerify(portal);
const claims = await verifyReceipt('receipt', { aud: 'arn', issuer: 'gate', key: (kid) => undefined, input: { amount: 20 } });
const outcome: 'approved' | 'approved-with-edits' | 'allowed' = claims.outcome;
// @ts-expect-error without the arguments there is nothing to compare
await verifyReceipt('receipt', { aud: 'arn', issuer: 'gate', key: 'pem' });
`;
    consumer.write('typed.ts', app + wrong);
    const tsc = join(root, 'node_modules/.bin/tsc');
    // Also fails where one of the two lines is accepted.
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    expect(consumer.run(tsc, ...flags, 'typed.ts')).toBe('');
  });

  test('gives an executor what it verifies a receipt with, and needs neither the CDK nor the rest of the gate for it', () => {
    consumer.write('executor.mjs', executor);
    expect(consumer.run(process.execPath, 'executor.mjs')).toBe('accepted 20\nother-input\nforged\n');
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
