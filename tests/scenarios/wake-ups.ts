import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/local-eventually.ts';
import { approve } from '../support/local-page.ts';
import type { StartedRun } from '../support/local-runs.ts';
import type { LocalStack } from '../support/local-stack.ts';

const access = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

const prompt = 'Buy a standing desk for 480 US dollars.';

/** Forged wake-ups, and where the tokens for them are. */
export function wakeUpScenarios(stack: () => LocalStack): void {
  let sfn: SFNClient;
  beforeAll(() => {
    sfn = new SFNClient({ ...access, endpoint: stack().endpoints.endpoints.states });
  });

  describe('a success that was forged with a token from the history', () => {
    let run: StartedRun;
    let link: string;
    beforeAll(async () => {
      run = await stack().start(prompt);
      link = await stack().openLink(run);
    });

    test.each([
      ['nothing', '{}'],
      ['a verdict', '{"verdict":"approve","outcome":"approved","approved":true}'],
      ['what Advance answers', '{"next":"done","output":{"outcome":"done"}}'],
      ['a text', '"approved"'],
      ['null', 'null'],
    ])('and carries %s makes the run look and wait again, and nobody is asked again', async (_what, output) => {
      const known = (await tokens(stack(), run)).length;
      const [before, mails] = [await stack().stored(run), (await stack().mails()).length];
      const taskToken = await newToken(stack(), run, known - 1);
      await sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
      expect(await newToken(stack(), run, known)).not.toBe(taskToken);
      // A token wakes once: the old one is of no more use.
      const again = sfn.send(new SendTaskSuccessCommand({ taskToken, output }));
      await expect(again).rejects.toMatchObject({ name: 'TaskTimedOut' });
      expect(await stack().stored(run)).toEqual(before);
      expect(await stack().mails()).toHaveLength(mails);
    });

    test('leaves the approval to the approver, by the link that he was sent first', async () => {
      await approve(link);
      expect((await stack().end(run)).output).toMatchObject({ outcome: 'done', turns: 2 });
      // A second mail could come after the looks above; by now it would be here.
      expect(await stack().entries(run, 'notice.sent')).toHaveLength(1);
      expect((await stack().mails()).filter((mail) => mail.link !== link)).toEqual([]);
    });
  });

  test('a forged failure pauses the run, asks nobody again, and loses no verdict that comes meanwhile', async () => {
    const run = await stack().start(prompt);
    const link = await stack().openLink(run);
    const mails = (await stack().mails()).length;
    await sfn.send(
      new SendTaskFailureCommand({
        taskToken: await newToken(stack(), run, 0),
        error: 'Countersign.Error',
        cause: 'forged',
      }),
    );
    await eventually('the pause', async () => ((await stack().states(run)).at(-1) === 'Pause' ? true : undefined));
    await approve(link);
    await stack().advance(31_000);
    expect((await stack().end(run)).output).toMatchObject({ outcome: 'done', turns: 2 });
    expect(await stack().mails()).toHaveLength(mails);
  });

  test('no task token and no link secret is anywhere but where it has to be', async () => {
    const run = await stack().start(prompt);
    const link = await stack().openLink(run);
    const secret = link.slice(link.lastIndexOf('/') + 1);
    await sfn.send(new SendTaskSuccessCommand({ taskToken: await newToken(stack(), run, 0), output: '{}' }));
    const taskTokens = [...(await tokens(stack(), run)), await newToken(stack(), run, 1)];
    await approve(link);
    await stack().end(run);
    // The states directory is Step Functions itself; LevelDB's files are looked at table by table below.
    const holders = [
      ...filesOf(stack().directory, (name) => !/^(dynamodb|states|mails\.jsonl)/.test(name)),
      ...(await tableTexts(stack(), ['audit', 'contents'])),
    ];
    expect(holders.length).toBeGreaterThan(5);
    for (const { name, text } of holders) {
      expect([name, taskTokens.filter((token) => holds(text, token)), holds(text, secret)]).toEqual([name, [], false]);
    }
    const mails = filesOf(stack().directory, (name) => name === 'mails.jsonl');
    expect(mails.map(({ text }) => [holds(text, secret), taskTokens.some((token) => holds(text, token))])).toEqual([
      [true, false],
    ]);
    const states = filesOf(stack().directory, (name) => name.startsWith('states'));
    expect(states.filter(({ text }) => holds(text, secret))).toEqual([]);
    const operational = await tableTexts(stack(), ['operational']);
    expect(operational.filter(({ text }) => holds(text, secret))).toEqual([]);
    expect(operational.some(({ text }) => text.includes(taskTokens[0] ?? 'none'))).toBe(true);
  });
}

/** The tokens as whoever may read execution histories finds them, oldest first. */
async function tokens(stack: LocalStack, run: StartedRun): Promise<readonly string[]> {
  const scheduled = (await stack.history(run)).flatMap((event) => event.taskScheduledEventDetails?.parameters ?? []);
  return scheduled.flatMap((parameters) => JSON.parse(parameters).Payload?.taskToken ?? []);
}

async function newToken(stack: LocalStack, run: StartedRun, known: number): Promise<string> {
  return eventually(`token ${known + 1}`, async () => (await tokens(stack, run))[known]);
}

interface Holder {
  readonly name: string;
  readonly text: string;
}

function holds(text: string, secret: string): boolean {
  const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').replaceAll('=', '')];
  return spellings.some((spelling) => text.includes(spelling));
}

function filesOf(directory: string, wanted: (name: string) => boolean): readonly Holder[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, name: path.slice(directory.length + 1) }))
    .filter(({ name }) => wanted(name))
    .map(({ path, name }) => ({ name, text: readFileSync(path, 'latin1') }));
}

async function tableTexts(
  stack: LocalStack,
  tables: readonly (keyof LocalStack['endpoints']['tables'])[],
): Promise<readonly Holder[]> {
  const dynamodb = new DynamoDBClient({ ...access, endpoint: stack.endpoints.endpoints.dynamodb });
  const scans = tables.map(async (table) => {
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName: stack.endpoints.tables[table] }));
    return Items.map((item) => ({
      name: table,
      text: Object.values(item)
        .map(({ S, N, B }) => S ?? N ?? Buffer.from(B ?? []).toString('latin1'))
        .join('\n'),
    }));
  });
  return (await Promise.all(scans)).flat();
}
