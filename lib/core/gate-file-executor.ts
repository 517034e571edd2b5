import * as z from 'zod';
import { duration, keys, matching, wholeNumber } from './gate-file-fields.ts';

// No version, no alias, no wildcard: what may be invoked is what the file says and nothing that somebody points elsewhere.
const functionArn = matching(
  /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:[0-9]{12}:function:[A-Za-z0-9_-]{1,64}$/,
  'the exact ARN of a Lambda function, without version or alias',
);
const roleArn = matching(/^arn:aws[a-z-]*:iam::[0-9]{12}:role\/[\w+=,.@/-]{1,512}$/, 'the ARN of a role');
const secretArn = matching(
  /^arn:aws[a-z-]*:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:[A-Za-z0-9/_+=.@-]{1,512}$/,
  'the whole ARN of a secret, without wildcard',
);

// Act has 900 seconds for executor and verifier together, and writes down what came of it.
const longestExecutor = 600;
const longestVerifier = 120;

/** The function that carries a call out, and the one that looks whether it did. */
export const executorSchema = keys({
  lambda: functionArn.describe('The function that carries the call out.'),
  attempts: wholeNumber({ least: 1, most: 10 })
    .default(3)
    .describe('How often it is invoked at most, with the same key, while it answers retry. Default: 3'),
  idempotent: z
    .boolean({ error: 'true or false' })
    .default(false)
    .describe(
      'Whether it may be invoked again with the same key when nobody knows how the last time ended. Default: false, and the action is then unknown',
    ),
  actWithin: duration({ least: 1, most: 300 * 86_400 })
    .default('1h')
    .describe('An action is not started later than this after the decision. Default: 1h'),
  timeout: duration({ least: 1, most: longestExecutor }).default('1m').describe('How long it may take. Default: 1m'),
  verifier: keys({
    lambda: functionArn.describe('The function that looks at the real world; it gets the call, not the answer.'),
    timeout: duration({ least: 1, most: longestVerifier })
      .default('30s')
      .describe('How long it may take. Default: 30s'),
  })
    .exactOptional()
    .describe('Looks whether it was done. Without it an action stays unverified.'),
  credentials: keys({
    role: roleArn.describe("The executor's own role."),
    secrets: z
      .array(secretArn, { error: 'a list of ARNs of secrets' })
      .min(1, { error: 'at least one secret' })
      .max(20, { error: 'at most 20 secrets' })
      .describe('What that role, and no other, may read.'),
  })
    .exactOptional()
    .describe("Secrets are granted to the executor's own role alone."),
}).describe('The gate carries the call out itself, after an approval or where a rule allows it.');
