import type { MovableClock } from './clock.ts';
import { type HarnessOptions, startHarness } from './harness/start-harness.ts';
import type { DeskLog } from './thread.ts';

/** Which harness the functions talk to. */
export type DeskHarness =
  /** Scripted agents in this process. */
  | {
      readonly kind: 'embedded';
      readonly harnesses: HarnessOptions['harnesses'];
      readonly settings?: HarnessOptions['settings'];
    }
  /** The real one, with the user's own credentials: `env` is what the SDK reads them from (AWS_ACCESS_KEY_ID, AWS_PROFILE). */
  | { readonly kind: 'aws'; readonly env: Readonly<Record<string, string>> };

/** What the desk has to know of either. */
export type HarnessPart = {
  /** undefined: the real one, at AWS's own address. */
  readonly url: string | undefined;
  readonly credentials: Readonly<Record<string, string>> | undefined;
  /** @throws Error when time must not be moved */
  readonly beforeAdvance: () => void;
};

type Surroundings = {
  readonly directory: string;
  readonly clock: MovableClock;
  readonly log: DeskLog;
  /** For the hooks of the embedded harness. */
  readonly invokeFunction: NonNullable<HarnessOptions['invokeFunction']>;
  readonly started: <Started extends { readonly url: string; readonly close: () => Promise<void> }>(
    name: string,
    start: (port: number) => Promise<Started>,
  ) => Promise<Started>;
};

export async function startDeskHarness(
  harness: DeskHarness,
  { directory, clock, log, invokeFunction, started }: Surroundings,
): Promise<HarnessPart> {
  if (harness.kind === 'aws') {
    // AWS refuses signatures that are more than minutes old or young.
    if (clock.offset() !== 0) {
      throw new Error(
        `The clock of this desk was put forward by ${clock.offset()} ms, and the real harness refuses requests of another time. Give the desk another directory`,
      );
    }
    return {
      url: undefined,
      credentials: harness.env,
      beforeAdvance: () => {
        throw new Error(
          'The clock cannot be moved while the harness is the real one: AWS refuses requests of another time',
        );
      },
    };
  }
  const { harnesses, settings } = harness;
  const { url } = await started('bedrock-agentcore', (port) =>
    startHarness({
      port,
      host: '127.0.0.1',
      directory,
      clock,
      harnesses,
      invokeFunction,
      ...(settings && { settings }),
      log: (line) => log('harness', line),
    }),
  );
  return { url, credentials: undefined, beforeAdvance: () => {} };
}
