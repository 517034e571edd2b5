import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { writeEndpoints } from '../../bin/serve-local.ts';
import { approve } from '../support/local-page.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { deskCli } from './desk-cli.ts';

const prompt = 'Buy a standing desk for 480 US dollars.';
const gatePath = 'examples/purchase/gate.yaml';

const startedRun = z.object({ runId: z.string(), executionArn: z.string() });
const openRequests = z.object({
  requests: z.array(z.object({ runId: z.string(), requestId: z.string(), tool: z.string() })),
});

/** The command line against the desk of the example purchase, among runs of others. */
export function localGateTests(stack: () => LocalStack): void {
  const scratch = mkdtempSync(join(tmpdir(), 'cli-'));
  beforeAll(() => {
    writeEndpoints(stack().directory, { ...stack().endpoints, deskUrl: 'http://127.0.0.1:1' });
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  const countersign = (...words: readonly string[]) => deskCli(stack().directory)(...words);

  test('a run is started, seen waiting, and told, verified and exported after it has ended', async () => {
    const started = await countersign('run', '--claimed', '--prompt', prompt, '--requester', 'dana', '--json');
    expect(started).toMatchObject({ code: 0, errors: '' });
    const run = startedRun.parse(JSON.parse(started.text));
    const link = await stack().openLink({ ...run, runId: run.runId as Parameters<LocalStack['end']>[0]['runId'] });

    const open = openRequests.parse(JSON.parse((await countersign('requests', '--open', '--json')).text));
    const [request, ...more] = open.requests.filter(({ runId }) => runId === run.runId);
    expect(more).toEqual([]);
    expect((await countersign('show', run.executionArn)).text).toContain(request?.requestId ?? 'a request of this run');
    expect((await countersign('runs')).text).toContain(`${run.runId}  waiting`);

    await approve(link);
    await vi.waitFor(async () => expect((await countersign('show', run.runId)).text).toContain(`${run.runId}  done`), {
      timeout: 20_000,
    });
    expect((await countersign('audit', 'show', run.runId)).text).toContain('The run ended: done');
    expect(await countersign('audit', 'verify', run.runId)).toMatchObject({ code: 0 });

    const file = join(scratch, 'all.jsonl');
    expect(await countersign('audit', 'export', '--all', '--contents', '--out', file)).toMatchObject({ code: 0 });
    const checked = await countersign('audit', 'verify', '--file', file);
    expect(checked).toMatchObject({ code: 0, errors: '' });
    expect(checked.text).toContain(`${run.runId} holds.`);
  });

  test('--wait ends with the execution of an input that cannot start a run', async () => {
    const { code, errors } = await countersign('run', '--claimed', '--prompt', 'x', '--requester', 'a\nb', '--wait');
    expect(code).toBe(1);
    expect(errors).toContain('Countersign.BadStart');
  });

  test('the doctor says of a desk what it looked at, and what is not there to look at', async () => {
    const { code, text } = await countersign('doctor', gatePath);
    expect(code).toBe(0);
    expect(text).toMatch(/^- .*mail\.sandbox: not checked \(a desk delivers no mail/m);
    expect(text).toMatch(/^ok +page: .* answers$/m);
  });

  test('a folder without a desk is told with what to do, and ends with 4', async () => {
    const { code, errors } = await deskCli(scratch)('runs');
    expect([code, errors]).toEqual([4, expect.stringContaining('Start the local desk first')]);
  });
}
