import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionState } from './session-state.ts';

/** What memory is scoped by. */
export type SessionKey = { readonly harnessArn: string; readonly sessionId: string; readonly actorId: string };

/** Sessions by their key; a save is whole or not at all. */
export type SessionStore = {
  readonly load: (key: SessionKey) => SessionState | undefined;
  readonly save: (session: SessionState) => void;
  /** The same session id under every actor that used it. */
  readonly ofEveryActor: (key: Omit<SessionKey, 'actorId'>) => readonly SessionState[];
};

/**
 * Sessions as files. A rename replaces a file as a whole, so that a process killed at any moment leaves the state before or
 * the state after; nothing is flushed to the disk, since a machine that loses power is not what is practised here.
 */
export function openSessionStore(directory: string): SessionStore {
  mkdirSync(directory, { recursive: true });
  const read = (file: string): SessionState | undefined => {
    try {
      return JSON.parse(readFileSync(join(directory, file), 'utf8'));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw new Error(`The session file ${file} cannot be read; delete it to forget the session`, { cause: error });
    }
  };
  return {
    load: (key) => read(fileName(key)),
    save: (session) => {
      const target = join(directory, fileName(session));
      writeFileSync(`${target}.new`, JSON.stringify(session));
      renameSync(`${target}.new`, target);
    },
    ofEveryActor: (key) =>
      readdirSync(directory)
        .filter((file) => file.startsWith(`${prefix(key)}-`) && file.endsWith('.json'))
        .flatMap((file) => read(file) ?? []),
  };
}

// Memory is scoped by actor and session: who comes back as another actor finds nothing.
function fileName(key: SessionKey): string {
  return `${prefix(key)}-${digest(key.actorId).slice(0, 8)}.json`;
}

function prefix(key: Omit<SessionKey, 'actorId'>): string {
  return digest(`${key.harnessArn}\n${key.sessionId}`).slice(0, 32);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
