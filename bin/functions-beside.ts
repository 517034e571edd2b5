import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { GateFile } from '../lib/core/gate-file.ts';
import { issuerOf } from '../lib/core/receipt-claims.ts';
import type { OutsideFunction } from '../lib/local/functions/outside-function.ts';

/**
 * The executors and verifiers that a gate file names, from `functions/<function name>.ts` (or `.mjs`, `.js`) in its folder. What is
 * not there is served by nobody: a call of it then fails as it would on AWS.
 */
export function functionsBeside(gate: GateFile, folder: string): readonly OutsideFunction[] {
  const named = Object.values(gate.tools).flatMap(({ executor }) => {
    if (executor === undefined) return [];
    const { lambda, timeoutSeconds, verifier } = executor;
    return [{ lambda, timeoutSeconds }, ...(verifier === undefined ? [] : [verifier])];
  });
  const timeouts = new Map<string, number>();
  for (const { lambda, timeoutSeconds } of named) {
    timeouts.set(lambda, Math.max(timeoutSeconds, timeouts.get(lambda) ?? 0));
  }
  return [...timeouts].flatMap(([arn, timeoutSeconds]) => {
    const file = moduleOf(folder, arn.split(':').at(-1) ?? '');
    return file === undefined ? [] : [{ arn, file, timeoutSeconds, environment: environmentOf(gate) }];
  });
}

function moduleOf(folder: string, name: string): string | undefined {
  const files = ['ts', 'mjs', 'js'].map((ending) => resolve(join(folder, 'functions', `${name}.${ending}`)));
  return files.find((file) => existsSync(file));
}

/** Whose receipts to believe: what an executor's own stack would set from this gate's outputs. */
function environmentOf(gate: GateFile): OutsideFunction['environment'] {
  return ({ ReceiptKeyArn: keyArn }) => ({
    RECEIPT_ISSUER: issuerOf(gate),
    ...(typeof keyArn === 'string' ? { RECEIPT_KEY_ARN: keyArn } : {}),
  });
}
