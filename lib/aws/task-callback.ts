import {
  InvalidToken,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn';
import type { Callback } from '../gate/ports.ts';

/** Step Functions' callback. Its output is `{}`: a wake-up carries nothing, and nobody reads it. */
export function taskCallback(client: SFNClient): Callback {
  return {
    async wake(taskToken) {
      try {
        await client.send(new SendTaskSuccessCommand({ taskToken, output: '{}' }));
        return 'sent';
      } catch (error) {
        // TaskTimedOut also means that the task was closed already; in every case this token wakes nobody any more.
        const isTooOld =
          error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
        if (!isTooOld) throw error;
        return 'too-old';
      }
    },
  };
}
