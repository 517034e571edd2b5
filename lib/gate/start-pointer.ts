import type { Json } from '../core/canonical-json.ts';
import type { Sealed } from '../core/entries.ts';
import { CountersignError } from '../core/errors.ts';
import type { ContentId, ExecutionIdentity, RunId } from '../core/ids.ts';
import type { Principal } from '../core/principal.ts';
import type { StartInput } from '../core/start-input.ts';
import type { Contents } from './ports.ts';
import { openJson } from './seal.ts';

/** What the signed route seals before it starts an execution. */
export interface CallersStart {
  readonly executionName: string;
  /** Milliseconds since 1970. */
  readonly sealedAt: number;
  readonly caller: Principal;
  readonly start: StartInput;
}

/** The same with the place that it was sealed at. */
export interface OpenedStart extends CallersStart {
  readonly sealed: Sealed;
}

/** Where a start is kept that has no run yet. */
export function startChain(executionName: string): RunId {
  return `start-${executionName}` as RunId;
}

// Names become free again after 90 days: what was sealed for one execution must not start another of its name.
const longestPauseMs = 15 * 60_000;

/**
 * What a pointer in an execution's input leads to; `undefined` when the input is no pointer.
 * @throws CountersignError 'bad-start' when it leads to nothing that was sealed for this very execution
 */
export async function openPointer(
  ports: { readonly contents: Contents },
  execution: ExecutionIdentity,
  input: Json,
): Promise<OpenedStart | undefined> {
  if (typeof input !== 'object' || input === null || !('startId' in input)) return undefined;
  const { startId, commitment, size, ...others } = { ...input };
  if (
    typeof startId !== 'string' ||
    !/^[A-Za-z0-9-]{1,64}$/.test(startId) ||
    typeof commitment !== 'string' ||
    typeof size !== 'number' ||
    Object.keys(others).length > 0
  ) {
    throw badPointer('it must have startId, commitment and size, and nothing else');
  }
  const sealed = { contentId: startId as ContentId, commitment, size };
  const content = await opened(ports, startChain(execution.executionName), sealed);
  if (!isCallersStart(content)) throw badPointer('there is nothing that the signed route sealed for it');
  if (content.executionName !== execution.executionName) throw badPointer('it was sealed for another execution');
  const pause = Date.parse(execution.executionStartedAt) - content.sealedAt;
  if (!(Math.abs(pause) <= longestPauseMs)) throw badPointer('it was sealed for an execution of another time');
  const { executionName, sealedAt, caller, start } = content;
  return { executionName, sealedAt, caller, start, sealed };
}

async function opened(ports: { readonly contents: Contents }, chain: RunId, sealed: Parameters<typeof openJson>[2]) {
  try {
    return await openJson(ports, chain, sealed);
  } catch (error) {
    if (error instanceof CountersignError && error.code === 'tampered') {
      throw badPointer('its commitment is not that of what was sealed');
    }
    throw error;
  }
}

function badPointer(problem: string): CountersignError {
  return new CountersignError(
    'bad-start',
    `This input points to a start that cannot be used: ${problem}. Allowed: what POST /runs started, or prompt and requester.`,
  );
}

// Bytes whose commitment held were written by the route: the frame is enough.
function isCallersStart(value: Json | undefined): value is Json & CallersStart {
  return typeof value === 'object' && value !== null && 'caller' in value && 'start' in value && 'sealedAt' in value;
}
