/** What a turn's last stop reason means for the run. */
export type StopMeaning = 'ended' | 'owes' | 'cut-off' | 'failed';

// One table for every reason that the service documents (SDK enum of 2026-09-26, and `guardrail_intervened`, which a page
// mentions). `tool_result` closes messages of the harness's own and is never a final one. Whatever is not here failed.
const meanings: ReadonlyMap<string, StopMeaning> = new Map([
  ['end_turn', 'ended'],
  ['stop_sequence', 'ended'],
  ['tool_use', 'owes'],
  ['timeout_exceeded', 'cut-off'],
  ['max_iterations_exceeded', 'cut-off'],
  ['tool_result', 'failed'],
  ['max_tokens', 'failed'],
  ['max_output_tokens_exceeded', 'failed'],
  ['content_filtered', 'failed'],
  ['guardrail_intervened', 'failed'],
  ['malformed_model_output', 'failed'],
  ['malformed_tool_use', 'failed'],
  ['interrupted', 'failed'],
  ['partial_turn', 'failed'],
  ['model_context_window_exceeded', 'failed'],
  ['hook_stopped', 'failed'],
]);

export function meaningOf(stopReason: string): StopMeaning {
  return meanings.get(stopReason) ?? 'failed';
}

/** The reasons in the table, for the documents and the test that keeps them equal. */
export const knownStopReasons: readonly string[] = [...meanings.keys()];
