/** The errors of the Step Functions API that this server answers with, by the names that SDK clients know. */
export type ApiErrorCode =
  | 'ValidationException'
  | 'UnknownOperationException'
  | 'SerializationException'
  | 'InvalidArn'
  | 'InvalidName'
  | 'InvalidDefinition'
  | 'InvalidExecutionInput'
  | 'InvalidOutput'
  | 'InvalidToken'
  | 'ExecutionAlreadyExists'
  | 'ExecutionDoesNotExist'
  | 'ExecutionNotRedrivable'
  | 'StateMachineAlreadyExists'
  | 'StateMachineDoesNotExist'
  | 'StateMachineTypeNotSupported'
  | 'TaskDoesNotExist'
  | 'TaskTimedOut';

/** A request that is refused; becomes a 400 answer with `__type` and `message`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ApiErrorCode;
  constructor(code: ApiErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
