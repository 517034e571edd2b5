import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, resolve } from 'node:path';
import type { AgentScript } from './agent-script.ts';
import { checkHooks, type HarnessHook } from './hooks.ts';
import { harnessArnPattern, readInvokeBody, readTarget } from './invoke-request.ts';
import { type Answer, type DeployedHarness, invokeSession, type SessionHost } from './invoke-session.ts';
import { type Recording, readRecording } from './recording.ts';
import { type HarnessRules, type RulesOverride, resolveRules } from './rules.ts';
import { sendFailure } from './send-plan.ts';
import { stopSession } from './stop-session.ts';
import { invalid, notFound, type WireFailure } from './wire-failure.ts';

/** A harness to host: its ARN, the script that plays its model, and what was deployed with it. */
export type HarnessDefinition = {
  readonly arn: string;
  readonly agent: AgentScript;
  /** @default none, an empty prompt */
  readonly systemPrompt?: string;
  /** Names of the inline functions. @default every tool that the script calls and the harness does not run */
  readonly tools?: readonly string[];
  /** Over the script's own settings. */
  readonly rules?: RulesOverride;
  /** Lifecycle hooks, at most 20 with a name each. @default none */
  readonly hooks?: readonly HarnessHook[];
};

/** One request as it came and was answered. */
export type RequestRecord = {
  /** Epoch milliseconds by the injected clock. */
  readonly at: number;
  readonly operation: 'InvokeHarness' | 'StopRuntimeSession' | 'unknown';
  readonly harnessArn: string | null;
  readonly sessionId: string | undefined;
  readonly qualifier: string | null;
  /** The body's JSON, or its text when it is none. */
  readonly body: unknown;
  readonly answer: Answer;
};

type Answered = Omit<RequestRecord, 'at'>;

/** What all hosted harnesses share; `settings` lie over what scripts and harnesses say. */
export type HostOptions = Pick<SessionHost, 'now' | 'store' | 'hooks'> & {
  readonly settings: RulesOverride | undefined;
};

/**
 * The operations of the service over a list of harnesses, apart from the server that listens. What a definition says is looked
 * at anew at each request, as the service does after an update of the harness.
 */
export function hostHarnesses(harnesses: readonly HarnessDefinition[], { now, store, hooks, settings }: HostOptions) {
  const defined = new Map<string, HarnessDefinition>();
  const deploy = deployments();
  for (const definition of harnesses) {
    const { arn } = definition;
    if (!harnessArnPattern.test(arn))
      throw new Error(`${arn} is no harness ARN; it must match ${harnessArnPattern.source}`);
    if (defined.has(arn)) throw new Error(`Two harnesses have the ARN ${arn}; each needs its own`);
    checkHooks(definition.hooks ?? [], { harnessArn: arn, invokeFunction: hooks.invokeFunction });
    // Recordings that are missing or broken are told here and not at the first request.
    deploy(definition);
    defined.set(arn, definition);
  }
  const host: SessionHost = { now, store, hooks, busy: new Map() };
  let override: RulesOverride = {};
  const rulesOf = ({ agent, rules }: HarnessDefinition): HarnessRules =>
    resolveRules(agent.settings, rules, settings, override);

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<Answered> => {
    const url = new URL(message.url ?? '/', 'http://harness');
    const body = await readBody(message);
    const stop = /^\/runtimes\/([^/]+)\/stopruntimesession$/.exec(url.pathname);
    const invoke = url.pathname === '/harnesses/invoke';
    const arn = invoke ? url.searchParams.get('harnessArn') : stop === null ? null : decodeURIComponent(stop[1] ?? '');
    const sessionId = message.headers['x-amzn-bedrock-agentcore-runtime-session-id'];
    const record = {
      operation: invoke
        ? ('InvokeHarness' as const)
        : stop === null
          ? ('unknown' as const)
          : ('StopRuntimeSession' as const),
      harnessArn: arn,
      sessionId: typeof sessionId === 'string' ? sessionId : undefined,
      qualifier: url.searchParams.get('qualifier'),
      body: parsed(body),
    };
    const fail = (failure: WireFailure): Answered => {
      sendFailure(response, failure);
      return { ...record, answer: { status: failure.status, error: failure.error, message: failure.message } };
    };
    if (message.method !== 'POST' || record.operation === 'unknown') return fail(unknownOperation);
    // Both ARNs are in the control plane's answer, and the wrong one looks just as right.
    if (arn?.includes(':runtime/')) return fail(invalid([{ name: 'agentRuntimeArn', message: managed }]));
    const target = readTarget(arn, { query: url.searchParams, headers: message.headers });
    if ('status' in target) return fail(target);
    const definition = defined.get(target.harnessArn);
    if (definition === undefined) return fail(notFound(`There is no harness ${target.harnessArn}`));
    const rules = rulesOf(definition);
    if (!invoke) return { ...record, answer: stopSession(response, { target, host, rules }) };
    const read = readInvokeBody(body);
    if ('status' in read) return fail(read);
    const invocation = { request: { ...read.body, ...target }, harness: deploy(definition), rules };
    return { ...record, answer: await invokeSession(invocation, { response, host }) };
  };

  return {
    answer,
    setRules: (rules: RulesOverride) => {
      override = { ...override, ...rules };
    },
    stopAll: () => {
      for (const stopper of host.busy.values()) stopper.abort();
    },
  };
}

/** The recordings of a script are read once. */
function deployments(): (definition: HarnessDefinition) => DeployedHarness {
  const known = new WeakMap<AgentScript, ReadonlyMap<string, Recording>>();
  return ({ agent, tools, systemPrompt = '', hooks = [] }) => {
    const recordings = known.get(agent) ?? recordingsOf(agent);
    known.set(agent, recordings);
    return { script: agent, inline: tools, systemPrompt, recordings, hooks };
  };
}

function recordingsOf({ program, source }: AgentScript): ReadonlyMap<string, Recording> {
  const files = program.flatMap((instruction) => (instruction.kind === 'replay' ? [instruction.file] : []));
  return new Map(files.map((file) => [file, readRecording(resolve(dirname(source), file))]));
}

const managed = 'this runtime is managed by a harness; give the ARN of the harness';
const unknownOperation = {
  status: 404,
  error: 'UnknownOperationException',
  message: 'There is no such operation here',
};

async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
