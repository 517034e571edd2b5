/**
 * How long the guard has, in seconds. It reads one item and answers; the rest is its cold start. The function ends before the
 * hook gives up, so that a slow guard is seen as an error of its own; to the harness either is a denial.
 */
export const guardTimeouts = { functionSeconds: 15, hookSeconds: 20 } as const;
