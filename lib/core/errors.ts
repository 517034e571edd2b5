/** What went wrong, for code that must branch on it; the message is for people. */
export type ErrorCode =
  | 'bad-gate-file'
  | 'bad-start'
  | 'not-canonical'
  | 'tampered'
  | 'turn-in-flight'
  | 'notices-unsent'
  | 'turn-not-started'
  | 'action-in-flight'
  | 'action-again'
  | 'conflict'
  | 'not-found'
  | 'bad-request';

/**
 * Every error that is thrown on purpose. Names are literal fields, never the class's own: bundles are minified, and
 * Lambda hands `name` to Step Functions, whose Retry and Catch compare it letter by letter.
 */
export class CountersignError extends Error {
  override name = 'Countersign.Error';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A turn is marked as sent and may still be running: the state machine tries again later, nothing is invoked twice. */
export class TurnInFlight extends CountersignError {
  override name = 'Countersign.TurnInFlight';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('turn-in-flight', message, options);
  }
}

/** An action is marked as started and may still be running: the state machine looks again later. */
export class ActionInFlight extends CountersignError {
  override name = 'Countersign.ActionInFlight';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('action-in-flight', message, options);
  }
}

/** An action was not carried out and is to be tried again, with the same key: the state machine waits and comes back. */
export class ActionAgain extends CountersignError {
  override name = 'Countersign.ActionAgain';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('action-again', message, options);
  }
}

/** Others kept appending to the same chain until the attempts were used up: trying again later is safe. */
export class LedgerContention extends CountersignError {
  override name = 'Countersign.LedgerContention';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('conflict', message, options);
  }
}

/** The harness refused a turn before anything was started: the state machine waits and sends it again. */
export class TurnNotStarted extends CountersignError {
  override name = 'Countersign.TurnNotStarted';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('turn-not-started', message, options);
  }
}

/** Some notices could not be sent just now; those that were sent are in the ledger and are not sent again. */
export class NoticesUnsent extends CountersignError {
  override name = 'Countersign.NoticesUnsent';

  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('notices-unsent', message, options);
  }
}
