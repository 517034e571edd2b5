import { describe, expect, test } from 'vitest';
import type { RoutePath } from '../../lib/cli/ports.ts';
import type { Json } from '../../lib/core/canonical-json.ts';
import { operate } from '../../lib/gate/operate.ts';
import { pay, payingBy, payingGate } from '../gate/edit-bench.ts';
import { oneInvocation } from '../support/bench.ts';
import { countersign } from './host.ts';
import { waitingAt } from './waiting-run.ts';

const approvers = {
  morgan: { name: 'Morgan Reyes', mail: 'morgan@example.com', iam: 'arn:aws:iam::123456789012:role/morgan' },
  alex: { name: 'Alex Kim', mail: 'alex@example.com' },
};

/** A command line whose signed route is the gate's own, and who signs is Morgan. */
async function paying(...amounts: readonly number[]) {
  const made = await payingBy(payingGate({}, { approvers }), amounts);
  const { ports, requestId } = await waitingAt(made);
  const route = async (path: RoutePath, body: Json) => {
    const userArn = 'arn:aws:sts::123456789012:assumed-role/morgan/laptop';
    return operate(oneInvocation(made.ports), { path, userArn, body: JSON.stringify(body) });
  };
  return { made, requestId, ports: { ...ports, route } };
}

describe('countersign edit', () => {
  test('shows each change before it asks, and what was made of the call is approved and runs', async () => {
    const { made, requestId, ports } = await paying(80);
    const words = ['edit', requestId, '--input', JSON.stringify(pay(60, 'Lund Ltd')), '--comment', 'Less.'];
    const { code, text, questions } = await countersign(words, { ...ports, typed: 'y' });
    expect(code).toBe(0);
    expect(text).toContain('Changes, all of them:\n  /amount: 80 -> 60\n  /to: "Ystad Ltd" -> "Lund Ltd"');
    expect(text).toContain('The verdict is recorded: edit.');
    expect(questions).toEqual([expect.stringContaining('Approve this call with these changes?')]);
    await made.drive();
    expect(made.executors.invoked).toMatchObject([{ payload: { input: pay(60, 'Lund Ltd') } }]);
  });

  test('reads the arguments from a file', async () => {
    const { made, requestId, ports } = await paying(80);
    const files = { 'less.json': '{\n  "to": "Ystad Ltd",\n  "amount": 60\n}\n' };
    const words = ['edit', requestId, '--input', 'less.json', '--yes'];
    expect(await countersign(words, { ...ports, files })).toMatchObject({ code: 0 });
    expect((await made.run()).calls[0]).toMatchObject({ closed: { outcome: 'approved-with-edits' } });
  });

  test.each<[string, string, string]>([
    ['no JSON', '{"to": "Ystad Ltd", "amount": 06}', '/amount'],
    ['what it was', '{"amount": 80.0, "to": "Ystad Ltd"}', 'nothing was changed'],
  ])('sends nothing that is %s', async (_, input, why) => {
    const { made, requestId, ports } = await paying(80);
    const printed = await countersign(['edit', requestId, '--input', input], { ...ports, typed: 'y' });
    expect(printed).toMatchObject({ code: 2, questions: [] });
    expect(printed.errors).toContain(why);
    expect((await made.run()).calls[0]?.edits).toBeUndefined();
  });

  test('sends nothing where something else than y is typed', async () => {
    const { made, requestId, ports } = await paying(80);
    const words = ['edit', requestId, '--input', JSON.stringify(pay(60))];
    expect(await countersign(words, { ...ports, typed: 'n' })).toMatchObject({ code: 1 });
    expect((await made.run()).calls[0]?.edits).toBeUndefined();
  });

  test('says why the rules refuse what it would make', async () => {
    const { requestId, ports } = await paying(80);
    const words = ['edit', requestId, '--input', JSON.stringify(pay(1100))];
    const { code, errors } = await countersign(words, { ...ports, typed: 'y' });
    expect(code).toBe(1);
    expect(errors.replaceAll(/\s+\| /g, ' ')).toContain('Nobody pays that much here.');
  });

  test('leaves what others still have to say to them: they are shown who changed what before they answer', async () => {
    const { made, requestId, ports } = await paying(500);
    const words = ['edit', requestId, '--input', JSON.stringify(pay(600)), '--yes'];
    expect(await countersign(words, ports)).toMatchObject({ code: 0 });
    const shown = await countersign(['approve', requestId], { ...ports, typed: 'n' });
    expect(shown.text).toContain('Changed    by morgan');
    expect(shown.text).toContain('/amount: 500 -> 600');
    const { text } = await countersign(['show', made.runId], ports);
    expect(text).toContain('changed by morgan');
  });

  test('wants to know which call, since arguments belong to one', async () => {
    const { requestId, ports } = await paying(80, 90);
    const words = ['edit', requestId, '--input', JSON.stringify(pay(60))];
    expect(await countersign(words, { ...ports, typed: 'y' })).toMatchObject({ code: 2, questions: [] });
    expect(await countersign([...words, '--call', 'c2'], { ...ports, typed: 'y' })).toMatchObject({ code: 0 });
  });
});
