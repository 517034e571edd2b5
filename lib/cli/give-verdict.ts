import type { Choice } from '../core/action-entries.ts';
import type { VerdictKind } from '../core/approval-entries.ts';
import { shortForm } from '../core/hashes.ts';
import { isVeto, verdictsOn } from '../core/quorum.ts';
import { type Asked, type CallState, guardOf, isQuestion, type QuestionState, type Run } from '../core/run.ts';
import { plainVisible } from '../core/visible-text.ts';
import { subjectInputOf } from '../core/wrapped-call.ts';
import { openStart } from '../gate/start-content.ts';
import { carefulLines } from './careful-lines.ts';
import { shownEdit } from './change-lines.ts';
import { editedLines } from './edited-lines.ts';
import { exitCodes } from './exit-codes.ts';
import { type FoundRequest, findRequest, nameOfAsked, type ShownCall, shownCall } from './find-request.ts';
import type { CliHost, CommandContext } from './ports.ts';
import { answersTo, quorumWords, saidWords } from './quorum-words.ts';
import { codeOfAnswer, tellAnswer } from './route-answer.ts';
import { requesterOf } from './run-list.ts';
import { saidBelow, saidBeside } from './said-text.ts';

export interface VerdictWords {
  readonly requestId: string;
  readonly verdict: VerdictKind;
  /** One call of the request. @default each open one in turn */
  readonly toolUseId?: string;
  readonly comment?: string;
  /** Of `edit`: the whole arguments as one JSON text. */
  readonly edited?: string;
  /** Of `answer`: the choice about a run, or the words that are the result of a question. */
  readonly said?: string;
  /** `said` stands for `y` where nobody can be asked. */
  readonly yes: 'said' | 'to be asked';
}

interface VerdictContext extends CommandContext {
  readonly ask?: CliHost['ask'];
}

/**
 * Answers a request through the signed route, where the same code decides as behind the page. All arguments are shown first;
 * then exactly `y` sends the verdict, bound to the digest of what was shown.
 */
export async function giveVerdict(words: VerdictWords, context: VerdictContext): Promise<number> {
  const { ports, out, ask } = context;
  const request = await findRequest(ports, words.requestId);
  if (request === undefined) {
    out.error(
      `There is no request ${words.requestId}. Allowed: a request's id, as countersign requests --open lists them.`,
    );
    return exitCodes.notFound;
  }
  const chosen = chooseCalls(request, { words, json: context.json });
  if (typeof chosen === 'string') {
    out.error(chosen);
    return exitCodes.usage;
  }
  const unfit = chosen.map((call) => unfitFor(call, words)).find((why) => why !== undefined);
  if (unfit !== undefined) {
    out.error(unfit);
    return exitCodes.usage;
  }
  if (chosen.length === 0) {
    const { requestId, run, calls } = request;
    out.error(`Nothing of ${requestId} is open any more: ${calls.map((call) => standing(run, call)).join('; ')}.`);
    return exitCodes.findings;
  }
  if (words.yes === 'to be asked' && ask === undefined) {
    out.error('There is no terminal to ask at. Allowed: --yes, which stands for the y that nobody can type.');
    return exitCodes.usage;
  }
  if (words.yes === 'said' && ask !== undefined) {
    // Said before the arguments were shown, it would be a yes to something that nobody has looked at.
    out.error('--yes at a terminal; allowed: leave it out, and type y after the arguments were shown.');
    return exitCodes.usage;
  }
  let code: number = exitCodes.ok;
  for (const call of chosen) {
    const one = await answerCall(wordsFor(call, words), { request, call, context });
    if (one !== exitCodes.ok) code = one;
  }
  return code;
}

/** `answer` says how a run goes on, or has the words for a question of the agent's: which of them, the request says. */
function wordsFor(asked: Asked, words: VerdictWords): VerdictWords {
  const { said } = words;
  if (said === undefined) return words;
  return isQuestion(asked)
    ? { ...words, verdict: verdictsOn(asked).find((choice) => choice === said) ?? 'answer' }
    : { ...words, verdict: 'answer', comment: said };
}

/** Why nothing of this kind can be said to a call or question; `undefined` where it can. */
function unfitFor(asked: Asked, words: VerdictWords): string | undefined {
  const { requestId, verdict, said, comment } = words;
  const offers = verdictsOn(asked);
  if (!offers.includes(wordsFor(asked, words).verdict)) {
    const command = isQuestion(asked) ? `countersign answer ${requestId} with one of` : 'countersign';
    return `${said ?? verdict} is no answer to this request; allowed: ${command} ${offers.join(', ')}`;
  }
  if (verdict === 'revise' && (comment ?? '').trim() === '')
    return 'revise without --comment; allowed: --comment with what the agent is to do instead, since nothing else tells it';
  if (said === undefined || isQuestion(asked)) return undefined;
  if (said.trim() === '') return 'answer without words; allowed: the words that are the result of the question';
  return comment === undefined
    ? undefined
    : '--comment beside an answer; allowed: leave it out, since the answer itself is all that the agent is told';
}

function chooseCalls(
  { run, open, calls }: FoundRequest,
  { words, json }: { readonly words: VerdictWords; readonly json: CommandContext['json'] },
): readonly (CallState | QuestionState)[] | string {
  const { toolUseId, yes, verdict } = words;
  if (toolUseId !== undefined) {
    const named = calls.filter((call) => call.toolUseId === toolUseId);
    const list = calls.map((call) => call.toolUseId).join(', ');
    if (named.length === 0) return `--call: given ${toolUseId}; allowed: ${list}`;
    return named.filter((call) => open.includes(call) || isUndelivered(run, call));
  }
  // A question stands alone in its request, so nobody has to name it.
  if (open.length === 0) return calls.filter((call) => isQuestion(call) && isUndelivered(run, call));
  if (open.length < 2) return open;
  const one = `with ${open.length} open calls; allowed: --call with one of ${open.map((call) => call.toolUseId).join(', ')}`;
  if (verdict === 'edit' || verdict === 'answer') return `${verdict} ${one}`;
  // A yes is to what was looked at, and nobody looks between the calls.
  if (yes === 'said') return `--yes ${one}`;
  // Standard output is one document, the answer to one verdict.
  return json === 'json' ? `--json ${one}` : open;
}

async function answerCall(
  { verdict, comment, edited, yes }: VerdictWords,
  {
    request,
    call,
    context,
  }: { readonly request: FoundRequest; readonly call: CallState | QuestionState; readonly context: VerdictContext },
): Promise<number> {
  const { ports, out, ask } = context;
  const { run, requestId } = request;
  const shown = await shownCall(ports, run, call);
  // In JSON mode standard output is one document, and whoever is asked reads the other stream.
  const show = context.json === 'json' ? out.error : out.line;
  for (const line of await callLines(context, { request, call, shown })) show(line);
  if (shown.kind === 'differs') {
    out.error(
      'The stored call is not the one that was asked about. Nothing was sent; verify the run: countersign audit verify.',
    );
    return exitCodes.findings;
  }
  if (shown.kind === 'erased' && !isVeto(verdict)) {
    out.error(
      isQuestion(call)
        ? 'What was recorded about it was erased, so nobody can see what would go on. Nothing was sent; end the run instead.'
        : 'The arguments were erased, so nobody can see what would be approved. Nothing was sent; reject it instead.',
    );
    return exitCodes.findings;
  }
  if (edited !== undefined && shown.kind === 'whole' && !isQuestion(call)) {
    const edit = shownEdit(subjectInputOf(call, shown.input), edited);
    if (edit.kind === 'unusable') {
      out.error(edit.why);
      return exitCodes.usage;
    }
    for (const line of edit.lines) show(line);
  }
  if (yes !== 'said') {
    const answer = await ask?.(`${askedWords[verdict]}? Type y; anything else sends nothing: `);
    if (answer !== 'y') {
      out.error('Nothing was sent.');
      return exitCodes.findings;
    }
  }
  const digest = call.requested?.digest ?? '';
  const answer = await ports.route('/verdicts', {
    runId: run.id,
    requestId,
    toolUseId: call.toolUseId,
    digest,
    verdict,
    ...(comment === undefined ? {} : { comment }),
    ...(edited === undefined ? {} : { edited }),
  });
  tellAnswer(
    answer,
    context,
    `The verdict ${verdict} on ${plainVisible(nameOfAsked(call))} (${shortForm(digest)}) was recorded.`,
  );
  return codeOfAnswer(answer);
}

const askedWords: Readonly<Record<VerdictKind, string>> = {
  approve: 'Approve this call',
  edit: 'Approve this call with these changes',
  reject: 'Reject this call',
  revise: 'Send this call back with these instructions',
  answer: 'Answer this question',
  continue: 'Let the run go on',
  restart: 'Let the run begin again in a new session',
  end: 'End the run',
};

async function callLines(
  { ports }: CommandContext,
  {
    request,
    call,
    shown,
  }: { readonly request: FoundRequest; readonly call: CallState | QuestionState; readonly shown: ShownCall },
): Promise<readonly string[]> {
  const { run, requestId } = request;
  const prompt = (await openStart(ports, run))?.prompt ?? '(erased)';
  const input = shown.kind === 'whole' ? JSON.stringify(shown.input, null, 2) : '(not there)';
  return [
    `Request    ${requestId} of ${run.id}`,
    ...(guardOf(run) === 'unguarded'
      ? ['Guard      UNGUARDED: the harness can run tools of its own without anybody']
      : []),
    `Requester  ${plainVisible(await requesterOf(ports, run), { lines: 'one' })}`,
    ...saidBeside('Task       ', prompt),
    ...(isQuestion(call)
      ? [`Question   ${nameOfAsked(call)}`]
      : [`Tool       ${plainVisible(nameOfAsked(call), { lines: 'one' })}`]),
    ...approvalLines(call),
    `Deadline   ${call.requested?.deadline ?? ''}`,
    ...(isQuestion(call) ? [] : [`Approving  ${approvingWords[call.policy?.carriedOutBy ?? 'agent']}`]),
    `Digest     ${call.requested?.digest ?? ''}`,
    ...(isQuestion(call) ? call.raised.choices.map((choice) => `Choice     ${choice}: ${choiceWords[choice]}`) : []),
    ...(isQuestion(call) ? [] : (call.policy?.notInRequest ?? [])).map(
      (place) => `Not asked  ${place} is not in the words of the person who asked`,
    ),
    ...carefulLines(input),
    ...(isQuestion(call) ? [] : await editedLines(ports, run, call)),
    isQuestion(call) ? 'All that is recorded about it:' : 'Arguments, all of them:',
    ...saidBelow(input).map((line) => `  ${line}`),
  ];
}

const choiceWords: Readonly<Record<Choice, string>> = {
  continue: 'it goes on until the same limit is used up once more',
  restart: 'a new session is told what was done; what the lost turn did may be done again',
  end: 'nothing more is sent to the agent',
};

const approvingWords = {
  agent: 'only tells the agent that it may go on; the gate itself does nothing',
  gate: 'makes the gate itself carry this out',
  harness: 'lets exactly this call pass, once, until the deadline; any other is stopped',
} as const;

/** Whoever answers is to know whether theirs decides, and who has answered before. */
function approvalLines(call: Asked): readonly string[] {
  const answers = answersTo(call);
  const far = quorumWords(answers, call.closed === undefined ? 'open' : call.closed.outcome);
  const no =
    call.requested?.no === 'majority'
      ? [`No         one no does not decide; it ends when too few are left who could say yes`]
      : [];
  return [
    ...far.map((words) =>
      answers.choices === undefined
        ? `Approvals  ${answers.quorum} people must approve; ${words}`
        : `Quorum     ${answers.quorum} people must say so before it goes on; ${words}`,
    ),
    ...(answers.quorum < 2 && call.requested?.no === undefined ? [] : no),
    ...saidWords(answers).map((words) => `Answered   ${words}`),
  ];
}

function standing(run: Run, call: CallState | QuestionState): string {
  const again = isUndelivered(run, call)
    ? `, which the agent has not heard yet: --call ${call.toolUseId} sends it again`
    : '';
  return `${plainVisible(nameOfAsked(call))} is ${call.closed?.outcome ?? 'due'}${again}`;
}

/** Answered by people, and the run was perhaps not woken: the same verdict once more wakes it, and changes nothing. */
function isUndelivered(run: Run, call: CallState | QuestionState): boolean {
  if (run.finished !== undefined || call.closed === undefined || call.closed.verdicts.length === 0) return false;
  if (!isQuestion(call)) return !call.delivered;
  const newest = run.turns.at(-1)?.startedAt;
  return newest === undefined || Date.parse(newest) < Date.parse(call.closed.at);
}
