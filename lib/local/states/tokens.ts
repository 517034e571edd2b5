import { createHash, randomBytes } from 'node:crypto';

// Both are made up, but as long, and with the same characters, as those of the service: code that puts a token into
// a URL or a key unescaped must fail here too.
const prefix = Buffer.from('AQCAAAAA', 'base64');
const executionIdBytes = 16;
const randomPartBytes = 361;

/** What stands for an execution in tokens and file names: 32 hexadecimal characters. */
export function executionId(executionArn: string): string {
  return createHash('sha256')
    .update(executionArn)
    .digest('hex')
    .slice(0, 2 * executionIdBytes);
}

/** A new task token of the execution, in base64, unlike any before. */
export function newToken(executionArn: string): string {
  return Buffer.concat([prefix, Buffer.from(executionId(executionArn), 'hex'), randomBytes(randomPartBytes)]).toString(
    'base64',
  );
}

/** The id of the execution that a token names; undefined when it has not the form of a token. */
export function executionIdIn(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64');
  const end = prefix.length + executionIdBytes;
  if (bytes.length !== end + randomPartBytes || bytes.toString('base64') !== token) return undefined;
  return bytes.subarray(0, prefix.length).equals(prefix)
    ? bytes.subarray(prefix.length, end).toString('hex')
    : undefined;
}
