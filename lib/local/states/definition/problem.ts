/** One finding about a definition, in the form of ValidateStateMachineDefinition's diagnostics. */
export type Problem = {
  readonly code:
    | 'INVALID_JSON_DESCRIPTION'
    | 'SCHEMA_VALIDATION_FAILED'
    | 'MISSING_TRANSITION_TARGET'
    | 'DUPLICATE_STATE_NAME';
  readonly message: string;
  /** Where: `/States/Ask/Retry[0]`. */
  readonly location: string;
};

/** A finding about what a field holds. */
export function schemaProblem(location: string, message: string): Problem {
  return { code: 'SCHEMA_VALIDATION_FAILED', message, location: location === '' ? '/' : location };
}

/** A value as a message quotes it, cut so that a large one does not drown what is wrong with it. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
