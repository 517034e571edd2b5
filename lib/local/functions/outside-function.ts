import { basename, dirname, extname } from 'node:path';
import type { DeskFunction } from './deployed-function.ts';

/** A function that the template calls by its ARN without having it: on AWS it is of another stack. */
export type OutsideFunction = {
  readonly arn: string;
  /** The module that exports `handler`. */
  readonly file: string;
  readonly timeoutSeconds: number;
  /** What its own stack would set, perhaps from what this one puts out. */
  readonly environment: (outputs: Readonly<Record<string, unknown>>) => Readonly<Record<string, string>>;
};

// Lambda gives a function 128 MiB unless told otherwise; a module with an SDK in it as source needs more to load.
const memoryMb = 512;

/** An outside function, ready to run beside those of the template. */
export function outsideFunction(
  { arn, file, timeoutSeconds, environment }: OutsideFunction,
  around: {
    readonly region: string;
    readonly surroundings: Readonly<Record<string, string>>;
    readonly outputs: Readonly<Record<string, unknown>>;
  },
): DeskFunction {
  const name = arn.split(':').at(-1) ?? arn;
  const taskRoot = dirname(file);
  return {
    name,
    arn,
    handler: `${basename(file, extname(file))}.handler`,
    taskRoot,
    timeoutSeconds,
    memoryMb,
    reservedConcurrency: undefined,
    environment: {
      ...around.surroundings,
      AWS_REGION: around.region,
      AWS_DEFAULT_REGION: around.region,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      LAMBDA_TASK_ROOT: taskRoot,
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      ...environment(around.outputs),
    },
  };
}
