import type { ServerResponse } from 'node:http';
import type { InvokeTarget } from './invoke-request.ts';
import { type Answer, hasCompute, type SessionHost } from './invoke-session.ts';
import type { HarnessRules } from './rules.ts';
import { sendFailure } from './send-plan.ts';
import { notFound } from './wire-failure.ts';

type StopRequest = { readonly target: InvokeTarget; readonly host: SessionHost; readonly rules: HarnessRules };

/** Ends the session's compute; whatever stream is open is cut. What memory holds stays. */
export function stopSession(response: ServerResponse, { target, host, rules }: StopRequest): Answer {
  const stopper = host.busy.get(`${target.harnessArn} ${target.sessionId}`);
  stopper?.abort();
  const running = host.store.ofEveryActor(target).filter((session) => hasCompute(session, { rules, now: host.now() }));
  for (const session of running) host.store.save({ ...session, compute: 'gone' });
  if (running.length === 0 && stopper === undefined) {
    const failure = notFound(`There is no running session ${target.sessionId}`);
    sendFailure(response, failure);
    return { status: failure.status, error: failure.error, message: failure.message };
  }
  const headers = {
    'x-amzn-bedrock-agentcore-runtime-session-id': target.sessionId,
    'content-type': 'application/json',
  };
  response.writeHead(200, headers).end('{}');
  return { status: 200 };
}
