import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestDesk } from './desk.ts';
import { differenceOf, functionsOf, type OracleCase } from './oracle-case.ts';

const file = '../shared/oracle/stepfunctions.json';
const cases: readonly OracleCase[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : [];

const known: Readonly<Record<string, string>> = {};

test.skipIf(cases.length === 0)(
  `what AWS answered in ${file} is what this Step Functions answers`,
  { timeout: 60_000 },
  async () => {
    const tokens = cases.map((): string[] => []);
    const desk = await openTestDesk(functionsOf(cases, (index, token) => tokens[index]?.push(token)));
    const differences = await Promise.all(
      cases.map((one, index) => differenceOf(desk, { one, index, tokens: tokens[index] ?? [] }).catch(String)),
    );
    await desk.remove();
    for (const [i, d] of differences.entries()) if (d) console.log(cases[i]?.id, '\n   ', d);
    expect(desk.faults).toEqual([]);
  },
);
