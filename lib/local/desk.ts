import { join } from 'node:path';
import { type MovableClock, movableClock } from './clock.ts';
import { deskFunctions, type Surroundings } from './desk-functions.ts';
import { type DeskHarness, startDeskHarness } from './desk-harness.ts';
import { lockDirectory } from './directory-lock.ts';
import { ensureTable, startDynamoDb } from './dynamodb.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import { answerInvoke } from './functions/invoke-api.ts';
import { deployApis } from './http-api/deployed-api.ts';
import { httpApi, maxHttpApiBodyBytes } from './http-api/http-api.ts';
import { type ListenOptions, listen, type WireRequest, type WireResponse } from './http-server.ts';
import { startMail } from './mail.ts';
import { openPorts } from './ports.ts';
import { ensureStateMachine } from './state-machines.ts';
import { startStepFunctions } from './states/server.ts';
import { loadStack, logicalIdsOf, type Resource, type Stack } from './template/stack.ts';
import { subscriptionsOf } from './template/subscriptions.ts';
import type { DeskLog } from './thread.ts';
import { startTopics } from './topics.ts';

export type DeskOptions = {
  /** A synthesized CloudFormation template, as parsed JSON. */
  readonly template: unknown;
  /** Directories of the functions' code by object key, as `readAssets` gives them. */
  readonly assets: ReadonlyMap<string, string>;
  /** Where the desk keeps everything, `.local` for one. One desk at a time. */
  readonly directory: string;
  readonly harness: DeskHarness;
  readonly log: DeskLog;
  /** Values for the template's parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** @default 'desk' */
  readonly stackName?: string;
  /** @default 'us-east-1' */
  readonly region?: string;
  /** Twelve digits. @default '123456789012' */
  readonly account?: string;
  /** Ports by service name or API's logical id, instead of those of the last run. */
  readonly ports?: Readonly<Record<string, number>>;
};

/** Endpoints by the names of `.local/endpoints.json`; without the harness's when that is the real one. */
export type DeskEndpoints = Readonly<Record<'states' | 'dynamodb' | 'sesv2' | 'sns' | 'lambda', string>> & {
  readonly 'bedrock-agentcore'?: string;
};

/** A running stack. */
export type Desk = {
  readonly region: string;
  readonly account: string;
  readonly endpoints: DeskEndpoints;
  readonly outputs: Stack['outputs'];
  readonly resources: readonly Resource[];
  /** @throws Error when the template has none of this id */
  readonly resource: (logicalId: string) => Resource;
  readonly resourcesOfType: (type: string) => readonly Resource[];
  /** The address of the template's first HTTP API; undefined when it has none. */
  readonly pageUrl: string | undefined;
  /** Answers with the mails as JSON. */
  readonly mailsUrl: string;
  /** Answers with the messages published to topics as JSON. */
  readonly topicsUrl: string;
  readonly clock: MovableClock;
  /** Loads the functions in the background, so that the first click is as fast as the second. */
  readonly warm: () => void;
  /** Resolves when no function is running. Moving the clock past the timeout of a running one ends it. */
  readonly quiet: () => Promise<void>;
  /** Puts the time of all services, functions and mails forward. @throws Error when the harness is the real one */
  readonly advance: (ms: number) => void;
  readonly close: () => Promise<void>;
};

/** Serves a template on this machine. @throws Error when it holds what a desk cannot serve, or the directory is taken */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  // What has been started, to be closed in reverse: also when a later part fails to start.
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one();
  };
  try {
    return await open(options, { opened: (one) => closers.push(one), close });
  } catch (error) {
    await close();
    throw error;
  }
}

type Closing = { readonly opened: (close: () => unknown) => void; readonly close: () => Promise<void> };

async function open(options: DeskOptions, { opened, close }: Closing): Promise<Desk> {
  const { template, directory, log, region = 'us-east-1', account = '123456789012' } = options;
  const place = { region, account };
  const lock = await lockDirectory(directory);
  opened(lock.release);
  const clock = movableClock({ file: join(directory, 'clock'), onError: (error) => log('clock', String(error)) });
  opened(clock.close);
  const ports = openPorts({ directory, wanted: options.ports ?? {}, log });
  const started = async <Started extends { readonly url: string; readonly close: () => Promise<void> }>(
    name: string,
    start: (port: number) => Promise<Started>,
  ) => {
    const one = await ports.start(name, start);
    opened(one.close);
    return one;
  };
  // Addresses stand in the functions' environment, so everybody listens first and answers when all is in place.
  const later = (
    name: string,
    answer: Promise<(request: WireRequest) => Promise<WireResponse>>,
    limits: Pick<ListenOptions, 'maxBodyBytes' | 'hosts'> = {},
  ) =>
    started(name, (port) =>
      listen(async (request) => (await answer)(request), {
        port,
        ...limits,
        onError: (error) => log(name, String(error)),
      }),
    );

  const functions = Promise.withResolvers<Functions>();
  const apis = await Promise.all(
    logicalIdsOf('AWS::ApiGatewayV2::Api', template).map(async (logicalId) => {
      const handler = Promise.withResolvers<(request: WireRequest) => Promise<WireResponse>>();
      return {
        logicalId,
        handler,
        listening: await later(logicalId, handler.promise, { maxBodyBytes: maxHttpApiBodyBytes, hosts: 'any' }),
      };
    }),
  );
  const apiEndpoint = (logicalId: string) => apis.find((api) => api.logicalId === logicalId)?.listening.url ?? '';
  const stack = loadStack(template, {
    name: options.stackName ?? 'desk',
    place,
    parameters: options.parameters ?? {},
    apiEndpoint,
  });
  const ofType = (type: string) => stack.resources.filter((one) => one.type === type);

  const [dynamodb, sesv2, sns, lambda, harness] = await Promise.all([
    started('dynamodb', (port) =>
      startDynamoDb({ ...place, port, directory: join(directory, 'dynamodb'), clock, log }),
    ),
    started('sesv2', (port) =>
      startMail({
        port,
        file: join(directory, 'mails.jsonl'),
        clock,
        configurationSets: ofType('AWS::SES::ConfigurationSet').map((one) => one.physicalName),
        log,
      }),
    ),
    started('sns', (port) =>
      startTopics({ port, file: join(directory, 'topics.jsonl'), clock, log, ...subscriptionsOf(stack) }),
    ),
    later(
      'lambda',
      functions.promise.then((all) => (request) => answerInvoke(request, all)),
    ),
    startDeskHarness(options.harness, { directory: join(directory, 'harness'), clock, log, started }),
  ]);
  await Promise.all(ofType('AWS::DynamoDB::Table').map((table) => ensureTable(dynamodb.url, table)));

  // Last: it takes up the executions of an earlier run at once, and these need all the others.
  const invoke = async (arn: string, payload: string) => (await functions.promise).invoke(arn, payload);
  const states = await started('states', (port) =>
    startStepFunctions({
      ...place,
      port,
      directory: join(directory, 'states'),
      clock,
      invokeFunction: invoke,
      log: (line, error) => log('states', `${line}: ${error}`),
    }),
  );

  const local = { states: states.url, dynamodb: dynamodb.url, sesv2: sesv2.url, sns: sns.url, lambda: lambda.url };
  const endpoints: DeskEndpoints = harness.url === undefined ? local : { ...local, 'bedrock-agentcore': harness.url };
  const surroundings: Surroundings = { endpoints, credentials: harness.credentials };
  const running = startFunctions({
    functions: deskFunctions(stack, { region, assets: options.assets, surroundings }),
    clock,
    log,
  });
  opened(running.close);
  functions.resolve(running);
  await Promise.all(
    ofType('AWS::StepFunctions::StateMachine').map((machine) => ensureStateMachine(states.url, machine)),
  );
  for (const api of deployApis(stack)) {
    const { handler, listening } = apis.find(({ logicalId }) => logicalId === api.logicalId) ?? {};
    handler?.resolve(httpApi({ port: Number(listening?.port), api, account, clock, invoke, log }));
  }
  ports.remember();

  return {
    ...place,
    endpoints,
    outputs: stack.outputs,
    resources: stack.resources,
    resource: (logicalId) => {
      const found = stack.resources.find((one) => one.logicalId === logicalId);
      if (found === undefined) throw new Error(`The template has no resource ${logicalId}`);
      return found;
    },
    resourcesOfType: ofType,
    pageUrl: apis[0]?.listening.url,
    mailsUrl: `${sesv2.url}/store`,
    topicsUrl: `${sns.url}/store`,
    clock,
    warm: running.warm,
    quiet: running.quiet,
    advance: (ms) => {
      harness.beforeAdvance();
      clock.advance(ms);
    },
    close,
  };
}
