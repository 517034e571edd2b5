import * as z from 'zod';
import { byId, keys, matching, nameLine } from './gate-file-fields.ts';
import { principalSyntax } from './principal.ts';

/** An approver or a starter as AWS knows it. */
export const iamPrincipal = matching(
  principalSyntax,
  'the ARN of an IAM role or user, arn:aws:iam::ACCOUNT:role/NAME (not of a session, the root or a group)',
);

const names = (what: string) =>
  z
    .array(nameLine(256), { error: `a list of ${what}, or ['*'] for all` })
    .min(1, { error: `at least one of ${what}, or ['*'] for all` })
    .max(200, { error: `at most 200 ${what}, or ['*'] for all` });

const starter = keys({
  principals: z
    .array(iamPrincipal, { error: 'a list of ARNs of roles or users' })
    .min(1, { error: 'at least one ARN of a role or user' })
    .max(50, { error: 'at most 50 ARNs' })
    .describe('Who may start: roles and users. A session of a role counts as the role.'),
  requesters: names('requesters').describe("For whom: names of requesters, or ['*']."),
  actors: names('actors')
    .exactOptional()
    .describe("With whose memory: names of actors, or ['*']. Default: the requester's own or none"),
  labels: byId(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/, names('values'))
    .exactOptional()
    .describe("With which labels: for each label its values, or ['*']. Default: no labels"),
}).describe('Who may start runs, and which.');

/** The `starters:` section: who may start through the signed route. */
export const starters = z
  .array(starter, { error: 'a list of {principals, requesters}' })
  .max(50, { error: 'at most 50 starters' })
  .default([])
  .describe('Who may start runs through the signed route, each with what it may ask for. Default: nobody');
