import { z } from 'zod';
import { parseProperties } from '../template/parse-properties.ts';
import type { Resource } from '../template/stack.ts';

/** A function of the template, ready to run. */
export type DeskFunction = {
  readonly name: string;
  readonly arn: string;
  readonly handler: string;
  readonly taskRoot: string;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** How many may run at once at most; undefined means that none was reserved. */
  readonly reservedConcurrency: number | undefined;
  /** All that stands in process.env. */
  readonly environment: Readonly<Record<string, string>>;
};

export type DeploymentOptions = {
  readonly region: string;
  /** Directories of the code, by the object key that the template names. */
  readonly assets: ReadonlyMap<string, string>;
  /** Endpoints and credentials: what lets the SDK clients of a function find the desk instead of AWS. */
  readonly surroundings: Readonly<Record<string, string>>;
};

const functionProperties = z.strictObject({
  FunctionName: z.string().optional(),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Handler: z.string().regex(/^[^\s.][^\s]*\.[^\s.]+$/, 'a handler reads file.export'),
  Runtime: z.string().regex(/^nodejs/, 'only nodejs runtimes run on a desk'),
  Timeout: z.coerce.number().int().min(1).max(900).default(3),
  MemorySize: z.coerce.number().int().min(128).max(10_240).default(128),
  ReservedConcurrentExecutions: z.coerce.number().int().min(0).optional(),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
  // No effect that a handler could see within one process.
  Architectures: z.unknown().optional(),
  Description: z.unknown().optional(),
  KmsKeyArn: z.unknown().optional(),
  LoggingConfig: z.unknown().optional(),
  RecursiveLoop: z.unknown().optional(),
  Role: z.unknown().optional(),
  RuntimeManagementConfig: z.unknown().optional(),
  Tags: z.unknown().optional(),
  TracingConfig: z.unknown().optional(),
});

/** Reads a function from its resource. @throws Error when its code is not among the assets, or a property is not supported */
export function deployFunction(resource: Resource, options: DeploymentOptions): DeskFunction {
  const properties = parseProperties(functionProperties, resource);
  const taskRoot = options.assets.get(properties.Code.S3Key);
  if (taskRoot === undefined) {
    throw new Error(
      `${resource.logicalId} wants the code ${properties.Code.S3Key}, but the assets are ${[...options.assets.keys()].join(', ') || 'none'}; synthesize the app again`,
    );
  }
  return {
    name: resource.physicalName,
    arn: resource.arn ?? '',
    handler: properties.Handler,
    taskRoot,
    timeoutSeconds: properties.Timeout,
    memoryMb: properties.MemorySize,
    reservedConcurrency: properties.ReservedConcurrentExecutions,
    environment: {
      ...options.surroundings,
      AWS_REGION: options.region,
      AWS_DEFAULT_REGION: options.region,
      AWS_EXECUTION_ENV: `AWS_Lambda_${properties.Runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: resource.physicalName,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(properties.MemorySize),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      LAMBDA_TASK_ROOT: taskRoot,
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      // Last, as on AWS: what a function declares is what it sees.
      ...properties.Environment?.Variables,
    },
  };
}
