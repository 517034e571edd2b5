/** One event as GetExecutionHistory answers it, but with its time in epoch milliseconds. */
export type HistoryEvent = {
  readonly id: number;
  readonly previousEventId: number;
  readonly timestamp: number;
  readonly type: string;
  readonly details?: Details;
};

/** The member that carries an event's details, such as `taskFailedEventDetails`, and what it holds. */
export type Details = { readonly member: string; readonly values: { readonly [name: string]: unknown } };

/** The types of state that report being aborted; there is no such event for the others. */
export const abortable: ReadonlySet<string> = new Set(['Task', 'Wait', 'Map', 'Parallel']);

/** Details of an event, named after its type. Absent values are left out. */
export function detailsOf(type: string, values: Details['values']): Details {
  const member = entered.test(type) ? 'stateEntered' : exited.test(type) ? 'stateExited' : lowerFirst(type);
  return { member: `${member}EventDetails`, values: present(values) };
}

/** A payload in an event: the text, and that it stands there whole. */
export function carried(member: 'input' | 'output', text: string): Details['values'] {
  return { [member]: text, [`${member}Details`]: { truncated: false } };
}

const entered = /StateEntered$/;
const exited = /StateExited$/;

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function present(values: Details['values']): Details['values'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
