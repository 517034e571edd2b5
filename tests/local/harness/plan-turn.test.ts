import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';
import { type Hooked, type HookQuestion, withoutHooks } from '../../../lib/local/harness/hook-points.ts';
import type { InvokeMessage } from '../../../lib/local/harness/invoke-request.ts';
import { planTurn } from '../../../lib/local/harness/plan-turn.ts';
import { resolveRules } from '../../../lib/local/harness/rules.ts';
import { newSession, type RoundCall, type SessionState } from '../../../lib/local/harness/session-state.ts';
import type { TurnPlan } from '../../../lib/local/harness/turn-draft.ts';
import { fourRules } from './bench.ts';

const rounds = fc.array(fc.array(fc.constantFrom('c', 'h'), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 3,
});
const byName = fc.func<[string], boolean>(fc.boolean()).map((denies) => (name: string) => denies(name));
const denials = fc.record({ before: byName, after: byName });

type Rounds = readonly (readonly string[])[];
type Settings = (typeof fourRules)[number];
/** Whether the hook denies the call of that name, before it or after it. */
type Denials = { readonly before: (name: string) => boolean; readonly after: (name: string) => boolean };
const none: Denials = { before: () => false, after: () => false };

/** Calls named c1, h2, ...: c the client's, h the harness's; each response asks for one round of them. */
function scriptOf(calls: Rounds) {
  const names = calls.map((round, r) => round.map((kind, at) => `${kind}${r}${at}`));
  const own = names.flat().filter((name) => name.startsWith('h'));
  const tools = Object.fromEntries(own.map((name) => [name, { text: `did ${name}` }]));
  const dialogue = [...names.map((round) => ({ call: round })), { say: 'The end.' }];
  return {
    names: names.flat(),
    script: parseAgentScript(JSON.stringify({ agent: 'Any', tools, dialogue }), 'any.yaml'),
  };
}

/** A client that does it right: it answers the pending call and the inline calls right after it, until nothing is owed. */
function converse(calls: Rounds, settings: Settings, denies = none) {
  const { script, names } = scriptOf(calls);
  const input = { rules: resolveRules(settings), script, deployed: { inline: undefined, systemPrompt: '' } };
  let session: SessionState = newSession({ harnessArn: 'arn', sessionId: 's', actorId: '' }, { script, now: 0 });
  let messages: readonly InvokeMessage[] = [said('Go')];
  const heard = { streamed: new Map<string, string>(), answered: [] as string[], sent: new Set<string>() };
  const asked: string[] = [];
  for (let turn = 0; turn < 60; turn++) {
    const work = planTurn(session, { ...input, recordings: new Map(), body: { messages: [...messages] } });
    const plan = decided(work, ({ event, context }) => {
      const name = String(context.toolName);
      if (event.endsWith('tool_call')) asked.push(`${event.startsWith('before') ? 'before' : 'after'} ${name}`);
      return event === 'before_tool_call' ? denies.before(name) : event === 'after_tool_call' && denies.after(name);
    });
    session = plan.session;
    const stop = listen(plan, heard);
    if (stop === 'end_turn') return { ...heard, names, streamed: [...heard.streamed.values()], asked, stop };
    const batch = stop === 'tool_use' ? owedNow(session) : [];
    for (const { name } of batch) heard.sent.add(name);
    messages = stop === 'hook_stopped' ? [said('Go on')] : answering(batch);
  }
  throw new Error('the conversation does not end');
}

/** Drives a plan with one hook on every event. */
function decided(work: Hooked<TurnPlan>, denies: (question: HookQuestion) => boolean) {
  let step = work.next([]);
  while (step.done !== true) {
    const decision = denies(step.value) ? 'deny' : 'allow';
    step = work.next([{ hookEventId: 'h', name: 'guard', decision, reason: 'not here' }]);
  }
  if (step.value.kind !== 'stream') throw new Error('no stream');
  return step.value;
}

type StreamPlan = ReturnType<typeof decided>;

function listen(plan: StreamPlan, heard: { readonly streamed: Map<string, string>; readonly answered: string[] }) {
  for (const { type, payload, frame } of plan.frames) {
    if (frame !== 'event') throw new Error(JSON.stringify(payload));
    if (type !== 'contentBlockStart') continue;
    const text = JSON.stringify(payload);
    const id = /"toolUseId":"([\w-]+)"/.exec(text)?.[1] ?? '';
    if (text.includes('"toolUse"')) heard.streamed.set(id, /"name":"(\w+)"/.exec(text)?.[1] ?? '');
    else heard.answered.push(heard.streamed.get(id) ?? `unknown ${id}`);
  }
  return plan.frames.findLast(({ type }) => type === 'messageStop')?.payload.stopReason;
}

/** What the client may answer in one message: the pending call and what follows it up to a call of the harness's. */
function owedNow({ round }: SessionState): readonly RoundCall[] {
  const open = round.filter((call) => call.result === undefined);
  const split = open.findIndex(({ name }) => name.startsWith('h'));
  return open.slice(0, split === -1 ? undefined : split);
}

function said(text: string): InvokeMessage {
  return { role: 'user', content: [{ text }] };
}

function answering(batch: readonly RoundCall[]): readonly InvokeMessage[] {
  return [
    { role: 'assistant', content: batch.map(({ toolUseId, name }) => ({ toolUse: { toolUseId, name, input: {} } })) },
    {
      role: 'user',
      content: batch.map(({ toolUseId, name }) => ({ toolResult: { toolUseId, content: [{ text: `did ${name}` }] } })),
    },
  ];
}

describe.each(fourRules)('whatever the model mixes, with $resume and $handOff', (settings) => {
  test('each call is streamed once and answered once, in the order of the model', () => {
    fc.assert(
      fc.property(rounds, (calls) => {
        const { names, streamed, answered } = converse(calls, settings);
        expect(streamed).toEqual(names);
        expect(answered).toEqual(names);
      }),
      { numRuns: 100 },
    );
  });

  test('and whatever hooks deny, each call is answered once, and asked about once or skipped by a stop', () => {
    fc.assert(
      fc.property(rounds, denials, (calls, denies) => {
        const { names, streamed, answered, asked } = converse(calls, settings, denies);
        expect(streamed).toEqual(names);
        expect(answered.toSorted()).toEqual(names.toSorted());
        expect(new Set(asked).size).toBe(asked.length);
        for (const name of names.filter(denies.before)) expect(asked).not.toContain(`after ${name}`);
      }),
      { numRuns: 100 },
    );
  });
});

test.each(['kept', 'resend'] as const)("what hooks deny is never the client's to answer, resume %s", (resume) => {
  fc.assert(
    fc.property(rounds, denials, (calls, { before }) => {
      const { names, asked, sent } = converse(calls, { resume, handOff: 'together' }, { ...none, before });
      expect(asked.filter((question) => question.startsWith('before'))).toEqual(names.map((name) => `before ${name}`));
      expect([...sent].filter(before)).toEqual([]);
      expect([...sent]).toEqual(names.filter((name) => name.startsWith('c') && !before(name)));
    }),
    { numRuns: 100 },
  );
});

test('the same session and request give the same plan, to the byte', () => {
  const { script } = scriptOf([['h', 'c', 'h']]);
  const session = newSession({ harnessArn: 'arn', sessionId: 's', actorId: '' }, { script, now: 0 });
  const deployed = { inline: undefined, systemPrompt: '' };
  const input = { body: { messages: [said('Go')] }, rules: resolveRules(), script, deployed, recordings: new Map() };
  const plan = () => withoutHooks(planTurn(session, input));
  expect(JSON.stringify(plan())).toBe(JSON.stringify(plan()));
});
