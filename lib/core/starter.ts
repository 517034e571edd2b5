import type { GateFile, Starter } from './gate-file.ts';
import { type Principal, principalOf } from './principal.ts';
import type { StartInput } from './start-input.ts';

/** Whether a principal may start this run; where not, what the nearest thing was that it may not. */
export type StartRight = { readonly kind: 'may' } | { readonly kind: 'may-not'; readonly problem: string };

/** Holds a start against the gate file's starters. One of them must allow all of it: two halves make no whole. */
export function startRight(gate: GateFile, principal: Principal, start: StartInput): StartRight {
  const own = gate.starters.filter((starter) =>
    starter.principals.some((arn) => principalOf(arn)?.arn === principal.arn),
  );
  if (own.length === 0) {
    return { kind: 'may-not', problem: `${principal.arn} is in none of the starters of the gate file` };
  }
  const problems = own.map((starter) => problemOf(starter, start));
  const [problem] = problems;
  return problems.includes(undefined) || problem === undefined ? { kind: 'may' } : { kind: 'may-not', problem };
}

function problemOf(starter: Starter, { requester, actor, labels = {} }: StartInput): string | undefined {
  if (!allows(starter.requesters, requester)) return 'this principal may not start for that requester';
  // Whose memory the harness uses decides what it knows: without a word in the gate file, nobody else's.
  if (actor !== undefined && !allows(starter.actors ?? [requester], actor)) {
    return 'this principal may not start with the memory of that actor';
  }
  const label = Object.entries(labels).find(([name, value]) => !allows(allowedValues(starter, name), value))?.[0];
  return label === undefined ? undefined : `this principal may not start with that value of the label ${label}`;
}

function allowedValues({ labels = {} }: Starter, name: string): readonly string[] {
  return Object.hasOwn(labels, name) ? (labels[name] ?? []) : [];
}

function allows(names: readonly string[], name: string): boolean {
  return names.includes(name) || (names.length === 1 && names[0] === '*');
}
