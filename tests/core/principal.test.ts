import { expect, test } from 'vitest';
import { principalOf } from '../../lib/core/principal.ts';

const role = 'arn:aws:iam::123456789012:role/portal';

test.each([
  ['arn:aws:iam::123456789012:role/portal', { arn: role }],
  ['arn:aws:iam::123456789012:role/service/desk/portal', { arn: role }],
  ['arn:aws:sts::123456789012:assumed-role/portal/i-0abc', { arn: role, sessionName: 'i-0abc' }],
  ['arn:aws:iam::123456789012:user/staff/morgan', { arn: 'arn:aws:iam::123456789012:user/morgan' }],
  ['arn:aws-cn:sts::123456789012:assumed-role/p/s', { arn: 'arn:aws-cn:iam::123456789012:role/p', sessionName: 's' }],
])('%s is known, whatever its path or session', (arn, principal) => {
  expect(principalOf(arn)).toEqual(principal);
});

test.each([
  'arn:aws:iam::123456789012:root',
  'arn:aws:sts::123456789012:federated-user/morgan',
  'arn:aws:iam::123456789012:group/desk',
  'arn:aws:sts::123456789012:assumed-role/portal',
  'arn:aws:iam::12345:role/portal',
  'arn:aws:iam::123456789012:role/portal\narn:aws:iam::123456789012:role/other',
  '',
])('%s is nobody that a gate file could name', (arn) => {
  expect(principalOf(arn)).toBeUndefined();
});
