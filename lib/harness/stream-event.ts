/**
 * One member of InvokeHarness's event stream, as far as we read it. The SDK's union fits it without a cast; members that
 * are newer than the SDK arrive as `$unknown` and are passed over.
 */
export interface StreamEvent {
  readonly messageStart?: { readonly role?: string | undefined } | undefined;
  readonly contentBlockStart?:
    | { readonly contentBlockIndex?: number | undefined; readonly start?: BlockStart | undefined }
    | undefined;
  readonly contentBlockDelta?:
    | { readonly contentBlockIndex?: number | undefined; readonly delta?: BlockDelta | undefined }
    | undefined;
  readonly contentBlockStop?: object | undefined;
  readonly messageStop?: { readonly stopReason?: string | undefined } | undefined;
  readonly metadata?: { readonly usage?: TokenUsage | undefined } | undefined;
  readonly hookEvent?: HookEvent | undefined;
  readonly internalServerException?: StreamFault | undefined;
  readonly validationException?: StreamFault | undefined;
  readonly runtimeClientError?: StreamFault | undefined;
  readonly $unknown?: unknown;
}

interface HookEvent {
  readonly hookEventId?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  /** Only of hooks that ask a function. */
  readonly decision?: string | undefined;
  readonly reason?: string | undefined;
}

interface BlockStart {
  readonly toolUse?: { readonly toolUseId?: string | undefined; readonly name?: string | undefined } | undefined;
  readonly toolResult?: { readonly toolUseId?: string | undefined; readonly status?: string | undefined } | undefined;
}

interface BlockDelta {
  readonly text?: string | undefined;
  readonly toolUse?: { readonly input?: string | undefined } | undefined;
}

interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
}

interface StreamFault {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
}
