import { canonicalJson } from '../core/canonical-json.ts';
import type { Entry, TurnSends, TurnStarted } from '../core/entries.ts';
import { TurnNotStarted } from '../core/errors.ts';
import { grantSaltOf } from '../core/grant.ts';
import { type AttemptId, sessionIdOf } from '../core/ids.ts';
import { callsToRestate, type RestatedCall, restatement } from '../core/restatement.ts';
import { type CallState, callOfEpoch, type Run } from '../core/run.ts';
import { continueMessages, type HarnessMessage, promptMessages, resultMessages } from '../harness/messages.ts';
import { readTurn } from '../harness/read-turn.ts';
import type { AdvancePorts } from './advance-ports.ts';
import { answerCalls, resultFor } from './answer-calls.ts';
import { decideAndAppend } from './append.ts';
import { attemptOf, failTurn, settleTurn } from './end-turn.ts';
import { gateStop } from './gate-stop.ts';
import { openInput } from './opened-call.ts';
import { recordReading } from './record-reading.ts';
import { sealJson } from './seal.ts';
import { openStart } from './start-content.ts';
import { stopByGate } from './stop-by-gate.ts';

// The harness ends a turn by itself at timeoutSeconds; its last events still need a moment to arrive.
const cutMarginMs = 15_000;

/**
 * Takes one turn: the mark first, then the invoke, then what came of it. Whoever finds the mark knows that the turn may
 * have been sent, and nobody sends it twice.
 * @returns `start-erased`, with nothing done, when the start's text is gone, without which no message can be made
 * @throws TurnNotStarted when the harness refused the turn before anything was started: it may be sent again
 */
export async function takeTurn(
  ports: AdvancePorts,
  run: Run,
  turn: { readonly turn: number; readonly sends: TurnSends },
): Promise<'taken' | 'start-erased'> {
  const start = await openStart(ports, run);
  if (start === undefined) return 'start-erased';
  const messages = await messagesOf(ports, run, { sends: turn.sends, prompt: start.prompt });
  const attempt = await mark(ports, run, { ...turn, messages, runSalt: start.fingerprintSalt });
  if (attempt === undefined) return 'taken';
  // Behind the mark: a stop that comes later finds it, and one that came before is found here.
  const stop = await gateStop(ports);
  if (stop !== undefined) {
    await stopByGate(ports, run.id, { stop, first: (now) => notSent(now, attempt) });
    return 'taken';
  }
  const answer = await ports.harness.invoke({
    sessionId: attempt.sessionId,
    actorId: start.actor ?? run.id,
    messages,
    cutAfterMs: ports.gate.harness.timeoutSeconds * 1000 + cutMarginMs,
  });
  switch (answer.kind) {
    case 'refused': {
      const { error, again } = answer;
      await settleTurn(ports, run, {
        attempt,
        entries: [{ type: 'turn.refused', ...attemptOf(attempt), error, again }],
      });
      if (again === 'may-be-sent-again')
        throw new TurnNotStarted(`The harness refused the turn with ${error} before anything was started.`);
      return 'taken';
    }
    case 'unanswered': {
      const { error, message } = answer;
      await failTurn(ports, run, { attempt, trouble: { failure: 'unanswered', error, message } });
      return 'taken';
    }
    case 'stream':
      await recordReading(ports, run, { attempt, reading: await readTurn(answer.events) });
      return 'taken';
  }
}

function notSent(run: Run, attempt: TurnStarted): readonly Entry[] {
  const last = run.turns.at(-1);
  if (last?.started.attemptId !== attempt.attemptId || last.end !== undefined) return [];
  const refused = { error: 'Countersign.GateStopped', again: 'would-be-refused-again' } as const;
  return [{ type: 'turn.refused', ...attemptOf(attempt), ...refused }];
}

async function messagesOf(
  ports: AdvancePorts,
  run: Run,
  { sends, prompt }: { readonly sends: TurnSends; readonly prompt: string },
): Promise<readonly HarnessMessage[]> {
  switch (sends.kind) {
    case 'prompt':
      return promptMessages(prompt);
    case 'continue':
      return continueMessages();
    case 'results': {
      const calls = sends.toolUseIds
        .map((toolUseId) => callOfEpoch(run, toolUseId))
        .filter((call) => call !== undefined);
      return resultMessages(await answerCalls(ports, run, calls));
    }
    case 'restated': {
      const calls = await Promise.all(
        callsToRestate(run).map(async (call) => {
          const input = await openInput(ports, run, call);
          const { text } = await resultFor(ports, run, { call, input });
          // What the model asked for; what a person made of it stands in the result.
          const asked = call.original === undefined ? input : await openInput(ports, run, call.original);
          return {
            tool: call.name,
            input: asked.kind === 'value' ? canonicalJson(asked.value) : lostInputs[asked.kind],
            result: text,
            standing: standingOf(call),
          };
        }),
      );
      return promptMessages(restatement(prompt, calls));
    }
  }
}

function standingOf(call: CallState): RestatedCall['standing'] {
  if (call.grant !== undefined) return 'lapsed';
  return call.closed?.outcome === 'cancelled' ? 'void' : 'decided';
}

// A text that could not be read strictly is not told again: the new session would take it for an input that was.
const lostInputs = { refused: 'an input that could not be read', erased: 'an input that is gone' } as const;

async function mark(
  ports: AdvancePorts,
  run: Run,
  {
    turn,
    sends,
    messages,
    runSalt,
  }: {
    readonly turn: number;
    readonly sends: TurnSends;
    readonly messages: readonly HarnessMessage[];
    readonly runSalt: string;
  },
): Promise<TurnStarted | undefined> {
  const attempt = {
    type: 'turn.started' as const,
    turn,
    attemptId: ports.randomness.id() as AttemptId,
    epoch: run.epoch,
    sessionId: sessionIdOf(run.started, run.epoch),
    sends,
    mayRunUntil: new Date(ports.clock() + ports.functionTimeoutSeconds * 1000).toISOString(),
  };
  const { sessionId } = attempt;
  const [message] = await Promise.all([
    // Of every turn and anew at every attempt, the prompt's too: later code would make other words of the same record, and what is
    // kept is then what was sent without anybody having to know how some turn was put together.
    sealJson(ports, run.id, messages),
    // Before the mark: a session that speaks is known to the guard, which denies every tool of one that is not.
    ports.operational.putSession({
      sessionId,
      runId: run.id,
      harnessArn: run.started.harness.arn,
      epoch: run.epoch,
      grantSalt: grantSaltOf(runSalt, sessionId),
    }),
  ]);
  const started: TurnStarted = { ...attempt, message };
  // Only on the very head that this step was decided on: somebody faster has taken the turn or closed the run.
  const commit = await decideAndAppend(ports, run.id, (now) =>
    now?.head.hash === run.head.hash ? [started] : undefined,
  );
  return commit === undefined ? undefined : started;
}
