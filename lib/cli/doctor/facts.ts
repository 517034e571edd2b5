import type { JsonObject } from '../../core/canonical-json.ts';

/** What was found out about one thing, or why it was not. */
export type Looked<Value> =
  | { readonly kind: 'found'; readonly value: Value }
  | { readonly kind: 'missing' }
  /** There is nothing to look at here, as a desk has no sandbox: no fault of anybody. */
  | { readonly kind: 'absent'; readonly why: string }
  /** The question was asked and not answered: rights are missing, or the service cannot be reached. */
  | { readonly kind: 'failed'; readonly why: string };

export interface MailAccount {
  /** Out of the sandbox: mail reaches whoever has not been verified. */
  readonly productionAccess: boolean;
  readonly sendingEnabled: boolean;
  readonly sentLast24Hours: number;
  readonly most24Hours: number;
}

export interface TopicSubscription {
  readonly protocol: string;
  readonly endpoint: string;
  readonly state: 'confirmed' | 'pending';
}

export interface TopicReaders {
  readonly topicArn: string;
  readonly subscriptions: readonly TopicSubscription[];
}

export interface HookFact {
  readonly event: 'before_invocation' | 'before_tool_call' | 'after_tool_call' | 'after_invocation';
  /** Absent for targets that cannot deny. */
  readonly functionArn?: string;
  readonly failureMode?: string;
  readonly timeoutSeconds?: number;
}

export interface HarnessToolFact {
  readonly type: string;
  readonly name: string;
  /** Of inline functions. */
  readonly description?: string;
  readonly inputSchema?: JsonObject;
}

export interface HarnessFacts {
  readonly status: string;
  readonly version: string;
  readonly tools: readonly HarnessToolFact[];
  readonly hooks: readonly HookFact[];
  readonly systemPrompt: string;
  readonly memory:
    | { readonly kind: 'managed'; readonly expiryDays?: number }
    | { readonly kind: 'own'; readonly arn: string; readonly expiryDays?: number }
    | { readonly kind: 'disabled' }
    /** The service made none, or says nothing of it. */
    | { readonly kind: 'unknown' };
}

export interface HarnessEndpointFacts {
  readonly status: string;
  readonly liveVersion?: string;
  /** Absent where it follows the newest version. */
  readonly targetVersion?: string;
}

/** What the functions of a deployed gate were given. */
export interface DeployedFunctions {
  readonly advanceTimeoutSeconds: number;
  readonly harness: { readonly arn: string; readonly qualifier: string };
  readonly guardArn: string;
  /** What act signs receipts with. */
  readonly receiptKeyArn: string;
}

/** A key as KMS describes it: `Enabled`, `Disabled`, `PendingDeletion`; `ECC_NIST_P256`. */
export interface SigningKeyFacts {
  readonly state: string;
  readonly spec: string;
}

/** Where the gate is looked for, and whether it is there yet. */
export interface Installation {
  readonly stack: string;
  readonly region: string;
  readonly state: 'deployed' | 'not deployed';
}

export interface ExecutionQuotas {
  readonly openExecutions: number;
  readonly mostOpenExecutions: number;
}

export interface CallbackQuota {
  /** Calls a second, refilled. */
  readonly refillPerSecond: number;
  readonly throttledLastDay: number;
}

/** Questions about a gate's surroundings; each answers for itself, and none throws. */
export interface DoctorPorts {
  installation(): Promise<Looked<Installation>>;
  /** The instant, ISO, since which the whole gate is stopped; `missing` when it is not. */
  stoppedSince(): Promise<Looked<string>>;
  mailAccount(): Promise<Looked<MailAccount>>;
  /** Whether the identity, an address or a domain, may be sent from. */
  mailIdentity(identity: string): Promise<Looked<{ readonly verified: boolean }>>;
  /** Where events of a configuration set go; `missing` when there is no such set. */
  mailEvents(configurationSet: string): Promise<Looked<{ readonly heard: boolean }>>;
  /** `missing` when mail to the address is not suppressed. */
  suppressed(address: string): Promise<Looked<{ readonly reason: string }>>;
  /** @param topic a topic's ARN, or the id of one that the stack creates */
  subscriptions(topic: { readonly id: string; readonly arn?: string }): Promise<Looked<TopicReaders>>;
  harness(arn: string): Promise<Looked<HarnessFacts>>;
  harnessEndpoint(at: { readonly arn: string; readonly qualifier: string }): Promise<Looked<HarnessEndpointFacts>>;
  /** `missing` before the stack is deployed. */
  functions(): Promise<Looked<DeployedFunctions>>;
  signingKey(arn: string): Promise<Looked<SigningKeyFacts>>;
  executionQuotas(): Promise<Looked<ExecutionQuotas>>;
  callbackQuota(): Promise<Looked<CallbackQuota>>;
  /** How far this machine's clock is ahead of the services', in milliseconds. */
  clockAheadMs(): Promise<Looked<number>>;
  /** What the approval page answers at an address that leads to no request. */
  page(): Promise<Looked<{ readonly url: string; readonly status: number }>>;
}
