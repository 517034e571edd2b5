import { join } from 'node:path';
import { type MovableClock, movableClock } from './clock.ts';
import { lockDirectory } from './directory-lock.ts';
import { type Listening, type ListenOptions, listen, type WireRequest, type WireResponse } from './http-server.ts';
import { openPorts, type Ports } from './ports.ts';
import type { DeskLog } from './thread.ts';

export type Answer = (request: WireRequest) => Promise<WireResponse>;

/** A desk that holds its directory, with its clock and no service yet. */
export type Opening = {
  readonly directory: string;
  readonly clock: MovableClock;
  readonly log: DeskLog;
  /** Starts a service on the port that is its own, to be closed with the desk. */
  readonly started: <Started extends { readonly url: string; readonly close: () => Promise<void> }>(
    name: string,
    start: (port: number) => Promise<Started>,
  ) => Promise<Started>;
  /** Listens at once and answers when there is something to answer with: addresses are needed before what is behind them. */
  readonly later: (
    name: string,
    answer: Promise<Answer>,
    limits?: Pick<ListenOptions, 'maxBodyBytes' | 'hosts'>,
  ) => Promise<Listening>;
  readonly rememberPorts: Ports['remember'];
};

export type OpeningOptions = {
  readonly directory: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly log: DeskLog;
  /** Is told how to close whatever has been opened, in order. */
  readonly opened: (close: () => unknown) => void;
};

/** @throws Error when another desk has the directory */
export async function openDirectory({ directory, ports: wanted, log, opened }: OpeningOptions): Promise<Opening> {
  const lock = await lockDirectory(directory);
  opened(lock.release);
  const clock = movableClock({ file: join(directory, 'clock'), onError: (error) => log('clock', String(error)) });
  opened(clock.close);
  const ports = openPorts({ directory, wanted, log });
  const started: Opening['started'] = async (name, start) => {
    const service = await ports.start(name, start);
    opened(service.close);
    return service;
  };
  const later: Opening['later'] = (name, answer, limits = {}) => {
    const onError = (error: unknown) => log(name, String(error));
    return started(name, (port) => listen(async (request) => (await answer)(request), { port, ...limits, onError }));
  };
  return { directory, clock, log, started, later, rememberPorts: ports.remember };
}
