import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { movableClock } from '../../../lib/local/clock.ts';
import { openDeskOn } from './desk.ts';
import { differenceOf, functionsOf, type OracleCase } from './oracle-case.ts';

const file = '../shared/oracle/stepfunctions.json';
const present = existsSync(file);
if (!present) console.log(`SKIPPED: ${file} is not here, so the recorded executions of AWS are not checked`);
const cases: readonly OracleCase[] = present ? JSON.parse(readFileSync(file, 'utf8')).cases : [];

// Status, output and error of these agree. Their tests sorted the events of a Parallel state before comparing, and the
// sorting wrote over the event before ParallelStateExited: the nested one has two states entered and one exited.
const lostEvent = 'the recording lost the ParallelStateSucceeded or -Failed that AWS writes before ParallelStateExited';
const known: Readonly<Record<string, string>> = {
  'assign/test_assign_base:test_base_parallel_cases[BASE_SCOPE_PARALLEL]@jsonata': lostEvent,
  'scenarios/test_base_scenarios:test_parallel_state[PARALLEL_STATE]@jsonata': lostEvent,
  'scenarios/test_base_scenarios:test_parallel_state[PARALLEL_STATE_PARAMETERS]@jsonata': lostEvent,
  'scenarios/test_base_scenarios:test_parallel_state_nested@jsonata': lostEvent,
  'scenarios/test_base_scenarios:test_parallel_state_order@jsonata': lostEvent,
  'states_variables/test_error_output:test_parallel_catch_error[PARALLEL_CATCH_ERROR_OUTPUT]': lostEvent,
  'states_variables/test_error_output:test_parallel_catch_error[PARALLEL_CATCH_ERROR_OUTPUT_WITH_RETRY]': lostEvent,
  'states_variables/test_error_output:test_parallel_catch_error[PARALLEL_CATCH_ERROR_VARIABLE_SAMPLING]': lostEvent,
};

test.skipIf(!present)('machines do here what AWS recorded of them', { timeout: 60_000 }, async () => {
  const tokens = cases.map((): string[] => []);
  const clock = movableClock();
  const invokeFunction = functionsOf(cases, (index, token) => tokens[index]?.push(token));
  const desk = await openDeskOn(clock, { invokeFunction });
  const differences = await Promise.all(
    cases.map(async (one, index) => {
      const difference = await differenceOf(desk, { one, index, tokens: tokens[index] ?? [] }).catch(String);
      return { one, difference };
    }),
  );
  await desk.remove();
  clock.close();

  tell(
    'as recorded',
    differences.filter(({ one }) => !one.adapted),
  );
  tell(
    'adapted',
    differences.filter(({ one }) => one.adapted),
  );
  const surprises = differences.filter(({ one, difference }) =>
    one.id in known ? !difference?.startsWith('events ') : difference !== undefined,
  );
  expect(
    surprises.map(({ one, difference }) => `${one.id}: ${difference ?? 'agrees now; take it off the list'}`),
  ).toEqual([]);
  expect(Object.keys(known).filter((id) => !cases.some((one) => one.id === id))).toEqual([]);
  expect(desk.faults).toEqual([]);
});

type Compared = { readonly one: OracleCase; readonly difference: string | undefined };

function tell(group: string, compared: readonly Compared[]): void {
  const agreeing = compared.filter(({ difference }) => difference === undefined).length;
  const expected = compared.filter(({ one }) => one.id in known).length;
  console.log(
    `Step Functions, ${group}: ${agreeing} of ${compared.length} agree, ${expected} known to differ (in events only)`,
  );
}
