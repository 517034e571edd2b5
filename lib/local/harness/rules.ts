import { z } from 'zod';
import { strictObject } from './strict-object.ts';

const seconds = z.number().positive();

/**
 * What of the service can be chosen: where its documentation or its observers disagree, both readings are here. Defaults are
 * the current documentation's.
 */
const rulesSchema = strictObject({
  /** `kept`: the harness holds the pending calls, results alone resume. `resend`: the older rule, the request carries the partial turn. */
  resume: z.enum(['kept', 'resend']),
  /** Adjacent inline calls of one response: answered in one message, or the first one only and the next at another hand-off. */
  handOff: z.enum(['together', 'one-at-a-time']),
  /** `off`: a session whose compute is gone has forgotten everything, its pending calls too. */
  memory: z.enum(['on', 'off']),
  idleTimeoutSeconds: seconds,
  maxLifetimeSeconds: seconds,
  /** How a failure inside the stream is framed: as a modelled exception, or as an error frame with a code. */
  inStreamErrors: z.enum(['exception', 'error']),
  /** `reused`: two tool calls of one message may have the same contentBlockIndex, as was observed. */
  blockIndexes: z.enum(['distinct', 'reused']),
  /** Some models send a tool's input in pieces with an empty one first, others whole. */
  toolInput: z.enum(['pieces', 'whole']),
  maxIterations: z.number().int().min(0),
  timeoutSeconds: seconds,
  /** Output tokens of one whole invocation; none when absent. */
  maxTokens: z.number().int().min(1).optional(),
  /** Real milliseconds before each event. */
  eventDelayMs: z.number().min(0).max(60_000),
});

/** A full set of rules. */
export type HarnessRules = z.infer<typeof rulesSchema>;

/** Reads `settings:` of a script. */
export const rulesOverrideSchema = rulesSchema.partial();

/** Some of the rules; whatever is absent or undefined keeps its value. */
export type RulesOverride = z.infer<typeof rulesOverrideSchema>;

/** 75 iterations, 3600 s, 900 s idle and 8 h lifetime are the service's own defaults. */
const defaultRules: HarnessRules = {
  resume: 'kept',
  handOff: 'together',
  memory: 'on',
  idleTimeoutSeconds: 900,
  maxLifetimeSeconds: 28_800,
  inStreamErrors: 'exception',
  blockIndexes: 'distinct',
  toolInput: 'pieces',
  maxIterations: 75,
  timeoutSeconds: 3600,
  eventDelayMs: 0,
};

/** Lays overrides over the defaults, the last one on top. */
export function resolveRules(...overrides: readonly (RulesOverride | undefined)[]): HarnessRules {
  const given = overrides.map((override) =>
    Object.fromEntries(Object.entries(override ?? {}).filter(([, value]) => value !== undefined)),
  );
  return rulesSchema.parse(Object.assign({}, defaultRules, ...given));
}
