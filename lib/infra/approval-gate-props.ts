import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Tracing } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { GateFile } from '../core/gate-file.ts';

/** What a gate is made of. Only the gate file has no default. */
export interface ApprovalGateProps {
  /** Path of the gate file (YAML), or the gate file as `readGate` gives it. */
  readonly gateFile: string | GateFile;
  /** Which installation of the gate this is. @default the gate file's own `stage` */
  readonly stage?: string;
  /** The harness of this app to invoke, at its pinned endpoint. @default `harnessArn`, or the gate file's `harness.arn` */
  readonly harness?: { readonly harnessArn: string; readonly endpointName: string };
  /** A harness that exists already. @default the gate file's `harness.arn` */
  readonly harnessArn?: string;
  /** Encrypts tables and logs. An imported key must let CloudWatch Logs use it. @default keys that AWS owns */
  readonly encryptionKey?: IKey;
  /** How long logs are kept. The audit table is kept for ever. @default RetentionDays.SIX_MONTHS */
  readonly logRetention?: RetentionDays;
  /** The page's own name; the API's default address is then off. @default the API's default address */
  readonly domainName?: string;
  /** For `domainName`; of the same region. @default none */
  readonly certificate?: ICertificate;
  /** X-Ray for functions and workflow. Traces hold no prompts, inputs or secrets. @default Tracing.DISABLED */
  readonly tracing?: Tracing;
  /** Told of every alarm and of its end. @default nobody is told */
  readonly alarmTopic?: ITopic;
  /**
   * How many invocations of the page are reserved for it, and how many it may have at most. An account whose whole
   * concurrency is 10 cannot reserve any. @default 20
   */
  readonly pageConcurrency?: number | 'unreserved';
}
