import type { MovableClock } from './clock.ts';
import { deskFunctions } from './desk-functions.ts';
import type { DeskHarness } from './desk-harness.ts';
import { openDirectory } from './desk-opening.ts';
import { type DeskEndpoints, listenForApis, resourcesOfType, startServices } from './desk-services.ts';
import { type Functions, startFunctions } from './functions/functions.ts';
import type { OutsideFunction } from './functions/outside-function.ts';
import { deployApis } from './http-api/deployed-api.ts';
import { httpApi } from './http-api/http-api.ts';
import { ensureStateMachine } from './state-machines.ts';
import { loadStack, type Resource, type Stack } from './template/stack.ts';
import type { DeskLog } from './thread.ts';

export type DeskOptions = {
  /** A synthesized CloudFormation template, as parsed JSON. */
  readonly template: unknown;
  /** Directories of the functions' code by object key, as `readAssets` gives them. */
  readonly assets: ReadonlyMap<string, string>;
  /** Where the desk keeps everything, `.local` for one. One desk at a time. */
  readonly directory: string;
  readonly harness: DeskHarness;
  /** Functions of others that the template calls by their ARNs. @default none */
  readonly outside?: readonly OutsideFunction[];
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
  /** Loads functions and mail in the background, so that the first click is as fast as the second. */
  readonly warm: () => void;
  /** Resolves when no function is running. Moving the clock past the timeout of a running one ends it. */
  readonly quiet: () => Promise<void>;
  /** Puts the time of all services, functions and mails forward. @throws Error when the harness is the real one */
  readonly advance: (ms: number) => void;
  readonly close: () => Promise<void>;
};

/** Serves a template on this machine. @throws Error when it holds what a desk cannot serve, or the directory is taken */
export async function startDesk(options: DeskOptions): Promise<Desk> {
  const closing = closeInReverse();
  try {
    return await open(options, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function open(options: DeskOptions, { opened, close }: Closing): Promise<Desk> {
  const { template, log, region = 'us-east-1', account = '123456789012' } = options;
  const place = { region, account };
  const opening = await openDirectory({ directory: options.directory, ports: options.ports ?? {}, log, opened });
  const { clock } = opening;
  const apis = await listenForApis(template, opening);
  const stack = loadStack(template, {
    name: options.stackName ?? 'desk',
    place,
    parameters: options.parameters ?? {},
    apiEndpoint: (logicalId) => apis.find((api) => api.logicalId === logicalId)?.at.url ?? '',
  });

  const whenRunning = Promise.withResolvers<Functions>();
  let running: Functions | undefined;
  // Before Step Functions is opened, so after it is closed: functions that are ended while it still listens would be
  // failures of their executions, instead of being taken up by the next run.
  opened(() => running?.close());
  const services = await startServices(opening, {
    stack,
    place,
    harness: options.harness,
    functions: whenRunning.promise,
  });
  const { endpoints, harness } = services;
  const surroundings = { endpoints, credentials: harness.credentials };
  running = startFunctions({
    functions: deskFunctions(stack, {
      region,
      assets: options.assets,
      surroundings,
      ...(options.outside === undefined ? {} : { outside: options.outside }),
    }),
    clock,
    log,
  });
  whenRunning.resolve(running);
  const { invoke, warm, quiet } = running;

  const machines = resourcesOfType(stack, 'AWS::StepFunctions::StateMachine');
  await Promise.all(machines.map((machine) => ensureStateMachine(endpoints.states, machine)));
  for (const api of deployApis(stack)) {
    const listening = apis.find(({ logicalId }) => logicalId === api.logicalId);
    listening?.serve(httpApi({ port: listening.at.port, api, account, clock, invoke, log }));
  }
  opening.rememberPorts();
  const mailsUrl = `${endpoints.sesv2}/store`;

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
    resourcesOfType: (type) => resourcesOfType(stack, type),
    pageUrl: apis[0]?.at.url,
    mailsUrl,
    topicsUrl: `${endpoints.sns}/store`,
    clock,
    warm: () => {
      warm();
      fetch(mailsUrl).catch((error: unknown) => log('sesv2', `could not be loaded ahead: ${error}`));
    },
    quiet,
    advance: (ms) => {
      harness.beforeAdvance();
      clock.advance(ms);
    },
    close,
  };
}

type Closing = { readonly opened: (close: () => unknown) => void; readonly close: () => Promise<void> };

/** Closes what was opened, the last first. What opens after that, while another part's start has failed, is closed at once. */
function closeInReverse(): Closing {
  const closers: (() => unknown)[] = [];
  let closed = false;
  return {
    opened: (one) => {
      if (closed) one();
      else closers.push(one);
    },
    close: async () => {
      closed = true;
      for (const one of closers.splice(0).reverse()) await one();
    },
  };
}
