import type { JsonProblems } from './problem-json.ts';
import type { SchemaProblems } from './problem-schema.ts';
import type { JsonScalar } from './scalar.ts';

/** Where something is wrong: a JSON pointer into the arguments ('' is all of them), or a label of the run. */
export type ProblemPlace = { readonly at: string } | { readonly label: string };

/** Conditions, limits and sums that do not hold, or cannot be decided. */
export interface ConditionProblems {
  'condition.none-holds': object;
  'condition.holds-and-must-not': object;
  'condition.absent': { readonly place: ProblemPlace };
  'condition.no-number': { readonly place: ProblemPlace };
  'condition.no-text': { readonly place: ProblemPlace };
  /** `types` as JavaScript names them. */
  'condition.other-type': { readonly place: ProblemPlace; readonly types: readonly string[] };
  'condition.unit-undeclared': { readonly place: ProblemPlace };
  'condition.unit-other': { readonly place: ProblemPlace; readonly unit: string };
  'condition.unit-unsaid': { readonly place: ProblemPlace; readonly unit?: string; readonly saidAt: string };
  'condition.compared': {
    readonly place: ProblemPlace;
    readonly value: number;
    readonly comparison: 'above' | 'below' | 'atMost' | 'atLeast';
    readonly number: number;
    readonly unit?: string;
  };
  'condition.not-equal': { readonly place: ProblemPlace; readonly value: JsonScalar };
  'condition.not-one-of': { readonly place: ProblemPlace; readonly values: readonly JsonScalar[] };
  'condition.not-beginning': { readonly place: ProblemPlace; readonly text: string };
  'condition.no-path': { readonly place: ProblemPlace; readonly directory: string };
  'condition.path-outside': { readonly place: ProblemPlace; readonly directory: string };
  'limit.count': { readonly made: number; readonly most: number };
  'limit.negative': { readonly at: string; readonly value: number };
  'limit.earlier-uncounted': { readonly at: string };
  /** Sums as decimal texts: they need not be doubles. */
  'limit.sum': {
    readonly at: string;
    readonly total: string;
    readonly unit?: string;
    readonly before: string;
    readonly most: number;
  };
}

/** What the policy says of a call, beside its conditions. */
interface PolicyProblems {
  /** One of the two below at a place of the arguments. */
  misfit: { readonly at: string; readonly why: ProblemOf<keyof SchemaProblems> };
  beyond: { readonly why: ProblemOf<keyof ConditionProblems> };
  undecidable: { readonly why: ProblemOf<keyof ConditionProblems> };
  unreadable: { readonly place?: JsonPlace; readonly why?: ProblemOf<keyof JsonProblems> };
  'third-identical': object;
  'unnamed-tool': { readonly tool: string; readonly named: readonly string[] };
  'requester-claimed': object;
  'requester-erased': object;
  'needs-before': { readonly needed: string; readonly tool: string };
  'not-their-words': { readonly at: string };
  /** `where` is absent where it is only tried. */
  'turned-down': { readonly outcome: 'rejected' | 'sent-back'; readonly where?: TurnedDownAt };
  'no-rule-holds': object;
  'too-many-at-once': object;
  'approvals-used-up': object;
  'too-few-deciders': { readonly needed: number; readonly left: number };
  'wrapped-directly': { readonly tool: string };
  'wrapped-members': object;
  'wrapped-other': {
    readonly granted: readonly string[];
    readonly tool: string;
    readonly isNamed: 'named' | 'unnamed';
  };
}

/** Why a person's edit is refused. */
interface EditProblems {
  'edit.too-often': { readonly most: number };
  'edit.rules-gone': object;
  'edit.input-erased': object;
  'edit.empty': object;
  'edit.unreadable': { readonly place: JsonPlace; readonly why: ProblemOf<keyof JsonProblems> };
  'edit.other-tool': { readonly tool: string };
  'edit.misused': { readonly why: ProblemOf<keyof PolicyProblems> };
  'edit.nobody-asked': object;
  'edit.too-few-deciders': object;
  'edit.needs': { readonly assurance: 'link' | 'code' | 'iam' };
  /** `because` in the gate file's words. */
  'edit.refused-by-rule': { readonly rule: string; readonly because?: string };
  'edit.unchanged': object;
}

/** The value that was being read, as a JSON pointer ('' is the top level), and the offset in UTF-16 code units. */
export interface JsonPlace {
  readonly pointer: string;
  readonly offset: number;
}

/** Who turned the same call down, and in which request. */
export interface TurnedDownAt {
  readonly by: readonly string[];
  readonly requestId: string;
  readonly toolUseId: string;
}

interface ProblemParameters extends ConditionProblems, SchemaProblems, JsonProblems, PolicyProblems, EditProblems {}

export type ProblemKind = keyof ProblemParameters;

/** A problem of one of these kinds, with what its words need. */
export type ProblemOf<K extends ProblemKind> = { [P in K]: { readonly kind: P } & ProblemParameters[P] }[K];

/** What is wrong, apart from the words for it: the model reads them in English, a person in their own language. */
export type Problem = ProblemOf<ProblemKind>;

/** The words of one language for every kind of problem. */
export type ProblemWords = { readonly [K in ProblemKind]: (problem: ProblemOf<K>) => string };

/** Puts a problem into the words of a language. */
export function worded<K extends ProblemKind>(
  words: { readonly [P in K]: (problem: ProblemOf<P>) => string },
  problem: ProblemOf<K>,
): string {
  return words[problem.kind](problem);
}
