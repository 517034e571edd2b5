import { describe, expect, test } from 'vitest';
import { bench, execution } from '../support/bench.ts';
import type { FakeCourier } from '../support/fakes.ts';
import { gateFile } from '../support/gate-files.ts';
import { scriptedHarness } from '../support/scripted-harness.ts';
import { buying, calling, ending, type SaidCall } from '../support/stream.ts';
import { type Around, countersign } from './host.ts';
import { waitingRun } from './waiting-run.ts';

const recorded = { answer: { status: 200, body: { kind: 'recorded' } } };

const gate = gateFile({
  groups: { leads: ['alex'] },
  tools: {
    ask_colour: {
      description: 'Asks which colour.',
      question: true,
      inputSchema: { type: 'object' },
      rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
    },
    pay: {
      description: 'Pays.',
      inputSchema: { type: 'object' },
      rule: {
        ask: {
          approvers: ['morgan', 'sam'],
          notify: ['morgan', 'kim'],
          remind: ['30m'],
          escalate: { after: '40m', to: ['leads'] },
          veto: false,
          deadline: '1h',
        },
      },
    },
  },
  approvers: {
    morgan: { name: 'Morgan', mail: 'morgan@example.com' },
    alex: { name: 'Alex', mail: 'alex@example.com' },
    kim: { name: 'Kim', mail: 'kim@example.com' },
    sam: { name: 'Sam', mail: 'sam@example.com', iam: 'arn:aws:iam::123456789012:role/sam' },
  },
});

/** A run that waits over this gate, as a command finds it. */
async function waiting(...calls: readonly SaidCall[]) {
  return waitingWith(() => undefined, ...calls);
}

async function waitingWith(answer: Parameters<FakeCourier['answerWith']>[0], ...calls: readonly SaidCall[]) {
  const made = bench({ gate, harness: scriptedHarness([calling(...calls), ending('Well.')]) });
  made.courier.answerWith(answer);
  const rest = await made.drive();
  if (rest.kind !== 'waiting') throw new Error(`The run does not wait: ${JSON.stringify(rest)}`);
  const { runId, contents, ledger, clock } = made;
  const { executionArn, executionStartedAt: startedAt } = execution;
  const ports: Around = {
    ledger,
    contents,
    now: clock.now,
    known: [{ executionArn, runId, status: 'RUNNING', startedAt }],
  };
  return { made, requestId: rest.requestId, ports };
}

const question: SaidCall = { id: 'c1', tool: 'ask_colour', input: { text: 'Which colour?' } };

describe('countersign revise', () => {
  test('sends the instructions, and without any it sends nothing', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const bare = await countersign(['revise', requestId], { ...ports, typed: 'y' });
    expect([bare.code, bare.posted, bare.questions]).toEqual([2, [], []]);
    expect(bare.errors).toContain('revise without --comment; allowed: --comment with what the agent is to do instead');
    const sent = await countersign(['revise', requestId, '--comment', 'Two.'], { ...ports, ...recorded, typed: 'y' });
    expect(sent.code).toBe(0);
    expect(sent.questions).toEqual([expect.stringContaining('Send this call back with these instructions?')]);
    expect(sent.posted).toMatchObject([{ path: '/verdicts', body: { verdict: 'revise', comment: 'Two.' } }]);
  });
});

describe('countersign answer', () => {
  test("sends the words as the answer to a question of the agent's", async () => {
    const { ports, requestId } = await waiting(question);
    const { code, posted, text } = await countersign(['answer', requestId, 'Sea green.'], {
      ...ports,
      ...recorded,
      typed: 'y',
    });
    expect(code).toBe(0);
    expect(text).toContain('Which colour?');
    expect(posted).toMatchObject([{ body: { verdict: 'answer', comment: 'Sea green.', toolUseId: 'c1' } }]);
  });

  test('"end" is as good an answer as any to a question that is not about the run', async () => {
    const { ports, requestId } = await waiting(question);
    const { posted } = await countersign(['answer', requestId, 'end'], { ...ports, ...recorded, typed: 'y' });
    expect(posted).toMatchObject([{ body: { verdict: 'answer', comment: 'end' } }]);
  });

  test.each<[string, readonly string[], string]>([
    ['no words', [' '], 'answer without words'],
    ['a comment beside them', ['Green.', '--comment', 'x'], '--comment beside an answer'],
  ])('with %s nothing is sent', async (_, words, why) => {
    const { ports, requestId } = await waiting(question);
    const { code, posted, errors } = await countersign(['answer', requestId, ...words], { ...ports, typed: 'y' });
    expect([code, posted]).toEqual([2, []]);
    expect(errors).toContain(why);
  });

  test('of several open calls it wants to know which, since one answer is to one question', async () => {
    const { ports, requestId } = await waiting(question, { ...question, id: 'c2', input: { text: 'And the trim?' } });
    const both = await countersign(['answer', requestId, 'Green.'], { ...ports, typed: 'y' });
    expect([both.code, both.posted]).toEqual([2, []]);
    expect(both.errors).toContain('--call with one of c1, c2');
  });

  test('is no answer to a call that asks for an approval', async () => {
    const { ports, requestId } = await waitingRun(buying('c1'));
    const { code, posted, errors } = await countersign(['answer', requestId, 'continue'], { ...ports, typed: 'y' });
    expect([code, posted]).toEqual([2, []]);
    expect(errors).toContain('continue is no answer to this request; allowed: countersign approve, reject, revise');
  });
});

describe('what waits', () => {
  const pay: SaidCall = { id: 'c1', tool: 'pay', input: { amount: 5 } };

  test('is told with who was asked and told, who may not decide, what can be said, and what comes next', async () => {
    const { ports, requestId } = await waiting(pay);
    const { text, code } = await countersign(['pending'], ports);
    expect(code).toBe(0);
    expect(text.split('\n').slice(1)).toEqual([
      '    morgan: may decide, their notice was sent',
      '    kim: is told, and may not decide, their notice was sent',
      '    sam: asked for the run, and may not decide for that reason',
      '    1 hour left to approve, reject, revise',
      '    reminder at 2026-03-02T09:30:00.000Z',
      '    escalation at 2026-03-02T09:40:00.000Z to alex',
    ]);
    const { text: shown } = await countersign(['show', execution.executionArn], ports);
    expect(shown).toContain('morgan: may decide, their notice was sent');
    expect(shown).toContain(
      `It waits for people: countersign approve ${requestId}, or reject ${requestId}, or revise ${requestId} --comment TEXT.`,
    );
  });

  test('says of a request what can be said as JSON as well', async () => {
    const { ports } = await waiting(pay);
    const { json } = await countersign(['pending', '--json'], ports);
    expect(json()).toMatchObject({
      requests: [
        {
          offers: ['approve', 'reject', 'revise'],
          who: [
            { id: 'morgan', role: 'decides', notice: 'sent' },
            { id: 'kim', role: 'informed' },
          ],
          requesters: ['sam'],
          no: 'majority',
          secondsLeft: 3600,
          stages: [{ kind: 'reminder' }, { kind: 'escalation', to: ['alex'] }],
        },
      ],
    });
  });

  test('is told by the report with who was only told, who may not decide and how a no counts', async () => {
    const { ports } = await waiting(pay);
    const { text } = await countersign(['report', execution.executionArn], ports);
    expect(text).toContain('Only told           kim');
    expect(text).toContain('May not decide      sam, who asked for the run');
    expect(text).toContain('A no                of one person did not decide');
    expect(text).not.toContain('Not reached');
  });

  test('names whom no notice reached', async () => {
    const { ports } = await waitingWith(
      (to) => (to.startsWith('kim') ? { kind: 'failed', error: 'MessageRejected', again: 'given-up' } : undefined),
      pay,
    );
    expect((await countersign(['pending'], ports)).text).toContain('may not decide, their notice could NOT be sent');
    const { text } = await countersign(['report', execution.executionArn], ports);
    expect(text).toContain('Not reached         kim (the notice could not be sent)');
  });
});
