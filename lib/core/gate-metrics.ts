/** What the functions count; each is the ground of one alarm. Names of CloudWatch, so they do not change. */
export const gateMetrics = {
  NobodyReached: 'a request for approval of which no notice could be delivered, or that expired before one was',
  NoticeRefused: 'a mail or a message that SES or SNS refused for good',
  NoticeReturned: 'a mail that came back for good: its address takes none, or its reader wants none',
  CallbackFailed: 'a wake-up that could not be sent: the run waits until its deadline',
  AppendFailed: 'a commit that could not be written to the audit table',
  GuardDenied: 'a tool call that the guard denied',
  GuardMissing: "a tool that the harness ran without our guard's leave; its run was ended",
  ActionUnknown: 'an action of which nobody knows whether it was done',
  ActionRefuted: 'an action that was said to be done, and that a verifier did not find done',
  ActionFailed: 'an action that an executor could not carry out, or that came too late',
  WaitStuck: 'a run that went on long after what it waited for',
} as const;

export type GateMetric = keyof typeof gateMetrics;

export const metricsNamespace = 'Countersign';

/** The one dimension of all of them, `<gate>-<stage>`. */
export const metricsDimension = 'service';
