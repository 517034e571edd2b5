import type { JsonProblem } from './json-cursor.ts';
import {
  type JsonPlace,
  type Problem,
  type ProblemPlace,
  type ProblemWords,
  type TurnedDownAt,
  worded,
} from './problem.ts';
import { jsonProblemWords } from './problem-json-words.ts';
import { schemaProblemWords } from './problem-schema-words.ts';
import { requestApproval } from './request-approval.ts';

/** A problem as the model reads it, and whoever reads English. */
export function problemWords(problem: Problem): string {
  return worded(englishProblems, problem);
}

/** Why a JSON text was refused, with the place in front. */
export function refusalWords({ place, why }: { readonly place: JsonPlace; readonly why: JsonProblem }): string {
  return `${jsonPlaceWords(place)}: ${problemWords(why)}`;
}

/** What is wrong, as a sentence's middle or a whole sentence, as each place needs it. */
export const englishProblems: ProblemWords = {
  ...jsonProblemWords,
  ...schemaProblemWords,

  'condition.none-holds': () => 'none of its conditions holds',
  'condition.holds-and-must-not': () => 'the condition that must not hold does',
  'condition.absent': ({ place }) => `${spell(place)} is not there`,
  'condition.no-number': ({ place }) => `${spell(place)} is not a number`,
  'condition.no-text': ({ place }) => `${spell(place)} is not a text`,
  'condition.other-type': ({ place, types }) => `${spell(place)} is not a ${types.join(' or ')}`,
  'condition.unit-undeclared': ({ place }) => `${spell(place)} has no declared unit`,
  'condition.unit-other': ({ place, unit }) => `${spell(place)} is counted in ${unit}`,
  'condition.unit-unsaid': ({ place, unit, saidAt }) =>
    `${spell(place)} is not said to be in ${unit ?? 'any unit'} at ${saidAt}`,
  'condition.compared': ({ place, value, comparison, number, unit }) =>
    `${spell(place)} is ${value}, not ${comparisons[comparison]} ${number}${unit === undefined ? '' : ` ${unit}`}`,
  'condition.not-equal': ({ place, value }) => `${spell(place)} is not ${JSON.stringify(value)}`,
  'condition.not-one-of': ({ place, values }) =>
    `${spell(place)} is none of ${values.map((value) => JSON.stringify(value)).join(', ')}`,
  'condition.not-beginning': ({ place, text }) => `${spell(place)} does not begin with ${JSON.stringify(text)}`,
  'condition.no-path': ({ place, directory }) => `${spell(place)} is no path that can be compared with ${directory}`,
  'condition.path-outside': ({ place, directory }) => `${spell(place)} leads out of ${directory}`,
  'limit.count': ({ made, most }) => `this run has made ${made} such calls, and ${most} are allowed`,
  'limit.negative': ({ at, value }) => `${at} is ${value}, and what is summed cannot be below 0`,
  'limit.earlier-uncounted': ({ at }) => `${at} of an earlier call of this run cannot be counted`,
  'limit.sum': ({ at, total, unit, before, most }) =>
    `${at} would come to ${total}${unit === undefined ? '' : ` ${unit}`} in this run, ${before} of it before, and ${most} is allowed`,

  misfit: ({ at, why }) => `At ${at === '' ? 'the input itself' : at}: ${problemWords(why)}`,
  beyond: ({ why }) => `${capital(problemWords(why))}.`,
  undecidable: ({ why }) => `${capital(problemWords(why))}, so the rules cannot be decided.`,
  unreadable: ({ place, why }) =>
    `The input could not be read without doubt.${place === undefined || why === undefined ? '' : ` At ${refusalWords({ place, why })}`}`,
  'third-identical': () => 'This is the third time that the same call is made, and nobody has decided anything since.',
  'unnamed-tool': ({ tool, named }) =>
    `The tool "${tool}" is not one that the gate file names. Named are: ${named.join(', ')}.`,
  'requester-claimed': () =>
    'This tool counts only in runs whose requester is known to AWS, and this one was started by hand.',
  'requester-erased': () =>
    'Who asked for this run was erased, and whoever that was may not decide on its calls. Nobody was asked.',
  'needs-before': ({ needed, tool }) => `${needed} must be called with success in this run before ${tool}.`,
  'not-their-words': ({ at }) => `${at} is not in the words of the person who asked, and must be taken from them.`,
  'turned-down': ({ outcome, where }) =>
    turnedDownWords[outcome](where === undefined ? '' : `, by ${whereWords(where)}`),
  'no-rule-holds': () => 'No rule of this tool lets such a call pass.',
  'too-many-at-once': () => 'Too many calls in one turn need an approval. Make fewer at once.',
  'approvals-used-up': () => 'This run has used up what caps.approvals allows.',
  'too-few-deciders': ({ needed, left }) =>
    `Whoever asked for this run may not decide on its calls, and of the ${needed} that must agree only ${left} of those who may are left. Nobody was asked. Say so: somebody else has to ask for it, or the gate file has to let more people decide.`,
  'wrapped-directly': ({ tool }) =>
    `${tool} is run by the harness, once it was approved. Call ${requestApproval} with {"tool": "${tool}", "arguments": {...}} first, then ${tool} with the very same arguments.`,
  'wrapped-members': () => `${requestApproval} takes two members: tool, a text, and arguments, an object.`,
  'wrapped-other': ({ granted, tool, isNamed }) =>
    `${requestApproval} is for ${granted.join(', ')}, and not for "${tool}".${isNamed === 'named' ? ` Call ${tool} itself.` : ''}`,

  'edit.too-often': ({ most }) => `The call was changed ${most} times. Allowed: approve it as it is now, or reject it.`,
  'edit.rules-gone': () => 'The rules that the call was judged by can no longer be opened.',
  'edit.input-erased': () => 'The arguments that would be changed were erased.',
  'edit.empty': () => unusable('given nothing; allowed: the whole arguments as one JSON value'),
  'edit.unreadable': ({ place, why }) => unusable(`at ${refusalWords({ place, why })}`),
  'edit.other-tool': ({ tool }) => unusable(`it would be a call of ${tool}`),
  'edit.misused': ({ why }) => unusable(problemWords(why)),
  'edit.nobody-asked': () => 'No rule says who could be asked about the edited call.',
  'edit.too-few-deciders': () =>
    'Too few people could decide on the edited call, since whoever asked for the run may not.',
  'edit.needs': ({ assurance }) => neededWords[assurance],
  'edit.refused-by-rule': ({ rule, because }) =>
    `The rule ${rule} refuses such a call${because === undefined ? '.' : `: ${because}`}`,
  'edit.unchanged': () => 'Nothing was changed. To say yes to it as it is, approve it.',
};

/** A place in a JSON text as people and models find it again. */
export function jsonPlaceWords({ pointer, offset }: JsonPlace): string {
  return `${pointer === '' ? 'the top level' : pointer}, offset ${offset}`;
}

function spell(place: ProblemPlace): string {
  if ('label' in place) return `the label ${place.label}`;
  return place.at === '' ? 'the input' : place.at;
}

const comparisons = { above: 'above', below: 'below', atMost: 'at most', atLeast: 'at least' } as const;

const turnedDownWords = {
  rejected: (where: string) => `The same call was rejected before in this run${where}. It is not asked again.`,
  'sent-back': (where: string) =>
    `The same call was sent back before in this run${where}. It is not asked again as it is${where === '' ? '.' : ": follow the instructions in that call's result."}`,
};

function whereWords({ by, requestId, toolUseId }: TurnedDownAt): string {
  return `${by.join(', ')} in ${requestId} (call ${toolUseId})`;
}

const neededWords = {
  link: 'The edited call has to be decided by somebody with a link of their own.',
  code: 'The edited call has to be decided with a code from your mailbox. Allowed: answer with one, or reject the call.',
  iam: 'The edited call has to be decided by a signed request, and this is a link. Allowed: edit it at the command line, or reject it.',
} as const;

function unusable(problem: string): string {
  return `The arguments cannot be used: ${problem}.`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
