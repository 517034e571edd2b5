import { describe, expect, test } from 'vitest';
import { type Bench, bench } from '../support/bench.ts';
import { gateFile } from '../support/gate-files.ts';
import { resultsIn, scriptedHarness } from '../support/scripted-harness.ts';
import { calling, ending, type SaidCall } from '../support/stream.ts';

const text = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
};

const gate = gateFile({
  tools: {
    ask_colour: {
      description: 'Asks which colour.',
      effect: 'read',
      question: true,
      inputSchema: text,
      rule: { ask: { approvers: ['morgan', 'alex'], deadline: '1h' } },
    },
    paint: {
      description: 'Paints.',
      inputSchema: text,
      requires: ['ask_colour'],
      anchors: [{ at: '/text' }],
      rule: { ask: { approvers: ['morgan'], deadline: '1h' } },
    },
  },
});

const question: SaidCall = { id: 'c1', tool: 'ask_colour', input: { text: 'Which colour?' } };

async function asking(): Promise<Bench> {
  const paint: SaidCall = { id: 'c2', tool: 'paint', input: { text: 'sea green' } };
  const made = bench({ gate, harness: scriptedHarness([calling(question), calling(paint), ending('Done.', 'c2')]) });
  expect(await made.drive()).toMatchObject({ kind: 'waiting' });
  return made;
}

describe("a question of the agent's", () => {
  test('is answered in the words of one person, which are the result and are said to be theirs', async () => {
    const made = await asking();
    const words = 'Sea green.\nNothing darker, "please".';
    expect(await made.decide('answer', { call: 'c1', comment: words })).toMatchObject({
      kind: 'recorded',
      call: { wants: 'words', standing: { kind: 'closed', outcome: 'answered', by: [{ id: 'morgan' }] } },
    });
    await made.drive();
    expect(resultsIn(made.harness.requests[1])).toMatchObject([
      { status: 'success', said: { outcome: 'answered', answer: words, decidedBy: ['morgan'] } },
    ]);
  });

  test('is a call with success for tools that require it, and its answer counts as words of the request', async () => {
    const made = await asking();
    await made.decide('answer', { call: 'c1', comment: 'Sea green.' });
    expect(await made.drive()).toMatchObject({ kind: 'waiting' });
    expect((await made.run()).calls[1]?.policy).toMatchObject({ decision: 'ask', rule: 'tools.paint.rule' });
  });

  test('offers an answer and a rejection, and nothing else can be said to it', async () => {
    const made = await asking();
    expect((await made.run()).calls[0]?.requested?.offers).toEqual(['answer', 'reject']);
    for (const verdict of ['approve', 'edit', 'revise'] as const)
      expect(await made.decide(verdict, { call: 'c1', comment: 'Green.' })).toMatchObject({ kind: 'not-offered' });
    expect(await made.decide('answer', { call: 'c1' })).toMatchObject({ kind: 'words-needed' });
    expect((await made.run()).calls[0]?.verdicts).toEqual([]);
  });

  test('may be turned down with a reason, and what requires its answer is refused', async () => {
    const made = await asking();
    await made.decide('reject', { call: 'c1', comment: 'Do not ask me.' });
    await made.drive();
    expect(resultsIn(made.harness.requests[1])).toMatchObject([
      { said: { outcome: 'rejected', reason: 'Do not ask me.' } },
    ]);
    expect((await made.run()).calls[1]?.policy?.rule).toBe('tools.paint.requires');
  });

  test('takes the first answer, and keeps the second as evidence', async () => {
    const made = await asking();
    await made.decide('answer', { call: 'c1', comment: 'Green.' });
    const second = await made.decide('answer', { call: 'c1', as: 'alex@example.com', comment: 'Red.' });
    expect(second).toMatchObject({ kind: 'decided-already' });
    expect((await made.run()).setAside).toMatchObject([{ approverId: 'alex', verdict: 'answer' }]);
    await made.drive();
    expect(JSON.stringify(resultsIn(made.harness.requests[1]))).not.toContain('Red.');
  });

  test('whose answer was erased before the agent heard it is not answered with success', async () => {
    const made = await asking();
    await made.decide('answer', { call: 'c1', comment: 'Green.' });
    const [verdict] = (await made.run()).calls[0]?.verdicts ?? [];
    if (verdict?.comment !== undefined) made.contents.erase(made.runId, verdict.comment.contentId);
    await made.drive();
    expect(resultsIn(made.harness.requests[1])).toMatchObject([{ status: 'error', said: { outcome: 'answered' } }]);
  });
});
