import type { DeskClock } from '../../clock.ts';
import type { Engine } from '../engine.ts';
import type { Place } from '../run/draft.ts';
import type { Run } from '../run/run.ts';
import type { Store, StoredMachine } from '../store.ts';
import { ApiError } from './api-error.ts';

/** What the operations work on. */
export type Desk = {
  readonly place: Place;
  readonly clock: DeskClock;
  readonly store: Store;
  readonly engine: Engine;
  /** By ARN; what stands here is on disk too. */
  readonly machines: Map<string, StoredMachine>;
};

/** One operation of the API: from a request's body to the answer's. @throws ApiError */
export type Operation = (input: unknown, desk: Desk) => object | Promise<object>;

/** The machine with this ARN. @throws ApiError InvalidArn, StateMachineDoesNotExist */
export function machineWith(desk: Desk, arn: string): StoredMachine {
  if (!machineArn.test(arn))
    throw new ApiError('InvalidArn', `Invalid Arn: '${arn}' is not the ARN of a state machine`);
  const machine = desk.machines.get(arn);
  if (!machine) throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
  return machine;
}

/** The execution with this ARN. @throws ApiError InvalidArn, ExecutionDoesNotExist */
export function runWith(desk: Desk, arn: string): Run {
  if (!executionArn.test(arn)) throw new ApiError('InvalidArn', `Invalid Arn: '${arn}' is not the ARN of an execution`);
  const run = desk.engine.runOf(arn);
  if (!run) throw new ApiError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
  return run;
}

/** Epoch milliseconds as the protocol has times: seconds. */
export function wireTime(millis: number): number {
  return millis / 1000;
}

/** A name of a machine or an execution, as the service takes it. @throws ApiError InvalidName */
export function checkName(name: string): string {
  const bad = forbidden.exec(name)?.[0];
  if (name.length >= 1 && name.length <= 80 && bad === undefined) return name;
  const what = bad === undefined ? `it has ${name.length} characters` : `it has ${JSON.stringify(bad)}`;
  throw new ApiError(
    'InvalidName',
    `Invalid Name: '${name.slice(0, 100)}': ${what}; a name has 1 to 80 characters, without white space, control characters and any of < > { } [ ] ? * " # % \\ ^ | ~ \` $ & , ; : /`,
  );
}

const machineArn = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:stateMachine:\S+$/;
const executionArn = /^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:execution:\S+:\S+$/;
const forbidden = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;
