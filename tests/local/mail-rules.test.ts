import { expect, test } from 'vitest';
import { ruleBroken, type SendEmail } from '../../lib/local/mail-rules.ts';

test.each<[string, Partial<SendEmail>]>([
  ['a recipient without a domain', { Destination: { ToAddresses: ['rita'] } }],
  ['a line break in an address', { Destination: { ToAddresses: ['rita@example.com\r\nBcc: all@example.com'] } }],
  ['a line break in the name before an address', { FromEmailAddress: 'Gate\nTo: x <gate@example.com>' }],
  ['a recipient with an umlaut', { Destination: { CcAddresses: ['jürgen@example.com'] } }],
  [
    'more than 50 recipients',
    { Destination: { BccAddresses: Array.from({ length: 51 }, (_, n) => `r${n}@example.com`) } },
  ],
  ['a tag with a colon', { EmailTags: [{ Name: 'run', Value: 'a:b' }] }],
  ['an empty tag', { EmailTags: [{ Name: 'run', Value: '' }] }],
  ['sixteen headers', withHeaders(Array.from({ length: 16 }, (_, n) => ({ Name: `X-${n}`, Value: 'v' })))],
  ['a header with a line break', withHeaders([{ Name: 'X-Run', Value: 'a\r\nBcc: all@example.com' }])],
  ['a header that is not ASCII', withHeaders([{ Name: 'X-Run', Value: 'für' }])],
  ['a header of 996 characters', withHeaders([{ Name: 'X-Run', Value: 'v'.repeat(996) }])],
])('%s is a BadRequestException', (_, change) => {
  expect(ruleBroken({ ...ordinary, ...change }, ['notices'])).toMatchObject({
    status: 400,
    name: 'BadRequestException',
  });
});

test('a mail that keeps to the rules breaks none', () => {
  const full: SendEmail = {
    ...ordinary,
    FromEmailAddress: '"Gate, the" <gate+1@mail.example.com>',
    ReplyToAddresses: ['help@example.com'],
    EmailTags: [{ Name: 'run', Value: 'run-1_2' }],
    ...withHeaders([{ Name: 'X-Run', Value: 'v'.repeat(995) }]),
  };
  expect(ruleBroken(full, ['notices'])).toBeUndefined();
});

const ordinary: SendEmail = {
  FromEmailAddress: 'gate@example.com',
  Destination: { ToAddresses: ['rita@example.com'] },
  ConfigurationSetName: 'notices',
  Content: { Simple: {} },
};

function withHeaders(Headers: readonly { Name: string; Value: string }[]): Pick<SendEmail, 'Content'> {
  return { Content: { Simple: { Headers: [...Headers] } } };
}
