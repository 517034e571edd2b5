/**
 * Which function has which settings: the one place that says so. CDK writes them into the functions' environments, the
 * handlers read them at the cold start, and a missing one stops the start with its name.
 */
export const functionSettings = {
  advance: [
    'AUDIT_TABLE',
    'CONTENT_TABLE',
    'OPERATIONAL_TABLE',
    'HARNESS_ARN',
    'HARNESS_QUALIFIER',
    'FUNCTION_TIMEOUT_SECONDS',
  ],
  act: ['AUDIT_TABLE', 'CONTENT_TABLE', 'RECEIPT_KEY', 'FUNCTION_TIMEOUT_SECONDS'],
  ask: ['AUDIT_TABLE', 'CONTENT_TABLE', 'OPERATIONAL_TABLE', 'PAGE_URL', 'TOPIC_ARNS'],
  'verdict-page': ['AUDIT_TABLE', 'CONTENT_TABLE', 'OPERATIONAL_TABLE', 'PAGE_URL'],
  guard: ['AUDIT_TABLE', 'OPERATIONAL_TABLE', 'HARNESS_ARN'],
  start: ['AUDIT_TABLE', 'CONTENT_TABLE', 'STATE_MACHINE_ARN'],
  operate: ['AUDIT_TABLE', 'CONTENT_TABLE', 'OPERATIONAL_TABLE', 'STATE_MACHINE_ARN', 'TOPIC_ARNS'],
  tell: ['AUDIT_TABLE', 'CONTENT_TABLE', 'OPERATIONAL_TABLE', 'TOPIC_ARNS'],
  'mail-events': ['AUDIT_TABLE', 'OPERATIONAL_TABLE'],
  'after-death': ['AUDIT_TABLE', 'CONTENT_TABLE', 'OPERATIONAL_TABLE', 'TOPIC_ARNS'],
} as const;

export type FunctionName = keyof typeof functionSettings;

export type SettingName<Name extends FunctionName> = (typeof functionSettings)[Name][number];

export type FunctionEnvironment<Name extends FunctionName> = Readonly<Record<SettingName<Name>, string>>;

/** What each setting means, for whoever reads a function's environment. */
export const settingMeanings = {
  AUDIT_TABLE: 'name of the table that holds the chains',
  CONTENT_TABLE: 'name of the table that holds sealed texts',
  OPERATIONAL_TABLE: 'name of the table that holds task tokens, links and whose a session is',
  HARNESS_ARN: 'ARN of the harness that is invoked, and guarded',
  RECEIPT_KEY: 'ARN of the KMS key that receipts are signed with',
  STATE_MACHINE_ARN: 'ARN of the state machine whose executions are runs',
  HARNESS_QUALIFIER: 'endpoint of the harness that is invoked',
  FUNCTION_TIMEOUT_SECONDS: "the function's own timeout, in seconds",
  PAGE_URL: 'where the approval page is, without a slash at the end',
  TOPIC_ARNS: 'JSON object: topic id to topic ARN',
} as const satisfies Readonly<Record<SettingName<FunctionName>, string>>;

/**
 * The settings of one function from its environment.
 * @throws Error that names every missing setting and what it is for
 */
export function readSettings<Name extends FunctionName>(
  name: Name,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): FunctionEnvironment<Name> {
  const names: readonly SettingName<FunctionName>[] = functionSettings[name];
  const missing = names.filter((setting) => (environment[setting] ?? '') === '');
  if (missing.length > 0) {
    const lines = missing.map((setting) => `${setting}: ${settingMeanings[setting]}`);
    throw new Error(
      `The function ${name} cannot start: its environment lacks ${missing.length} of its settings.\n${lines.join('\n')}`,
    );
  }
  return Object.fromEntries(names.map((setting) => [setting, environment[setting]])) as FunctionEnvironment<Name>;
}

/**
 * The folder with a function's code and what was deployed beside it, as Lambda's runtime tells every function.
 * @throws Error outside of Lambda
 */
export function functionFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const folder = environment.LAMBDA_TASK_ROOT ?? '';
  if (folder !== '') return folder;
  throw new Error(
    'LAMBDA_TASK_ROOT is not set, which Lambda sets to the folder of the code: set it to the folder with index.mjs and gate.json.',
  );
}

// What the SDK reads credentials from, when the local desk drives a real harness with the user's own.
const credentialNames = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_PROFILE',
  'AWS_CONFIG_FILE',
  'AWS_SHARED_CREDENTIALS_FILE',
  'HOME',
];

/** The user's own AWS credentials as the environment gives them. */
export function ownAwsEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    credentialNames.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
