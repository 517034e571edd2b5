import { sha256Hex } from '../../lib/core/hashes.ts';
import type { ApprovalLink, Operational, OwnedSession, SentMail } from '../../lib/gate/ports.ts';

/** The operational table in memory: one key per entering, the newest entering first. */
export function memoryOperational(): Operational {
  const links = new Map<string, ApprovalLink>();
  const mails = new Map<string, SentMail>();
  const sessions = new Map<string, OwnedSession>();
  const stopped = new Set<string>();
  const tokens = new Map<string, Map<string, string>>();
  return {
    putSession: async (session) => {
      sessions.set(session.sessionId, session);
    },
    stopSession: async (sessionId) => {
      stopped.add(sessionId);
    },
    findSession: async (sessionId) => {
      const session = sessions.get(sessionId);
      return session === undefined ? undefined : { ...session, stopped: stopped.has(sessionId) };
    },
    putLink: async (link) => {
      links.set(link.locator, link);
    },
    findLink: async (locator) => links.get(locator),
    putMail: async (mail) => {
      mails.set(mail.messageId, mail);
    },
    findMail: async (messageId) => mails.get(messageId),
    putTaskToken: async ({ runId, requestId, enteredAt, taskToken }) => {
      const place = `${runId}/${requestId}`;
      const known = tokens.get(place) ?? new Map<string, string>();
      known.set(`${enteredAt}#${sha256Hex(taskToken)}`, taskToken);
      tokens.set(place, known);
    },
    newestTaskToken: async (runId, requestId) => {
      const known = tokens.get(`${runId}/${requestId}`);
      const newest = [...(known?.keys() ?? [])].sort().at(-1);
      return newest === undefined ? undefined : known?.get(newest);
    },
  };
}
