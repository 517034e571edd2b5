/** Why an action ended as it did where it was the gate that ended it, or that could not read or reach an executor. */
export const actionWhyWords = {
  'too-late': 'The decision was too long ago when the action could have started.',
  stopped: 'The run was stopped before the action started.',
  digest: 'The call that is stored is not the one that was decided.',
  'not-approved': 'The gate found no rule and no approval that lets this call pass.',
  erased: 'What the call said was erased.',
  'policy-changed': 'The gate file that let this call pass was replaced.',
  unanswered: 'The executor was invoked, and no answer of it is known.',
  'unreadable-answer': 'The executor answered with something that is no answer.',
  'not-invoked': 'The executor could not be invoked.',
} as const;

export type ActionWhy = keyof typeof actionWhyWords;

/** Whether a recorded reason is one that this version knows. */
export function isActionWhy(why: string | undefined): why is ActionWhy {
  return why !== undefined && Object.hasOwn(actionWhyWords, why);
}
