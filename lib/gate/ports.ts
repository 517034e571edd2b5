import type { JsonObject } from '../core/canonical-json.ts';
import type { Commit, StoredCommit } from '../core/commit.ts';
import type { Sealed } from '../core/entries.ts';
import type { GrantCommit } from '../core/grant.ts';
import type {
  ApproverId,
  ContentId,
  GrantId,
  NoticeId,
  RequestId,
  RunId,
  SessionId,
  stopChain,
  ViewsId,
} from '../core/ids.ts';
import type { NoticeKind } from '../core/notice-entries.ts';
import type { ReceiptClaims } from '../core/receipt-claims.ts';
import type { StopCommit } from '../core/stop-entries.ts';
import type { ViewsCommit } from '../core/view-entries.ts';
import type { HarnessMessage } from '../harness/messages.ts';
import type { StreamEvent } from '../harness/stream-event.ts';

/** The audit table. Loads are consistent and whole. */
export interface Ledger {
  /** All stored commits of the chain, unchecked, in order of their sequence numbers; empty for an unknown chain. */
  load(runId: RunId): Promise<readonly StoredCommit[]>;
  /** Puts the commit if its sequence number is free; `taken` when another commit has it. An equal commit counts as ours. */
  append(commit: Commit): Promise<'appended' | 'taken'>;
}

/** The chains beside those of runs, in the same table and under the same condition: grants, views, and the gate's stop. */
export interface GateChains {
  /** The newest two stored commits in order, by one consistent read; fewer where there are fewer. */
  newest(chain: GrantId | ViewsId | typeof stopChain): Promise<readonly StoredCommit[]>;
  append(commit: GrantCommit | StopCommit | ViewsCommit): Promise<'appended' | 'taken'>;
}

/** The content table: bytes and salts outside the chain, with their own right to be erased. */
export interface Contents {
  put(
    runId: RunId,
    content: { readonly contentId: ContentId; readonly salt: Uint8Array; readonly bytes: Uint8Array },
  ): Promise<void>;
  /** `undefined` when erased. @throws Tampered when salt and bytes do not match the commitment. */
  get(runId: RunId, sealed: Sealed): Promise<Uint8Array | undefined>;
}

/** What a link stands for. */
export interface ApprovalLink {
  /** The part of the link that finds it, and proves nothing. */
  readonly locator: string;
  /** SHA-256 over the whole link, in hex. */
  readonly linkHash: string;
  readonly runId: RunId;
  readonly requestId: RequestId;
  readonly approverId: ApproverId;
  readonly noticeId: NoticeId;
}

/** Which notice the mail service's id of a mail stands for. */
export interface SentMail {
  readonly messageId: string;
  readonly runId: RunId;
  readonly noticeId: NoticeId;
}

/** Which run a session of the harness belongs to, so that the guard knows it. */
export interface OwnedSession {
  readonly sessionId: SessionId;
  readonly runId: RunId;
  readonly harnessArn: string;
  readonly epoch: number;
  /** Part of what a grant of this session is called by. */
  readonly grantSalt: string;
}

/** What the guard must know of a session before it lets it do anything. */
export interface SessionStanding extends OwnedSession {
  readonly stopped: boolean;
}

/** The operational table: secrets and what may be lost. */
export interface Operational {
  putLink(link: ApprovalLink): Promise<void>;
  /** Whoever asks has still to hold the link's hash against the link that was shown. */
  findLink(locator: string): Promise<ApprovalLink | undefined>;
  /** So that an event about the mail finds its notice. */
  putMail(mail: SentMail): Promise<void>;
  findMail(messageId: string): Promise<SentMail | undefined>;
  /** Keeps a token under its own key per entering; never overwrites one. */
  putTaskToken(entering: {
    readonly runId: RunId;
    readonly requestId: RequestId;
    readonly enteredAt: string;
    readonly taskToken: string;
  }): Promise<void>;
  newestTaskToken(runId: RunId, requestId: RequestId): Promise<string | undefined>;
  /** Says that a run owns a session; saying it again changes nothing. */
  putSession(session: OwnedSession): Promise<void>;
  /** Says that a session may use no tool any more; saying it again changes nothing, and nothing takes it back. */
  stopSession(sessionId: SessionId): Promise<void>;
  /** Consistent: no answer is older than a `stopSession` that returned before it was asked for. */
  findSession(sessionId: SessionId): Promise<SessionStanding | undefined>;
}

/** What is kept of a code that an approver was sent; the code itself is nowhere. */
export interface KeptCode {
  /** The notice that brought it. */
  readonly codeId: string;
  readonly linkHash: string;
  /** ISO instant. */
  readonly issuedAt: string;
  /** 64 hex digits. */
  readonly mac: string;
}

/** The codes of answers: put once each, never changed, and ended by themselves. */
export interface Codes {
  put(code: KeptCode): Promise<void>;
  /** Of a link only the newest code counts. */
  newest(linkHash: string): Promise<KeptCode | undefined>;
  /** Takes one of so many tries at a code: its number, or `undefined` where all were taken. */
  claimTry(codeId: string, most: number): Promise<number | undefined>;
}

/** Wakes a waiting execution; the callback carries `{}` and decides nothing. */
export interface Callback {
  wake(taskToken: string): Promise<'sent' | 'too-old'>;
}

/** What became of one invocation of an executor or a verifier. */
export type Invoked =
  /** JSON text, as the function gave it. */
  | { readonly kind: 'answered'; readonly text: string }
  /** The function ran and threw, or ran out of time. */
  | { readonly kind: 'failed'; readonly error: string; readonly message: string }
  /** Nobody knows whether it ran. */
  | { readonly kind: 'unanswered'; readonly error: string }
  /** It certainly did not run. */
  | { readonly kind: 'not-invoked'; readonly error: string };

/** Functions of others that the gate file names; each is invoked once, and never by the port itself again. */
export interface Executors {
  invoke(call: { readonly lambda: string; readonly payload: JsonObject; readonly timeoutMs: number }): Promise<Invoked>;
}

/** Signs what one executor is told, as a compact JWS. */
export interface ReceiptSigner {
  sign(claims: ReceiptClaims): Promise<string>;
}

/** Starts executions of this gate's own state machine. */
export interface Executions {
  /** `exists`: there is, or was in the last 90 days, an execution of that name. */
  start(execution: { readonly name: string; readonly input: JsonObject }): Promise<
    | {
        readonly kind: 'started';
        readonly executionArn: string;
        readonly machineArn: string;
        /** ISO instant with milliseconds, as the execution's own context spells it. */
        readonly executionStartedAt: string;
      }
    | { readonly kind: 'exists'; readonly executionArn: string }
  >;
}

/** The executions of this gate that are under way, page by page. */
export interface RunningRuns {
  running(next?: string): Promise<{ readonly runs: readonly RunId[]; readonly next?: string }>;
}

/** One invocation of the harness. */
export interface TurnRequest {
  readonly sessionId: SessionId;
  readonly actorId?: string;
  readonly messages: readonly HarnessMessage[];
  /** Stops reading, in milliseconds from now; the harness's own timeout ends before. */
  readonly cutAfterMs: number;
}

export type TurnAnswer =
  | { readonly kind: 'refused'; readonly error: string; readonly again: 'may-be-sent-again' | 'would-be-refused-again' }
  /** An answer that leaves open whether anything was started. */
  | { readonly kind: 'unanswered'; readonly error: string; readonly message: string }
  | { readonly kind: 'stream'; readonly events: AsyncIterable<StreamEvent> };

export interface Harness {
  invoke(request: TurnRequest): Promise<TurnAnswer>;
}

/** A message as SES or SNS takes it. */
export interface Message {
  readonly subject: string;
  readonly text: string;
  /** Absent for topics. */
  readonly html?: string;
}

export type SendAnswer =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'failed'; readonly error: string; readonly again: 'will-be-tried-again' | 'given-up' }
  /** The service may have taken it, and its answer was lost. */
  | { readonly kind: 'unanswered'; readonly error: string };

/** Whom a mail goes to; `inReplyTo` is the service's id of an earlier mail to them that this one follows. */
export interface MailTo {
  readonly address: string;
  readonly runId: RunId;
  readonly noticeId: NoticeId;
  readonly kind: NoticeKind;
  readonly inReplyTo?: string;
}

/** Sends a message to one mail address or topic, once: nothing is repeated behind the gate's back. */
export interface Courier {
  mail(to: MailTo, message: Message): Promise<SendAnswer>;
  publish(to: { readonly topicArn: string; readonly noticeId: NoticeId }, message: Message): Promise<SendAnswer>;
}

/** Milliseconds since 1970. */
export type Clock = () => number;

/** Fresh random material; tests give a counting one. */
export interface Randomness {
  id(): string;
  bytes(length: number): Uint8Array;
}
