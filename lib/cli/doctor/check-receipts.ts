import type { GateFile } from '../../core/gate-file.ts';
import type { DoctorPorts } from './facts.ts';
import { type Finding, looked, ok, problem } from './finding.ts';

const check = 'receipts.key';

/** Whether receipts can be signed: without one no executor is invoked, and calls that people approved are too late in the end. */
export async function checkReceipts({ tools }: GateFile, ports: DoctorPorts): Promise<readonly Finding[]> {
  if (Object.values(tools).every(({ executor }) => executor === undefined)) {
    return [ok(check, 'no tool of this gate has an executor, so nothing is signed')];
  }
  const functions = await ports.functions();
  if (functions.kind !== 'found') {
    const missing = () => notChecked('the gate is not deployed');
    return [looked(check, functions, { found: missing, missing })];
  }
  const { receiptKeyArn } = functions.value;
  return [
    looked(check, await ports.signingKey(receiptKeyArn), {
      found: ({ state, spec }) => {
        if (spec !== 'ECC_NIST_P256')
          return problem(
            check,
            `${receiptKeyArn} is a key of ${spec}, which signs no receipt`,
            'deploy the stack again',
          );
        if (state === 'Enabled') return ok(check, `${receiptKeyArn} is enabled`);
        const undelete =
          state === 'PendingDeletion' ? `aws kms cancel-key-deletion --key-id ${receiptKeyArn}, then ` : '';
        return problem(
          check,
          `${receiptKeyArn} is ${state}, so nothing is carried out`,
          `${undelete}aws kms enable-key --key-id ${receiptKeyArn}`,
        );
      },
      missing: () =>
        problem(
          check,
          `there is no key ${receiptKeyArn === '' ? 'in the settings of the function act' : receiptKeyArn}, so nothing is carried out`,
          'give the stack a new key, and the executors its ARN: a deleted one does not come back',
        ),
    }),
  ];
}

function notChecked(why: string): Finding {
  return { check, state: 'not-checked', text: `not checked (${why})` };
}
