import {
  CreateStateMachineCommand,
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { DeskClock } from '../../../lib/local/clock.ts';
import type { InvokeFunction } from '../../../lib/local/states/function-answer.ts';
import { functionArn, returns, roleArn, type TestDesk, throws, until } from './desk.ts';

export type OracleFunction = {
  readonly echo?: true;
  readonly returns?: unknown;
  readonly throws?: { readonly errorType: string; readonly errorMessage: string };
  readonly returnsRepeated?: { readonly text: string; readonly times: number };
  readonly hangs?: true;
};

export type OracleCall = {
  readonly do: 'success' | 'failure' | 'heartbeat';
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
};

export type OracleCase = {
  readonly id: string;
  readonly kind?: 'definition';
  readonly queryLanguage: 'JSONata' | 'JSONPath' | 'mixed' | 'any';
  readonly adapted?: readonly string[];
  readonly definition: unknown;
  readonly input?: unknown;
  readonly functions?: { readonly [name: string]: OracleFunction };
  readonly callbacks?: readonly (readonly OracleCall[])[];
  readonly stop?: { readonly afterMs: number };
  readonly eventTypes?: readonly string[];
  readonly eventOrder?: 'exact' | 'any';
  readonly expect: {
    readonly status?: string;
    readonly output?: unknown;
    readonly error?: string | null;
    readonly causeContains?: readonly string[];
    readonly accepted?: true;
  };
};

/** Plays the functions of all cases: the name of each is that of its case and its own, and tokens go to `onToken`. */
export function functionsOf(
  cases: readonly OracleCase[],
  onToken: (index: number, token: string) => void,
): InvokeFunction {
  return async (arn, payload) => {
    const [, index = '', name = ''] = /:function:case-(\d+)-(.+)$/.exec(arn) ?? [];
    const event: unknown = JSON.parse(payload);
    const token = event instanceof Object && 'TaskToken' in event ? event.TaskToken : undefined;
    if (typeof token === 'string') onToken(Number(index), token);
    const play = cases[Number(index)]?.functions?.[name];
    if (!play) throw Object.assign(new Error(`there is no function ${arn}`), { name: 'ResourceNotFoundException' });
    if (play.hangs) return new Promise(() => undefined);
    if (play.throws) return throws(play.throws.errorType, play.throws.errorMessage);
    if (play.returnsRepeated) return returns(play.returnsRepeated.text.repeat(play.returnsRepeated.times));
    return play.echo ? { payload, executedVersion: '$LATEST' } : returns(play.returns);
  };
}

/** Runs one case; answers nothing when it agrees, else what differs. */
export async function differenceOf(
  desk: TestDesk<DeskClock>,
  { one, index, tokens }: { readonly one: OracleCase; readonly index: number; readonly tokens: readonly string[] },
): Promise<string | undefined> {
  const filled = (value: unknown): string =>
    (typeof value === 'string' ? value : JSON.stringify(value))
      .replaceAll(/\$\{fn:([^}]+)\}/g, (_, name) => functionArn(`case-${index}-${name}`))
      .replaceAll(/\$\{fnName:([^}]+)\}/g, (_, name) => `case-${index}-${name}`);
  const created = await desk.client
    .send(new CreateStateMachineCommand({ name: `case-${index}`, definition: filled(one.definition), roleArn }))
    .catch((error: Error) => error);
  if (one.kind === 'definition') {
    const got = created instanceof Error ? created.name : 'accepted';
    // docs/local-states.md: JSONata only, and what is not supported is refused when the machine is created.
    const supported = one.queryLanguage === 'JSONata' || one.queryLanguage === 'any';
    const wanted = supported && one.expect.accepted ? 'accepted' : 'InvalidDefinition';
    return got === wanted ? undefined : `creation: ${got} instead of ${wanted}`;
  }
  if (created instanceof Error) return `refused: ${created.message}`;
  const { executionArn = '' } = await desk.client.send(
    new StartExecutionCommand({
      stateMachineArn: created.stateMachineArn,
      input: filled(JSON.stringify(one.input ?? {})),
    }),
  );
  await Promise.all([callBack(desk, { one, tokens }), stop(desk, { one, executionArn })]);
  const execution = await until(desk, executionArn);
  const output: unknown = execution.output === undefined ? undefined : JSON.parse(execution.output);
  const wanted: unknown =
    one.expect.output === undefined ? undefined : JSON.parse(filled(JSON.stringify(one.expect.output)));
  const types = execution.events.map((event) => String(event.type));
  const findings = [
    execution.status === one.expect.status
      ? undefined
      : `status ${execution.status} (${execution.error}: ${execution.cause})`,
    matches(output, wanted) ? undefined : `output ${JSON.stringify(output)}`,
    one.expect.error === undefined || (execution.error ?? null) === one.expect.error
      ? undefined
      : `error ${execution.error}`,
    ...(one.expect.causeContains ?? []).map((text) =>
      execution.cause?.includes(text) ? undefined : `cause ${execution.cause}`,
    ),
    sameEvents(types, one) ? undefined : `events ${types.join(' ')}`,
  ];
  return findings.filter((finding) => finding !== undefined).join('; ') || undefined;
}

async function callBack(
  desk: TestDesk<DeskClock>,
  { one, tokens }: { readonly one: OracleCase; readonly tokens: readonly string[] },
) {
  for (const [turn, calls] of (one.callbacks ?? []).entries()) {
    while (tokens[turn] === undefined) await pause(20);
    for (const call of calls) {
      // The recordings answered a task that had been submitted; a call in the same instant would come before that.
      await pause(one.callbacks?.[turn]?.length === 1 ? 200 : 50);
      const taskToken = tokens[turn];
      if (call.do === 'success')
        await desk.client.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(call.output) }));
      else if (call.do === 'heartbeat') await desk.client.send(new SendTaskHeartbeatCommand({ taskToken }));
      else await desk.client.send(new SendTaskFailureCommand({ taskToken, error: call.error, cause: call.cause }));
    }
  }
}

async function stop(
  desk: TestDesk<DeskClock>,
  { one, executionArn }: { readonly one: OracleCase; readonly executionArn: string },
) {
  if (!one.stop) return;
  await pause(one.stop.afterMs);
  await desk.client.send(new StopExecutionCommand({ executionArn }));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function sameEvents(types: readonly string[], { eventTypes, eventOrder }: OracleCase): boolean {
  if (!eventTypes) return true;
  const ordered = (list: readonly string[]) => (eventOrder === 'any' ? list.toSorted() : list).join(' ');
  return ordered(types) === ordered(eventTypes);
}

/** Compares as JSON, with the wildcards of the oracle's README. */
export function matches(value: unknown, wanted: unknown): boolean {
  if (wanted === '<any?>') return true;
  if (wanted === '<any>') return value !== undefined;
  if (typeof wanted === 'string' && wanted.includes('<any>')) {
    const parts = wanted.split('<any>').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return typeof value === 'string' && new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(value);
  }
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      value.length === wanted.length &&
      wanted.every((item, index) => matches(value[index], item))
    );
  if (!isRecord(wanted)) return Object.is(value, wanted) || (value === 0 && wanted === 0);
  if ('<json>' in wanted) return typeof value === 'string' && matches(JSON.parse(value), wanted['<json>']);
  if (!isRecord(value)) return false;
  return [...new Set([...Object.keys(value), ...Object.keys(wanted)])].every(
    (name) => name in wanted && matches(value[name], wanted[name]),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
