import type { Json } from '../core/canonical-json.ts';
import { CountersignError } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { Run } from '../core/run.ts';
import type { StartInput } from '../core/start-input.ts';
import type { Contents } from './ports.ts';
import { openJson } from './seal.ts';

/** What is sealed when a run starts: the checked input, and the salt of the run's fingerprints. */
export interface StartContent extends StartInput {
  readonly fingerprintSalt: string;
  /** Who signed the request, where the run was started through the signed route. */
  readonly caller?: Principal;
}

/** What the run was started with; `undefined` when it was erased. */
export async function openStart(ports: { readonly contents: Contents }, run: Run): Promise<StartContent | undefined> {
  const value = await openJson(ports, run.id, run.started.start);
  if (value === undefined) return undefined;
  if (!isStartContent(value))
    throw new CountersignError('tampered', `The start of ${run.id} is not one that this gate wrote.`);
  return value;
}

function isStartContent(value: Json): value is Json & StartContent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return 'prompt' in value && 'requester' in value && 'fingerprintSalt' in value;
}
