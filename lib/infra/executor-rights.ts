import { type IGrantable, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { GateFile } from '../core/gate-file.ts';
import { prefixOf } from './gate-names.ts';
import { rights } from './gate-rights.ts';
import type { ReceiptKey } from './receipt-key.ts';

/**
 * Lets the act function invoke the executors and verifiers that the gate file names, and nothing else.
 * @throws Error when one of them is a function of the gate itself
 */
export function letAct(act: IGrantable, gate: GateFile): void {
  for (const functionArn of namedFunctions(gate)) rights.invoke(act, functionArn);
}

/**
 * Lets each executor's own role, and no other, read the secrets that the gate file names for it, and the public key that its
 * receipts are checked with.
 */
export function letExecutors(scope: Construct, gate: GateFile, { keyArn }: Pick<ReceiptKey, 'keyArn'>): void {
  const secretsOf = new Map<string, Set<string>>();
  for (const { executor } of Object.values(gate.tools)) {
    if (executor?.credentials === undefined) continue;
    const { role, secrets } = executor.credentials;
    secretsOf.set(role, new Set([...(secretsOf.get(role) ?? []), ...secrets]));
  }
  for (const [index, [roleArn, secrets]] of [...secretsOf].entries()) {
    const role = Role.fromRoleArn(scope, `ExecutorRole${index}`, roleArn);
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [...secrets] }),
    );
    rights.readPublicKey(role, keyArn);
  }
}

/** Executors and verifiers, each once. */
function namedFunctions(gate: GateFile): ReadonlySet<string> {
  const named = Object.entries(gate.tools).flatMap(([tool, { executor }]) =>
    executor === undefined
      ? []
      : [
          { at: `tools.${tool}.executor.lambda`, arn: executor.lambda },
          ...(executor.verifier === undefined
            ? []
            : [{ at: `tools.${tool}.executor.verifier.lambda`, arn: executor.verifier.lambda }]),
        ],
  );
  const own = `${prefixOf(gate)}-`;
  for (const { at, arn } of named) {
    // The page, invoked by Act, would answer for people; Act itself would act on what nobody decided.
    if (arn.split(':').at(-1)?.startsWith(own)) {
      throw new Error(
        `${at}: given ${arn}, a name of the gate's own functions. Allowed: a function whose name does not begin with ${own}`,
      );
    }
  }
  return new Set(named.map(({ arn }) => arn));
}
