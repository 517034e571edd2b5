import { describe, expect, test } from 'vitest';
import { gateWarnings } from '../../lib/core/gate-file-warnings.ts';
import { readGateFile } from '../../lib/core/read-gate-file.ts';
import { fullFile, problemsOf, smallestFile, withAt } from './gate-file-builder.ts';

const role = 'arn:aws:iam::123456789012:role/desk/morgan';
const ask = 'tools.approve_purchase.rule.ask';
const read = (file = fullFile()) => readGateFile(file, 'gate.yaml');

describe('the guard of a harness', () => {
  test('allows nothing unless the file says so', () => {
    expect(read(smallestFile()).harness).toMatchObject({ guard: 'guarded', tools: { allow: [], deny: [] } });
  });

  test('is what the patterns say', () => {
    const file = withAt(fullFile(), 'harness.tools', { allow: ['@builtin/file_operations'], deny: ['file_*'] });
    expect(read(file).harness.tools).toEqual({ allow: ['@builtin/file_operations'], deny: ['file_*'] });
  });

  test('is missing only where the file says it of a harness that exists', () => {
    expect(read(withAt(smallestFile(), 'harness.unguarded', true)).harness.guard).toBe('unguarded');
    expect(problemsOf(withAt(smallestFile(), 'harness.unguarded', false))).toEqual([
      'harness.unguarded: given false; allowed: true, or leave it out',
    ]);
    expect(problemsOf(withAt(fullFile(), 'harness.unguarded', true))).toEqual([
      'harness.unguarded: given true; allowed: only with arn; a harness that is created has the guard',
    ]);
  });

  test('has no patterns that nobody enforces', () => {
    const file = withAt(withAt(smallestFile(), 'harness.unguarded', true), 'harness.tools', { allow: ['look_*'] });
    expect(problemsOf(file)).toEqual([
      'harness.tools: given a mapping with allow; allowed: nothing here beside unguarded, since nobody would enforce it',
    ]);
  });

  test('says of a pattern in none of the forms where it stands and what is allowed', () => {
    expect(problemsOf(withAt(fullFile(), 'harness.tools', { allow: ['file_*', '@*/find_*'] }))).toEqual([
      'harness.tools.allow[1]: given "@*/find_*"; allowed: a pattern: *, name, file_*, @builtin, @builtin/name, @server, @server/name, @server/file_*, @*/name',
    ]);
  });

  test.each([
    [
      'shell',
      'the harness has a tool of this name in every session; allowed: any other name, or runBy: harness to have it approved',
    ],
    [
      'office___buy',
      'the tools of gateways are called target___tool; allowed: a name without ___, or runBy: harness to have it approved',
    ],
  ])('cannot be walked around by a tool of the file called %s', (name, line) => {
    const tool = { description: 'X.', inputSchema: { type: 'object' }, rule: 'refuse' };
    expect(problemsOf(withAt(smallestFile(), `tools.${name}`, tool))).toEqual([`tools.${name}: ${line}`]);
  });

  test('that lets the shell run is warned of', () => {
    const open = (tools: { readonly allow: string[]; readonly deny: string[] }) =>
      gateWarnings(read(withAt(smallestFile(), 'harness.tools', tools)));
    expect(open({ allow: ['*'], deny: [] })).toEqual([expect.stringMatching(/^harness\.tools\.allow: .*shell/)]);
    expect(open({ allow: ['*'], deny: ['shell'] })).toEqual([]);
  });
});

describe('starters', () => {
  const starter = { principals: [role], requesters: ['*'] };

  test('are nobody by default, and each says for whom', () => {
    expect(read().starters).toEqual([]);
    const file = withAt(fullFile(), 'starters', [{ ...starter, actors: ['*'], labels: { team: ['office'] } }]);
    expect(read(file).starters).toEqual([{ ...starter, actors: ['*'], labels: { team: ['office'] } }]);
  });

  test.each([
    'arn:aws:sts::123456789012:assumed-role/morgan/session',
    'arn:aws:iam::123456789012:root',
    'arn:aws:iam::123456789012:group/desk',
    '*',
  ])('cannot be %s', (principal) => {
    expect(problemsOf(withAt(fullFile(), 'starters', [{ ...starter, principals: [principal] }]))).toEqual([
      expect.stringMatching(/^starters\[0\]\.principals\[0\]: given ".*; allowed: the ARN of an IAM role or user/),
    ]);
  });

  test('that are missing where a tool demands them are warned of', () => {
    const file = withAt(fullFile(), 'tools.look.requesterAssurance', 'iam');
    expect(gateWarnings(read(file)).filter((line) => line.startsWith('tools.'))).toEqual([
      'tools.look.requesterAssurance: iam, but nobody may start through the signed route; name somebody below starters',
    ]);
  });
});

describe('approvers who answer by a signed request', () => {
  const known = withAt(withAt(fullFile(), 'approvers.morgan.iam', role), `${ask}.assurance`, 'iam');

  test('are needed where a rule demands it', () => {
    expect(problemsOf(known)).toEqual([
      `${ask}.topic: whoever reads a topic is nobody in particular; allowed: no topic beside assurance: iam`,
      `${ask}.approvers[1]: "alex" has no iam, so this person could not answer with assurance: iam; allowed: give approvers.alex.iam, or another approver`,
    ]);
  });

  test('are one person each, whatever path their role is below', () => {
    const twice = withAt(known, 'approvers.alex.iam', 'arn:aws:iam::123456789012:role/morgan');
    expect(problemsOf(withAt(twice, `${ask}.topic`, undefined))).toEqual([
      'approvers.alex.iam: arn:aws:iam::123456789012:role/morgan is morgan as well, so nobody could tell who answered; allowed: a role or user of its own, or for everybody of the role a session of their own',
    ]);
  });
});
