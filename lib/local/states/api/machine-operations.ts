import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { checkDefinition, tellProblems } from '../definition/check.ts';
import type { StoredMachine } from '../store.ts';
import { ApiError } from './api-error.ts';
import { checkName, type Desk, machineWith, type Operation, runWith, wireTime } from './desk.ts';
import { pageMembers, pageOf } from './paging.ts';
import { readInput } from './read-input.ts';

const type = z.enum(['STANDARD', 'EXPRESS']);
const roleArn = z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/.+$/, 'must be the ARN of a role');
// Taken and told back, but of no effect on a desk.
const settings = {
  loggingConfiguration: z.looseObject({}).optional(),
  tracingConfiguration: z.looseObject({}).optional(),
  encryptionConfiguration: z.looseObject({}).optional(),
};
const noVersion = z.literal(false, { error: 'versions are not supported; leave it out' }).optional();

const create = z.strictObject({
  name: z.string(),
  definition: z.string(),
  roleArn,
  type: type.optional(),
  ...settings,
  tags: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
  publish: noVersion,
});

/** CreateStateMachine; the same request again answers the same. */
export const createStateMachine: Operation = (input, desk) => {
  const { name, definition, roleArn, type, tags, publish: _, ...others } = readInput(create, input);
  checkName(name);
  if (type === 'EXPRESS')
    throw new ApiError('StateMachineTypeNotSupported', 'EXPRESS is not supported; supported is STANDARD');
  accept(definition);
  const arn = `arn:aws:states:${desk.place.region}:${desk.place.account}:stateMachine:${name}`;
  const existing = desk.machines.get(arn);
  // Idempotent by name, definition and role, so that a desk that starts again may simply create its machine again.
  if (existing && (existing.definition !== definition || existing.roleArn !== roleArn))
    throw new ApiError(
      'StateMachineAlreadyExists',
      `State Machine Already Exists: '${arn}'; UpdateStateMachine changes it`,
    );
  const machine = existing ?? {
    arn,
    name,
    definition,
    roleArn,
    createdAt: desk.clock.now(),
    settings: { ...others, ...(tags && { tags }) },
  };
  if (!existing) put(desk, machine);
  return { stateMachineArn: arn, creationDate: wireTime(machine.createdAt) };
};

const update = z.strictObject({
  stateMachineArn: z.string(),
  definition: z.string().optional(),
  roleArn: roleArn.optional(),
  ...settings,
  publish: noVersion,
});

/** UpdateStateMachine; running executions keep the definition and role that they began with. */
export const updateStateMachine: Operation = (input, desk) => {
  const { stateMachineArn, definition, roleArn, publish: _, ...others } = readInput(update, input);
  const machine = machineWith(desk, stateMachineArn);
  if (definition === undefined && roleArn === undefined)
    throw new ApiError('ValidationException', 'Either the definition or the role ARN must be specified');
  if (definition !== undefined) accept(definition);
  const revisionId = randomUUID();
  put(desk, {
    ...machine,
    revisionId,
    ...(definition !== undefined && { definition }),
    ...(roleArn !== undefined && { roleArn }),
    settings: { ...machine.settings, ...others },
  });
  return { updateDate: wireTime(desk.clock.now()), revisionId };
};

const byArn = z.strictObject({ stateMachineArn: z.string(), includedData: z.literal('ALL_DATA').optional() });

/** DescribeStateMachine. */
export const describeStateMachine: Operation = (input, desk) => {
  const machine = machineWith(desk, readInput(byArn, input).stateMachineArn);
  const { tags: _, ...told } = machine.settings;
  return {
    ...machineTold(machine),
    status: 'ACTIVE',
    definition: machine.definition,
    roleArn: machine.roleArn,
    ...told,
    ...(machine.revisionId !== undefined && { revisionId: machine.revisionId }),
  };
};

const byExecution = z.strictObject({ executionArn: z.string(), includedData: z.literal('ALL_DATA').optional() });

/** DescribeStateMachineForExecution: the machine as it was when the execution began. */
export const describeStateMachineForExecution: Operation = (input, desk) => {
  const { origin } = runWith(desk, readInput(byExecution, input).executionArn);
  return {
    stateMachineArn: origin.stateMachineArn,
    name: origin.stateMachineName,
    definition: origin.definition,
    roleArn: origin.roleArn,
    updateDate: wireTime(origin.startedAt),
  };
};

/** ListStateMachines. */
export const listStateMachines: Operation = (input, desk) => {
  const machines = [...desk.machines.values()].sort(
    (a, b) => a.createdAt - b.createdAt || a.name.localeCompare(b.name),
  );
  const { items, nextToken } = pageOf(machines, readInput(z.strictObject(pageMembers), input));
  return { stateMachines: items.map(machineTold), nextToken };
};

/** DeleteStateMachine. Its running executions go on to their end. */
export const deleteStateMachine: Operation = (input, desk) => {
  const { stateMachineArn } = readInput(z.strictObject({ stateMachineArn: z.string() }), input);
  desk.store.removeMachine(stateMachineArn);
  desk.machines.delete(stateMachineArn);
  return {};
};

const validate = z.strictObject({
  definition: z.string(),
  type: type.optional(),
  severity: z.enum(['ERROR', 'WARNING']).optional(),
  maxResults: z.int().min(0).max(100).optional(),
});

/** ValidateStateMachineDefinition: what CreateStateMachine would refuse, as a list. */
export const validateStateMachineDefinition: Operation = (input) => {
  const { definition, maxResults } = readInput(validate, input);
  const checked = checkDefinition(definition);
  const problems = checked.type === 'refused' ? checked.problems : [];
  const most = maxResults || 100;
  return {
    result: problems.length === 0 ? 'OK' : 'FAIL',
    diagnostics: problems.slice(0, most).map((problem) => ({ severity: 'ERROR', ...problem })),
    truncated: problems.length > most,
  };
};

function accept(definition: string): void {
  const checked = checkDefinition(definition);
  if (checked.type === 'refused') throw new ApiError('InvalidDefinition', tellProblems(checked.problems));
}

function put(desk: Desk, machine: StoredMachine): void {
  desk.store.putMachine(machine);
  desk.machines.set(machine.arn, machine);
}

function machineTold({ arn, name, createdAt }: StoredMachine) {
  return { stateMachineArn: arn, name, type: 'STANDARD', creationDate: wireTime(createdAt) };
}
