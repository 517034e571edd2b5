import { z } from 'zod';
import { byteLength, maxPayloadBytes } from '../limits.ts';
import { type Callback, callbackArrived } from '../run/answers.ts';
import { executionIdIn } from '../tokens.ts';
import { ApiError } from './api-error.ts';
import type { Desk, Operation } from './desk.ts';
import { readInput } from './read-input.ts';

const taskToken = z.string().min(1).max(2048);

/** SendTaskSuccess. When it has answered, the result is on disk. */
export const sendTaskSuccess: Operation = async (input, desk) => {
  const { taskToken: token, output } = readInput(z.strictObject({ taskToken, output: z.string() }), input);
  const bytes = byteLength(output);
  if (bytes > maxPayloadBytes)
    throw new ApiError('InvalidOutput', `The output has ${bytes} bytes; at most ${maxPayloadBytes} are allowed`);
  if (!isJson(output))
    throw new ApiError(
      'InvalidOutput',
      `Invalid Output: 'output' must be JSON, but was ${JSON.stringify(output.slice(0, 80))}`,
    );
  return send(desk, token, { type: 'success', output });
};

const failure = z.strictObject({
  taskToken,
  error: z.string().max(256).optional(),
  cause: z.string().max(32_768).optional(),
});

/** SendTaskFailure. */
export const sendTaskFailure: Operation = async (input, desk) => {
  const { taskToken: token, error, cause } = readInput(failure, input);
  const given = { ...(error !== undefined && { error }), ...(cause !== undefined && { cause }) };
  return send(desk, token, { type: 'failure', failure: given });
};

/** SendTaskHeartbeat: puts the heartbeat's deadline off, not the task's. */
export const sendTaskHeartbeat: Operation = async (input, desk) =>
  send(desk, readInput(z.strictObject({ taskToken }), input).taskToken, { type: 'heartbeat' });

async function send(desk: Desk, token: string, callback: Callback): Promise<object> {
  const id = executionIdIn(token);
  if (id === undefined) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
  const run = desk.engine.runWithId(id);
  if (!run) throw new ApiError('TaskDoesNotExist', 'Task Does Not Exist: no execution here has handed out this token');
  if (!run.issued.has(token)) throw new ApiError('InvalidToken', "Invalid Token: 'Invalid token'");
  await desk.engine.change(run.origin.executionArn, (draft) => {
    if (callbackArrived(draft, token, callback)) return;
    throw new ApiError('TaskTimedOut', "Task Timed Out: 'Provided task does not exist anymore'");
  });
  return {};
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
