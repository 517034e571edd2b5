import type { JsonScalar } from './scalar.ts';

/**
 * A closed set of conditions: each is decided at once, without a loop that the file could lengthen, and ends as holding, not
 * holding or failed. A missing place, another type or another unit is `failed`, never `not`.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | ({ readonly kind: 'exists' } & Place)
  | ({
      readonly kind: 'above' | 'below' | 'atMost' | 'atLeast';
      readonly number: number;
      readonly unit?: string;
    } & Place)
  | ({ readonly kind: 'equals'; readonly value: JsonScalar; readonly unit?: string } & Place)
  | ({ readonly kind: 'oneOf'; readonly values: readonly JsonScalar[]; readonly unit?: string } & Place)
  | ({ readonly kind: 'startsWith'; readonly text: string } & Place)
  /** A path that stays inside the directory after `.` and `..` are taken away; links on disk are not followed. */
  | ({ readonly kind: 'within'; readonly directory: string } & Place);

/** Where a condition looks: a JSON pointer into the call's arguments, or one of the run's labels. */
export type Place = { readonly at: string; readonly label?: never } | { readonly label: string; readonly at?: never };

/** One rule of a tool's ordered list: the first whose condition holds decides. */
export type RuleWhen = {
  /** The rule's place below the tool, as entries spell it: `rule` or `rules[2]`. */
  readonly name: string;
  /** Absent: always. */
  readonly when?: Condition;
  readonly rule: Rule;
};

/** `because` is told to the model. An `ask` names approvers, a topic or both. */
export type Rule =
  | { readonly kind: 'allow'; readonly because?: string }
  | { readonly kind: 'refuse'; readonly because?: string }
  | AskRule;

export type AskRule = {
  readonly kind: 'ask';
  /** People by id, groups resolved, nobody twice. */
  readonly approvers: readonly string[];
  readonly topic?: string;
  /** How many different people must say yes; `all` are all who are asked. */
  readonly quorum: number | 'all';
  /** Whether one no decides; else too few must be left who could still say yes. */
  readonly veto: boolean;
  /** Whether the person who asked for the run counts among those who may decide. */
  readonly requesterMayApprove: boolean;
  /** Whom mails go to, groups resolved. @default those who may decide */
  readonly notify?: readonly string[];
  /** Ascending, from the request. */
  readonly remindAfterSeconds: readonly number[];
  readonly escalate?: { readonly afterSeconds: number; readonly to: readonly string[] };
  readonly deadlineSeconds: number;
  /** How sure the gate must be who answers; a topic that is named says by itself that its readers will do. */
  readonly assurance: 'link' | 'code' | 'iam';
};

/** What no call of a run may go beyond, whoever would approve it. */
export type Limits = {
  /** Must hold for each call: amounts, targets, environments. */
  readonly each: readonly Condition[];
  /** Sums over this tool's calls in the run; open, unverified and verified ones count. */
  readonly sums: readonly { readonly at: string; readonly atMost: number; readonly unit?: string }[];
  /** This tool's calls in the run, counted alike. @default without bound */
  readonly count?: number;
};

/** An argument that must come from the words of the person who asked. */
export type Anchor = { readonly at: string; readonly notFound: 'refuse' | 'show' };

/** What an argument is counted in: always the same, or as another argument of the call says. */
export type Unit = { readonly kind: 'fixed'; readonly unit: string } | { readonly kind: 'at'; readonly at: string };

/** The function that carries an approved or allowed call out. Only the act function invokes it. */
export type Executor = {
  /** Exact, without version or alias. */
  readonly lambda: string;
  /** How often it is invoked at most, with the same key, when it answers `retry`. @default 3 */
  readonly attempts: number;
  /** Whether an invocation of which nobody knows the end may be repeated with the same key; otherwise it is unknown. */
  readonly idempotent: boolean;
  /** An action is not started later than this after the decision. @default 3600 */
  readonly actWithinSeconds: number;
  /** At most 600. @default 60 */
  readonly timeoutSeconds: number;
  readonly verifier?: { readonly lambda: string; readonly timeoutSeconds: number };
  /** Secrets that the executor's own role may read, and the role. */
  readonly credentials?: { readonly role: string; readonly secrets: readonly string[] };
};
