import { KMSClient } from '@aws-sdk/client-kms';
// In a project of one's own: from 'countersign/receipt'.
import { kmsKey } from '../lib/receipt/verify-receipt.ts';

/**
 * Whose receipts an executor believes: two facts of the gate's deployment, which the executor's own stack would set. Without them
 * there is nobody to believe, and the function does not start.
 */
export const gateKey = {
  issuer: required('RECEIPT_ISSUER'),
  key: kmsKey(new KMSClient({}), required('RECEIPT_KEY_ARN')),
};

function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`The environment variable ${name} is missing.`);
  return value;
}
