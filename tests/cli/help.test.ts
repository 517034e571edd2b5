import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exitCodes } from '../../lib/cli/exit-codes.ts';
import { countersign } from './host.ts';

const page = readFileSync('docs/cli.md', 'utf8');

/** The commands below one, as its help lists them. */
async function commandsOf(words: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { text } = await countersign([...words, '--help']);
  const listed = text.slice(text.indexOf('Commands:')).split('\n');
  const names = text.includes('Commands:') ? listed.flatMap((line) => /^ {2}([a-z]+) /.exec(line)?.[1] ?? []) : [];
  const own = names.filter((name) => name !== 'help').map((name) => [...words, name]);
  return own.length === 0 ? [words] : (await Promise.all(own.map(commandsOf))).flat();
}

describe('the page of the command line', () => {
  test('has every command with every option', async () => {
    const commands = await commandsOf([]);
    expect(commands.length).toBeGreaterThan(12);
    for (const words of commands) {
      expect(page).toContain(`\`${words.join(' ')}`);
      const { text } = await countersign([...words, '--help']);
      const options = [...text.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map(([, option = '']) => option);
      for (const option of options.filter((one) => one !== '--help')) expect(page, words.join(' ')).toContain(option);
    }
  });

  test('has every exit code', () => {
    for (const code of Object.values(exitCodes)) expect(page).toMatch(new RegExp(`^\\| ${code} \\| `, 'm'));
  });
});
