import { randomUUID } from 'node:crypto';
import type { WireRequest, WireResponse } from '../../http-server.ts';
import { ApiError } from './api-error.ts';
import type { Desk, Operation } from './desk.ts';
import * as executions from './execution-operations.ts';
import { getExecutionHistory } from './history-operation.ts';
import * as machines from './machine-operations.ts';
import * as tasks from './task-operations.ts';

const operations: Readonly<Record<string, Operation>> = {
  CreateStateMachine: machines.createStateMachine,
  UpdateStateMachine: machines.updateStateMachine,
  DescribeStateMachine: machines.describeStateMachine,
  DescribeStateMachineForExecution: machines.describeStateMachineForExecution,
  ListStateMachines: machines.listStateMachines,
  DeleteStateMachine: machines.deleteStateMachine,
  ValidateStateMachineDefinition: machines.validateStateMachineDefinition,
  StartExecution: executions.startExecution,
  DescribeExecution: executions.describeExecution,
  ListExecutions: executions.listExecutions,
  StopExecution: executions.stopExecution,
  RedriveExecution: executions.redriveExecution,
  GetExecutionHistory: getExecutionHistory,
  SendTaskSuccess: tasks.sendTaskSuccess,
  SendTaskFailure: tasks.sendTaskFailure,
  SendTaskHeartbeat: tasks.sendTaskHeartbeat,
};

/** The operations that this server has, by the names of the API. */
export const supportedOperations: readonly string[] = Object.keys(operations);

/** Answers one request in AWS JSON 1.0. An error that is no ApiError is passed on. */
export async function serve(request: WireRequest, desk: Desk): Promise<WireResponse> {
  try {
    return answer(200, await operationOf(request)(bodyOf(request), desk));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answer(400, { __type: error.code, message: error.message });
  }
}

function operationOf(request: WireRequest): Operation {
  const target = String(request.headers['x-amz-target'] ?? '');
  const name = /^AWSStepFunctions\.(\w+)$/.exec(target)?.[1] ?? '';
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation) return operation;
  throw new ApiError(
    'UnknownOperationException',
    `The operation '${name || target}' is not supported; supported are ${supportedOperations.join(', ')}`,
  );
}

function bodyOf(request: WireRequest): unknown {
  try {
    return JSON.parse(request.body.toString('utf8'));
  } catch (cause) {
    throw new ApiError('SerializationException', `The request's body is not JSON: ${String(cause)}`);
  }
}

function answer(status: number, body: object): WireResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() };
  return { status, headers, body: JSON.stringify(body) };
}
