import type { Construct } from 'constructs';
import { GateStack, type GateStackProps } from './gate-stack.ts';
import { HarnessStack } from './harness-stack.ts';
import { readGate } from './read-gate.ts';

/** The stacks of one gate. */
export interface GateStacks {
  readonly gateStack: GateStack;
  /** Only where the gate file creates its harness and no other was given. */
  readonly harnessStack?: HarnessStack;
}

/** Adds a gate to an app, named for gate and stage, and the harness that its gate file describes unless one is given. */
export function addGateStacks(app: Construct, props: GateStackProps): GateStacks {
  const gate = readGate(props.gateFile, props.stage);
  const name = `countersign-${gate.gate}-${gate.stage}`;
  const given = { ...props, gateFile: gate };
  if (gate.harness.kind === 'arn' || props.harnessArn !== undefined || props.harness !== undefined) {
    return { gateStack: new GateStack(app, name, given) };
  }
  // Whatever a caller says of stacks is said of both: account, synthesizer, tags, permissions boundary.
  const { stackName, description, ...ofBoth } = given;
  const harnessStack = new HarnessStack(app, `${name}-harness`, {
    ...ofBoth,
    ...(stackName === undefined ? {} : { stackName: `${stackName}-harness` }),
  });
  return { harnessStack, gateStack: new GateStack(app, name, { ...given, harness: harnessStack.harness }) };
}
