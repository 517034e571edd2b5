import { expect, test } from 'vitest';
import type { ApproverId, NoticeId, RequestId, RunId, SessionId } from '../../lib/core/ids.ts';
import type { ApprovalLink, Operational } from '../../lib/gate/ports.ts';
import { newChain } from './ledger-contract.ts';

const request = 'request-1' as RequestId;
const entering = (runId: RunId, enteredAt: string, taskToken: string) => ({
  runId,
  requestId: request,
  enteredAt,
  taskToken,
});

/** What every store of links and tokens does. */
export function operationalContract(operational: () => Operational): void {
  test('a link is found by its locator, and by nothing else', async () => {
    const runId = newChain();
    const link: ApprovalLink = {
      locator: `locator of ${runId}`,
      linkHash: `hash of ${runId}`,
      runId,
      requestId: request,
      approverId: 'morgan' as ApproverId,
      noticeId: 'notice-1' as NoticeId,
    };
    await operational().putLink(link);
    expect(await operational().findLink(link.locator)).toEqual(link);
    expect(await operational().findLink(link.linkHash)).toBeUndefined();
    expect(await operational().findLink(runId)).toBeUndefined();
  });

  test('a mail is found by the id that the mail service gave it, and by nothing else', async () => {
    const runId = newChain();
    const mail = { messageId: `0100-${runId}`, runId, noticeId: 'notice-1' as NoticeId };
    await operational().putMail(mail);
    await operational().putMail(mail);
    expect(await operational().findMail(mail.messageId)).toEqual(mail);
    expect(await operational().findMail(mail.noticeId)).toBeUndefined();
  });

  test('a session is known as that of the run that said so, however often', async () => {
    const runId = newChain();
    const session = {
      sessionId: `session-${runId}` as SessionId,
      runId,
      harnessArn: 'arn:harness',
      epoch: 1,
      grantSalt: 'salt',
    };
    await operational().putSession(session);
    await operational().putSession(session);
    expect(await operational().findSession(session.sessionId)).toEqual({ ...session, stopped: false });
    expect(await operational().findSession(runId as string as SessionId)).toBeUndefined();
  });

  test('a session that was stopped stays so, also where it is said again whose it is, and no other one does', async () => {
    const runId = newChain();
    const session = {
      sessionId: `session-${runId}` as SessionId,
      runId,
      harnessArn: 'arn:harness',
      epoch: 0,
      grantSalt: 'salt',
    };
    const other = { ...session, sessionId: `other-${runId}` as SessionId };
    await operational().putSession(other);
    await operational().putSession(session);
    await operational().stopSession(session.sessionId);
    await operational().stopSession(session.sessionId);
    await operational().putSession(session);
    expect(await operational().findSession(session.sessionId)).toEqual({ ...session, stopped: true });
    expect(await operational().findSession(other.sessionId)).toEqual({ ...other, stopped: false });
  });

  test("a session that was stopped and that nobody owns is nobody's", async () => {
    const sessionId = `session-${newChain()}` as SessionId;
    await operational().stopSession(sessionId);
    expect(await operational().findSession(sessionId)).toBeUndefined();
  });

  test('the newest token is that of the newest entering, in whatever order they arrive', async () => {
    const runId = newChain();
    await operational().putTaskToken(entering(runId, '2026-03-02T09:00:00.100Z', 'second'));
    await operational().putTaskToken(entering(runId, '2026-03-02T08:59:59.900Z', 'first'));
    expect(await operational().newestTaskToken(runId, request)).toBe('second');
    await operational().putTaskToken(entering(runId, '2026-03-02T10:00:00.000Z', 'third'));
    expect(await operational().newestTaskToken(runId, request)).toBe('third');
  });

  test('a token that is put again stays where it is, and does not become the newest', async () => {
    const runId = newChain();
    const first = entering(runId, '2026-03-02T09:00:00.000Z', 'first');
    await operational().putTaskToken(first);
    await operational().putTaskToken(entering(runId, '2026-03-02T09:05:00.000Z', 'second'));
    await operational().putTaskToken(first);
    expect(await operational().newestTaskToken(runId, request)).toBe('second');
  });

  test('there is no token for a request that nobody waits for', async () => {
    const runId = newChain();
    await operational().putTaskToken(entering(runId, '2026-03-02T09:00:00.000Z', 'token'));
    expect(await operational().newestTaskToken(newChain(), request)).toBeUndefined();
    expect(await operational().newestTaskToken(runId, 'request-2' as RequestId)).toBeUndefined();
  });

  test('tokens as long as Step Functions makes them are kept whole', async () => {
    const runId = newChain();
    const token = 'A'.repeat(2048);
    await operational().putTaskToken(entering(runId, '2026-03-02T09:00:00.000Z', token));
    expect(await operational().newestTaskToken(runId, request)).toBe(token);
  });
}
