import { expect, test } from 'vitest';
import type { DoctorPorts } from '../../lib/cli/doctor/facts.ts';
import { gateFile } from '../support/gate-files.ts';
import { examined, failed, found, missing, receiptKeyArn } from './examined.ts';

const acting = gateFile({
  tools: {
    pay: {
      description: 'Pays.',
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
      executor: { lambda: 'arn:aws:lambda:us-east-1:123456789012:function:shop-pay' },
    },
  },
});

const ofKey = async (ports: Partial<DoctorPorts>, gate = acting) => {
  const { findings } = await examined(ports, gate);
  return findings.filter(({ check }) => check === 'receipts.key');
};
const key = (state: string, spec = 'ECC_NIST_P256') => ({ signingKey: found({ state, spec }) });

test('a key that is enabled is in order, and it is the one that act was given', async () => {
  const asked: string[] = [];
  const signingKey: DoctorPorts['signingKey'] = async (arn) => {
    asked.push(arn);
    return found({ state: 'Enabled', spec: 'ECC_NIST_P256' })();
  };
  expect(await ofKey({ signingKey })).toMatchObject([{ state: 'ok', text: `${receiptKeyArn} is enabled` }]);
  expect(asked).toEqual([receiptKeyArn]);
});

test.each([
  ['that is disabled', key('Disabled'), /is Disabled, so nothing is carried out/, /^aws kms enable-key --key-id arn:/],
  [
    'that is to be deleted',
    key('PendingDeletion'),
    /is PendingDeletion/,
    /^aws kms cancel-key-deletion --key-id arn:.*, then aws kms enable-key/,
  ],
  ['of a state that nobody knows', key('unknown'), /is unknown, so nothing/, /enable-key/],
  ['of another kind', key('Enabled', 'RSA_2048'), /a key of RSA_2048, which signs no receipt/, /deploy/],
  ['that is gone', { signingKey: missing }, /there is no key arn:/, /a new key/],
])('a key %s is a problem, with what to do', async (_, ports, text, todo) => {
  const [finding] = await ofKey(ports);
  expect(finding).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(text),
    todo: expect.stringMatching(todo),
  });
});

test('a key that may not be looked at leaves it open', async () => {
  expect(await ofKey({ signingKey: failed })).toMatchObject([{ state: 'failed' }]);
});

test('before the gate is deployed there is no key to look at', async () => {
  expect(await ofKey({ functions: missing })).toMatchObject([{ state: 'not-checked' }]);
});

test('where no tool has an executor nothing is signed, and a disabled key is no problem', async () => {
  expect(await ofKey(key('Disabled'), gateFile())).toMatchObject([{ state: 'ok' }]);
});
