import { SESv2ServiceException } from '@aws-sdk/client-sesv2';
import { SNSServiceException } from '@aws-sdk/client-sns';
import type { SendAnswer } from '../gate/ports.ts';

/**
 * What became of one sending. What the services refuse is an answer, not an exception, and so is that nobody knows.
 */
export async function attempted(send: () => Promise<string | undefined>): Promise<SendAnswer> {
  try {
    return { kind: 'sent', messageId: (await send()) ?? '' };
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Unknown';
    if (!(error instanceof SESv2ServiceException || error instanceof SNSServiceException)) {
      return isLost(error) ? { kind: 'unanswered', error: name } : failed(name, 'will-be-tried-again');
    }
    const status = error.$metadata.httpStatusCode ?? 500;
    // A 4xx other than throttling is about this address, this sender or this topic: it stays until somebody mends it.
    const staysSo = status >= 400 && status < 500 && status !== 429 && !/throttl|toomany|limitexceeded/i.test(name);
    return failed(name, staysSo ? 'given-up' : 'will-be-tried-again');
  }
}

function failed(error: string, again: 'will-be-tried-again' | 'given-up'): SendAnswer {
  return { kind: 'failed', error, again };
}

// The request may have been written, and whatever came back was not read. All else (no address, nobody listening, no
// credentials) ended before it.
const lostCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE'];

function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || lostCodes.includes('code' in error ? error.code : undefined);
}
