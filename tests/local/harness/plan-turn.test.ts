import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAgentScript } from '../../../lib/local/harness/agent-script.ts';
import { withoutHooks } from '../../../lib/local/harness/hook-points.ts';
import type { InvokeMessage } from '../../../lib/local/harness/invoke-request.ts';
import { planTurn } from '../../../lib/local/harness/plan-turn.ts';
import { resolveRules } from '../../../lib/local/harness/rules.ts';
import { newSession, type SessionState } from '../../../lib/local/harness/session-state.ts';
import { fourRules } from './bench.ts';

const rounds = fc.array(fc.array(fc.constantFrom('c', 'h'), { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 3,
});

/** Calls named c1, h2, ...: c the client's, h the harness's; each response asks for one round of them. */
function scriptOf(calls: readonly (readonly string[])[]) {
  const names = calls.map((round, r) => round.map((kind, at) => `${kind}${r}${at}`));
  const tools = Object.fromEntries(
    names.flat().flatMap((name) => (name.startsWith('h') ? [[name, { text: `did ${name}` }]] : [])),
  );
  const dialogue = [...names.map((round) => ({ call: round })), { say: 'The end.' }];
  return { names, script: parseAgentScript(JSON.stringify({ agent: 'Any', tools, dialogue }), 'any.yaml') };
}

/** A client that does it right: it answers the pending call and the inline calls right after it, until nothing is owed. */
function converse(calls: readonly (readonly string[])[], settings: (typeof fourRules)[number]) {
  const { script, names } = scriptOf(calls);
  const rules = resolveRules(settings);
  const input = { rules, script, deployed: { inline: undefined, systemPrompt: '' }, recordings: new Map() };
  let session: SessionState = newSession({ harnessArn: 'arn', sessionId: 's', actorId: '' }, { script, now: 0 });
  let messages: InvokeMessage[] = [{ role: 'user', content: [{ text: 'Go' }] }];
  const streamed: string[] = [];
  const answered: string[] = [];
  for (let turn = 0; turn < 40; turn++) {
    const plan = withoutHooks(planTurn(session, { ...input, body: { messages } }));
    if (plan.kind !== 'stream') throw new Error('no stream');
    session = plan.session;
    const nameOf = new Map(session.round.map((call) => [call.toolUseId, call.name]));
    for (const { type, payload, frame } of plan.frames) {
      if (frame !== 'event') throw new Error(JSON.stringify(payload));
      const text = JSON.stringify(payload);
      if (type === 'contentBlockStart' && text.includes('"toolUse"'))
        streamed.push(/"name":"(\w+)"/.exec(text)?.[1] ?? '');
      if (type === 'contentBlockDelta' && text.includes('"toolResult"'))
        answered.push(/did (\w+)/.exec(text)?.[1] ?? '');
    }
    const stop = plan.frames.findLast((frame) => frame.type === 'messageStop')?.payload.stopReason;
    if (stop !== 'tool_use') return { names, streamed, answered, stop };
    const owed = streamed.filter((name) => !answered.includes(name));
    const split = owed.findIndex((name) => name.startsWith('h'));
    const batch = session.round.filter(({ name }) => owed.slice(0, split === -1 ? undefined : split).includes(name));
    messages = [
      { role: 'assistant', content: batch.map(({ toolUseId, name }) => ({ toolUse: { toolUseId, name, input: {} } })) },
      {
        role: 'user',
        content: batch.map(({ toolUseId }) => ({
          toolResult: { toolUseId, content: [{ text: `did ${nameOf.get(toolUseId)}` }] },
        })),
      },
    ];
  }
  throw new Error('the conversation does not end');
}

describe.each(fourRules)('whatever the model mixes, with $resume and $handOff', (settings) => {
  test('each call is streamed once and answered once, in the order of the model', () => {
    fc.assert(
      fc.property(rounds, (calls) => {
        const { names, streamed, answered, stop } = converse(calls, settings);
        expect(stop).toBe('end_turn');
        expect(streamed).toEqual(names.flat());
        expect(answered).toEqual(names.flat());
      }),
      { numRuns: 100 },
    );
  });
});

test('the same session and request give the same plan, to the byte', () => {
  const { script } = scriptOf([['h', 'c', 'h']]);
  const session = newSession({ harnessArn: 'arn', sessionId: 's', actorId: '' }, { script, now: 0 });
  const body = { messages: [{ role: 'user' as const, content: [{ text: 'Go' }] }] };
  const deployed = { inline: undefined, systemPrompt: '' };
  const input = { body, rules: resolveRules(), script, deployed, recordings: new Map() };
  const plan = () => withoutHooks(planTurn(session, input));
  expect(JSON.stringify(plan())).toBe(JSON.stringify(plan()));
});
