import { z } from 'zod';
import type { HistoryEvent } from '../run/history.ts';
import { type Operation, runWith, wireTime } from './desk.ts';
import { pageMembers, pageOf } from './paging.ts';
import { readInput } from './read-input.ts';

const request = z.strictObject({
  executionArn: z.string(),
  includeExecutionData: z.boolean().optional(),
  reverseOrder: z.boolean().optional(),
  ...pageMembers,
});

/** GetExecutionHistory. */
export const getExecutionHistory: Operation = (input, desk) => {
  const { executionArn, includeExecutionData = true, reverseOrder = false, ...page } = readInput(request, input);
  const { events } = runWith(desk, executionArn);
  const { items, nextToken } = pageOf(reverseOrder ? events.toReversed() : events, page);
  return { events: items.map((event) => eventTold(event, includeExecutionData ? 'all' : 'no data')), nextToken };
};

// What a run's data is; errors and causes stay, as they do on AWS.
const dataMembers = new Set([
  'input',
  'output',
  'parameters',
  'inputDetails',
  'outputDetails',
  'assignedVariables',
  'assignedVariablesDetails',
]);

function eventTold(event: HistoryEvent, include: 'all' | 'no data') {
  const { id, previousEventId, timestamp, type, details } = event;
  const values = Object.entries(details?.values ?? {}).filter(([name]) => include === 'all' || !dataMembers.has(name));
  return {
    id,
    previousEventId,
    timestamp: wireTime(timestamp),
    type,
    ...(details && { [details.member]: Object.fromEntries(values) }),
  };
}
