import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BedrockAgentCoreClient,
  type HarnessContentBlock,
  type HarnessMessage,
  InvokeHarnessCommand,
  type InvokeHarnessRequest,
  type InvokeHarnessStreamOutput,
  StopRuntimeSessionCommand,
} from '@aws-sdk/client-bedrock-agentcore';
import { onTestFinished } from 'vitest';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';
import type { HarnessDefinition } from '../../../lib/local/harness/host-harnesses.ts';
import type { RulesOverride } from '../../../lib/local/harness/rules.ts';
import { type HarnessOptions, startHarness } from '../../../lib/local/harness/start-harness.ts';

export const arn = 'arn:aws:bedrock-agentcore:us-east-1:123456789012:harness/desk-AbCdEf0123';
export const session = 'session-0123456789-0123456789-0123456789';

export type BenchOptions = {
  readonly script: string;
  readonly source?: string;
  readonly settings?: RulesOverride;
  readonly harness?: Partial<HarnessDefinition>;
  readonly directory?: string;
  readonly invokeFunction?: HarnessOptions['invokeFunction'];
};

/** What a client can tell of one answer. */
export type Heard = {
  readonly events: readonly InvokeHarnessStreamOutput[];
  readonly stops: readonly string[];
  readonly text: string;
  readonly uses: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  readonly results: readonly { readonly id: string; readonly status: string; readonly text: string }[];
  readonly error?: { readonly name: string; readonly message: string; readonly status?: number | undefined };
};

type Request = Partial<Omit<InvokeHarnessRequest, 'messages'>>;

/** A harness with one agent, a moved clock, and the unmodified SDK client before it; all gone when the test ends. */
export async function startBench(benchOptions: BenchOptions) {
  const { script, source = 'test/agent.yaml', settings, harness, directory, invokeFunction } = benchOptions;
  const home = directory ?? mkdtempSync(join(tmpdir(), 'harness-'));
  const clock = testClock();
  const definition = { arn, agent: parseAgentScript(script, source), ...harness };
  const server = await startHarness({
    directory: home,
    clock,
    harnesses: [definition],
    ...(settings && { settings }),
    ...(invokeFunction && { invokeFunction }),
  });
  const credentials = { accessKeyId: 'desk', secretAccessKey: 'desk' };
  const client = new BedrockAgentCoreClient({ region: 'us-east-1', endpoint: server.url, credentials, maxAttempts: 1 });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  onTestFinished(async () => {
    await close();
    if (directory === undefined) rmSync(home, { recursive: true, force: true });
  });
  const invoke = async (messages: HarnessMessage[], request: Request = {}): Promise<Heard> => {
    const target = { harnessArn: arn, runtimeSessionId: session };
    try {
      const { stream } = await client.send(new InvokeHarnessCommand({ ...target, messages, ...request }));
      return await listen(stream ?? []);
    } catch (error) {
      return hear([], error);
    }
  };
  return {
    server,
    client,
    close,
    advance: clock.advance,
    invoke,
    say: (text: string, request?: Request) => invoke([user({ text })], request),
    /** Resumes as the gate does: the partial turn again, and one message with the results. */
    answer: (heard: Pick<Heard, 'uses'>, results: Readonly<Record<string, string>>, request?: Request) =>
      invoke([assistant(heard), user(...Object.entries(results).map(([id, text]) => result(id, text)))], request),
    stop: (runtimeSessionId = session, agentRuntimeArn = arn) =>
      client.send(new StopRuntimeSessionCommand({ agentRuntimeArn, runtimeSessionId })),
  };
}

/** Time that only `advance` moves. */
function testClock() {
  let now = Date.parse('2026-10-01T09:00:00Z');
  const timers = new Set<{ readonly when: number; readonly wake: () => void }>();
  return {
    now: () => now,
    at: (when: number, wake: () => void) => {
      const timer = { when, wake };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (seconds: number) => {
      now += seconds * 1000;
      for (const timer of timers) if (timer.when <= now && timers.delete(timer)) timer.wake();
    },
  };
}

export function user(...content: HarnessContentBlock[]): HarnessMessage {
  return { role: 'user', content };
}

export function assistant({ uses }: Pick<Heard, 'uses'>): HarnessMessage {
  const content = uses.map(({ id, name, input }) => ({
    toolUse: { toolUseId: id, name, input: JSON.parse(input === '' ? '{}' : input) },
  }));
  return { role: 'assistant', content };
}

export function result(id: string, text: string): HarnessContentBlock.ToolResultMember {
  return { toolResult: { toolUseId: id, content: [{ text }], status: 'success' } };
}

async function listen(stream: AsyncIterable<InvokeHarnessStreamOutput> | readonly never[]): Promise<Heard> {
  const events: InvokeHarnessStreamOutput[] = [];
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    return hear(events, error);
  }
  return hear(events);
}

function hear(events: readonly InvokeHarnessStreamOutput[], thrown?: unknown): Heard {
  const uses: { id: string; name: string; input: string }[] = [];
  const results: { id: string; status: string; text: string }[] = [];
  let text = '';
  for (const { contentBlockStart, contentBlockDelta } of events) {
    const { toolUse, toolResult } = contentBlockStart?.start ?? {};
    if (toolUse !== undefined) uses.push({ id: String(toolUse.toolUseId), name: String(toolUse.name), input: '' });
    if (toolResult !== undefined) {
      results.push({ id: String(toolResult.toolUseId), status: String(toolResult.status), text: '' });
    }
    const delta = contentBlockDelta?.delta;
    text += delta?.text ?? '';
    const use = uses.at(-1);
    if (use !== undefined) use.input += delta?.toolUse?.input ?? '';
    const last = results.at(-1);
    if (last !== undefined)
      last.text += (delta?.toolResult ?? []).map((b) => b.text ?? JSON.stringify(b.json)).join('');
  }
  const stops = events.flatMap((event) => event.messageStop?.stopReason ?? []);
  const heard = { events, stops, text, uses, results };
  if (!(thrown instanceof Error)) return heard;
  const { name, message } = thrown;
  return { ...heard, error: { name, message, status: statusOf(thrown) } };
}

function statusOf(error: Error): number | undefined {
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The ids of an answer's calls, in the model's order; empty where there is none. */
export function ids(heard: Pick<Heard, 'uses'>): readonly [string, string, string] {
  const [a = '', b = '', c = ''] = heard.uses.map((use) => use.id);
  return [a, b, c];
}

/** The four combinations of the rules on which the service's documents differ. */
export const fourRules = (['kept', 'resend'] as const).flatMap((resume) =>
  (['together', 'one-at-a-time'] as const).map((handOff) => ({ resume, handOff })),
);
