import { Tracing } from 'aws-cdk-lib/aws-lambda';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { nearest } from '../core/nearest.ts';
import type { GateStackProps } from './gate-stack.ts';

type Context = Readonly<Record<string, unknown>>;

/** What `-c NAME=VALUE` says of the stacks of one gate. */
export type ContextOptions = Omit<GateStackProps, 'gateFile'> & { readonly gateFile: string };

const days = Object.values(RetentionDays).filter((value) => typeof value === 'number');

// Each option with the property that it sets, as a value of that property; `undefined` for what the option does not take.
const options = {
  gate: { sets: 'gateFile', takes: 'the path of a gate file', read: text },
  stage: { sets: 'stage', takes: 'the name of a stage', read: text },
  harnessArn: { sets: 'harnessArn', takes: 'the ARN of a harness', read: text },
  domain: { sets: 'domainName', takes: 'a domain name', read: text },
  certificateArn: { sets: 'certificateArn', takes: 'the ARN of a certificate', read: text },
  encryptionKeyArn: { sets: 'encryptionKeyArn', takes: 'the ARN of a KMS key', read: text },
  alarmTopicArn: { sets: 'alarmTopicArn', takes: 'the ARN of an SNS topic', read: text },
  logRetentionDays: {
    sets: 'logRetention',
    takes: `one of ${days.join(', ')} (9999: for ever)`,
    read: (given: string) => days.find((value) => String(value) === given),
  },
  savedQueries: {
    sets: 'savedQueries',
    takes: 'saved or none',
    read: (given: string) => (given === 'saved' || given === 'none' ? given : undefined),
  },
  tracing: { sets: 'tracing', takes: 'on or off', read: (given: string) => traced.get(given) },
  pageConcurrency: {
    sets: 'pageConcurrency',
    takes: 'a number from 1, or unreserved',
    read: (given: string) =>
      given === 'unreserved' ? given : /^[1-9]\d{0,4}$/.test(given) ? Number(given) : undefined,
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly sets: keyof GateStackProps; readonly takes: string; readonly read: (given: string) => unknown }
  >
>;

const traced: ReadonlyMap<string, Tracing> = new Map([
  ['on', Tracing.ACTIVE],
  ['off', Tracing.DISABLED],
]);

/**
 * The options among an app's context. One that is mistyped would deploy something else than was meant, such as another stage,
 * so a name that looks like an option's is refused. @throws Error with the option, what was given and what is allowed
 */
export function contextOptions(context: Context): ContextOptions {
  for (const name of Object.keys(context)) refuseMistyped(name);
  const set = Object.entries(options).flatMap(([name, { sets, takes, read }]) => {
    const given = context[name];
    if (given === undefined) return [];
    const value = typeof given === 'string' ? read(given) : undefined;
    if (value !== undefined) return [[sets, value] as const];
    throw new Error(`-c ${name}: given ${JSON.stringify(given)}; allowed: ${takes}`);
  });
  const { gateFile, ...rest }: Partial<ContextOptions> = Object.fromEntries(set);
  if (gateFile === undefined) {
    throw new Error('Which gate? Give the path of its gate file: cdk deploy --all -c gate=PATH');
  }
  return { ...rest, gateFile };
}

function refuseMistyped(name: string): void {
  // The context is also CDK's own: feature flags and what it looked up, whose names have other characters.
  if (Object.hasOwn(options, name) || !/^\w+$/.test(name)) return;
  const meant = nearest(name, Object.keys(options));
  if (meant !== undefined) throw new Error(`-c ${name}: there is no such option; did you mean ${meant}?`);
}

function text(given: string): string | undefined {
  return given === '' ? undefined : given;
}
