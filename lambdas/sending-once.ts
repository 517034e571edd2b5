/**
 * How clients that send notices are made. One attempt, since a retry of the SDK's would send a notice twice, and nobody would know;
 * and an end to waiting for its answer, so that a service that hangs is a notice in doubt and not the end of whoever sends others.
 */
export const sendingOnce = {
  maxAttempts: 1,
  // Twice, in a function of a minute.
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
} as const;
