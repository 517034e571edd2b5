import type { HookEvent } from './hooks.ts';
import { type FrameMaker, frameMaker, type StreamFrame } from './stream-events.ts';
import type { TurnDraft } from './turn-draft.ts';

/** What the hooks of one event are told. */
export type HookQuestion = { readonly event: HookEvent; readonly context: Readonly<Record<string, unknown>> };

/** What came of one hook; without a decision where nobody waited for one. */
export type HookAnswer = {
  readonly hookEventId: string;
  readonly name: string;
  readonly decision?: 'allow' | 'deny';
  /** At most 1024 characters. */
  readonly reason?: string;
};

/** Something that is worked out with questions to hooks on the way: the working out stays pure, and whoever drives it waits. */
export type Hooked<T> = Generator<HookQuestion, T, readonly HookAnswer[]>;

/** The first hook that denied, if any did: one is enough. */
export type Denial = { readonly hook: string; readonly reason: string };

/** Asks the hooks of an event and streams what they decided. */
export function* askHooks(draft: TurnDraft, question: HookQuestion): Hooked<Denial | undefined> {
  const { frames, denial } = yield* hookFrames(question, frameMaker(draft.input.rules.eventDelayMs));
  draft.frames.push(...frames);
  return denial;
}

/** As askHooks, for events that do not belong at the end of what was streamed so far. */
export function* hookFrames(
  question: HookQuestion,
  make: FrameMaker,
): Hooked<{ readonly frames: readonly StreamFrame[]; readonly denial: Denial | undefined }> {
  const answers = yield question;
  const denied = answers.find(({ decision }) => decision === 'deny');
  return {
    frames: answers.map(({ hookEventId, name, decision, reason }) =>
      make('hookEvent', {
        hookEventId,
        name,
        type: question.event,
        ...(decision === undefined ? {} : { decision }),
        ...(reason === undefined ? {} : { reason }),
      }),
    ),
    denial: denied && { hook: denied.name, reason: denied.reason ?? 'it gave no reason' },
  };
}

/** Works it out as if there were no hooks. */
export function withoutHooks<T>(work: Hooked<T>): T {
  let step = work.next([]);
  while (step.done !== true) step = work.next([]);
  return step.value;
}

/** Works it out, waiting for each answer. */
export async function withHooks<T>(
  work: Hooked<T>,
  ask: (question: HookQuestion) => Promise<readonly HookAnswer[]>,
): Promise<T> {
  let step = work.next([]);
  while (step.done !== true) step = work.next(await ask(step.value));
  return step.value;
}
