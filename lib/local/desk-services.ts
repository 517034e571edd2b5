import { join } from 'node:path';
import { type DeskHarness, type HarnessPart, startDeskHarness } from './desk-harness.ts';
import type { Answer, Opening } from './desk-opening.ts';
import { ensureTable, startDynamoDb } from './dynamodb.ts';
import { deployRules, routeEvent } from './events/event-rules.ts';
import type { Functions } from './functions/functions.ts';
import { answerInvoke } from './functions/invoke-api.ts';
import { maxHttpApiBodyBytes } from './http-api/http-api.ts';
import type { Listening } from './http-server.ts';
import { startKms } from './kms.ts';
import { signingKeysOf } from './kms-keys.ts';
import { startMail } from './mail.ts';
import { type AcceptedMail, eventDestinationsOf, simulatedEvents } from './mail-events.ts';
import { startStepFunctions } from './states/server.ts';
import type { Place } from './template/resource-types.ts';
import { logicalIdsOf, type Resource, type Stack } from './template/stack.ts';
import { subscriptionsOf } from './template/subscriptions.ts';
import { startTopics } from './topics.ts';

/** Endpoints by the names of `.local/endpoints.json`; without the harness's when that is the real one. */
export type DeskEndpoints = Readonly<Record<'states' | 'dynamodb' | 'sesv2' | 'sns' | 'kms' | 'lambda', string>> & {
  readonly 'bedrock-agentcore'?: string;
};

/** The services around the functions. */
export type Services = { readonly endpoints: DeskEndpoints; readonly harness: HarnessPart };

export type ServicesOptions = {
  readonly stack: Stack;
  readonly place: Place;
  readonly harness: DeskHarness;
  /** There as soon as their surroundings are. */
  readonly functions: Promise<Functions>;
};

// A mailbox answers after its mail has left, and SES tells of it after that.
const returnMs = 2_000;

/** Starts all the services that a function may call, with the tables of the stack in place. */
export async function startServices(opening: Opening, options: ServicesOptions): Promise<Services> {
  const { stack, place, functions } = options;
  const { directory, clock, log, started, later } = opening;
  const rules = deployRules(stack);
  const told = (event: object) => {
    functions
      .then(({ invokeLater }) => routeEvent(rules, event, invokeLater))
      .catch((error: unknown) => log('events', String(error)));
  };
  const destinations = eventDestinationsOf(stack);
  const configurationSets = [
    ...resourcesOfType(stack, 'AWS::SES::ConfigurationSet').map((one) => one.physicalName),
    // One that the template does not make is there already, or the template could not be deployed.
    ...destinations.map(({ configurationSet }) => configurationSet),
  ];
  const accepted = (mail: AcceptedMail) => {
    const due = clock.now() + returnMs;
    clock.at(due, () => simulatedEvents(mail, { destinations, now: due, place }).forEach(told));
  };
  const [dynamodb, sesv2, sns, kms, lambda, harness] = await Promise.all([
    started('dynamodb', (port) =>
      startDynamoDb({ ...place, port, directory: join(directory, 'dynamodb'), clock, log }),
    ),
    started('sesv2', (port) => {
      return startMail({ port, file: join(directory, 'mails.jsonl'), clock, configurationSets, accepted, log });
    }),
    started('sns', (port) =>
      startTopics({ port, file: join(directory, 'topics.jsonl'), clock, log, ...subscriptionsOf(stack) }),
    ),
    started('kms', (port) =>
      startKms({ port, directory: join(directory, 'kms'), signingKeys: signingKeysOf(stack), log }),
    ),
    later(
      'lambda',
      functions.then(
        (all): Answer =>
          (request) =>
            answerInvoke(request, all),
      ),
    ),
    startDeskHarness(options.harness, {
      directory: join(directory, 'harness'),
      clock,
      log,
      started,
      invokeFunction: async (arn, payload) => (await functions).invoke(arn, payload),
    }),
  ]);
  await Promise.all(resourcesOfType(stack, 'AWS::DynamoDB::Table').map((table) => ensureTable(dynamodb.url, table)));

  // Last: it takes up the executions of an earlier run at once, and these need all the others.
  const states = await started('states', (port) =>
    startStepFunctions({
      ...place,
      port,
      directory: join(directory, 'states'),
      clock,
      invokeFunction: async (arn, payload) => (await functions).invoke(arn, payload),
      statusChanged: told,
      log: (line, error) => log('states', `${line}: ${error}`),
    }),
  );
  const local = {
    states: states.url,
    dynamodb: dynamodb.url,
    sesv2: sesv2.url,
    sns: sns.url,
    kms: kms.url,
    lambda: lambda.url,
  };
  return { harness, endpoints: harness.url === undefined ? local : { ...local, 'bedrock-agentcore': harness.url } };
}

export function resourcesOfType(stack: Stack, type: string): readonly Resource[] {
  return stack.resources.filter((one) => one.type === type);
}

/** An HTTP API that has its address, and no routes yet. */
export type ListeningApi = {
  readonly logicalId: string;
  readonly at: Listening;
  readonly serve: (answer: Answer) => void;
};

/** Listens for every HTTP API of a template, whose addresses the rest of the template may need. */
export function listenForApis(template: unknown, { later }: Opening): Promise<readonly ListeningApi[]> {
  const apis = logicalIdsOf('AWS::ApiGatewayV2::Api', template).map(async (logicalId) => {
    const answer = Promise.withResolvers<Answer>();
    const at = await later(logicalId, answer.promise, { maxBodyBytes: maxHttpApiBodyBytes, hosts: 'any' });
    return { logicalId, at, serve: answer.resolve };
  });
  return Promise.all(apis);
}
