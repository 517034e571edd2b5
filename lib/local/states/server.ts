import type { DeskClock } from '../clock.ts';
import { listen } from '../http-server.ts';
import type { Desk } from './api/desk.ts';
import { serve } from './api/serve.ts';
import { openEngine } from './engine.ts';
import type { InvokeFunction } from './function-answer.ts';
import { type StatusChangeEvent, statusChangeEvent } from './status-change.ts';
import { openStore } from './store.ts';

export type StepFunctionsOptions = {
  /** @default any that is free */
  readonly port?: number;
  /** Where machines and executions are kept; made when it is not there. */
  readonly directory: string;
  readonly clock: DeskClock;
  readonly invokeFunction: InvokeFunction;
  readonly region: string;
  /** 12 digits; stands in the ARNs. */
  readonly account: string;
  /** Hears of every execution that has started, ended or been redriven, after it is on disk. @default nobody */
  readonly statusChanged?: (event: StatusChangeEvent) => void;
  /** Hears of faults of the server itself. @default nobody */
  readonly log?: (message: string, error: unknown) => void;
};

/** A running Step Functions. `url` is what AWS_ENDPOINT_URL_SFN takes. */
export type LocalStepFunctions = { readonly url: string; readonly close: () => Promise<void> };

/** Starts Step Functions on 127.0.0.1, and goes on with the executions that the directory holds. */
export async function startStepFunctions(options: StepFunctionsOptions): Promise<LocalStepFunctions> {
  const {
    directory,
    clock,
    invokeFunction,
    region,
    account,
    log = () => undefined,
    statusChanged = () => undefined,
  } = options;
  const place = { region, account };
  const onError = (error: unknown) => log('The local Step Functions had a fault', error);
  const store = openStore(directory);
  const engine = openEngine({
    store,
    clock,
    invokeFunction,
    place,
    onError,
    statusChanged: (run) => statusChanged(statusChangeEvent(run, { now: clock.now(), place })),
  });
  const machines = new Map(store.machines().map((machine) => [machine.arn, machine]));
  const desk: Desk = { place, clock, store, engine, machines };
  const { url, close } = await listen((request) => serve(request, desk), { port: options.port ?? 0, onError });
  return {
    url,
    close: async () => {
      await close();
      await engine.close();
    },
  };
}
