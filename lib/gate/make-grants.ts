import type { GrantMade } from '../core/action-entries.ts';
import { commitAfter } from '../core/commit.ts';
import { digestOf } from '../core/digest.ts';
import { LedgerContention } from '../core/errors.ts';
import { type GrantEntry, type GrantGranted, grantIdOf, grantSaltOf } from '../core/grant.ts';
import { type CommandId, type GrantId, sessionIdOf } from '../core/ids.ts';
import type { CallState, Run } from '../core/run.ts';
import { subjectInputOf, subjectNameOf } from '../core/wrapped-call.ts';
import { openInput } from './answer-calls.ts';
import { newestOfGrant } from './gate-chains.ts';
import type { Clock, Contents, GateChains, Randomness } from './ports.ts';
import { openStart } from './start-content.ts';

export interface GrantPorts {
  readonly chains: GateChains;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/**
 * Puts one grant for each of these calls, and gives what the run's chain is to say of them; `erased` when what they are for is
 * gone. Nothing passes by it before the session is told, and the guard looks at the stop once more.
 */
export async function makeGrants(
  ports: GrantPorts,
  run: Run,
  calls: readonly CallState[],
): Promise<readonly GrantMade[] | 'erased'> {
  const start = await openStart(ports, run);
  if (start === undefined) return 'erased';
  const made: GrantMade[] = [];
  for (const call of calls) {
    const opened = await openInput(ports, run, call);
    if (opened.kind !== 'value') return 'erased';
    const sessionId = sessionIdOf(run.started, call.epoch);
    const policyVersion = call.policy?.policyVersion ?? '';
    const grantId = grantIdOf({
      salt: grantSaltOf(start.fingerprintSalt, sessionId),
      sessionId,
      harnessArn: run.started.harness.arn,
      policyVersion,
      tool: subjectNameOf(call),
      input: subjectInputOf(call, opened.value),
    });
    const { epoch, toolUseId } = call;
    const granted = await putGrant(ports, grantId, {
      type: 'grant.granted',
      runId: run.id,
      epoch,
      toolUseId,
      digest: digestOf(run, call, policyVersion),
      until: endOf(run, call, ports.clock()),
    });
    made.push({ type: 'grant.made', epoch, toolUseId, grantId, until: granted.until });
  }
  return made;
}

// As many as can be asked about at once, and one more.
const attempts = 40;

/** Once per call that asked for it: a grant that was put before the run's chain could say so is found again. */
async function putGrant(ports: GrantPorts, grantId: GrantId, granted: GrantGranted): Promise<GrantGranted> {
  const commandId = ports.randomness.id() as CommandId;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const newest = await newestOfGrant(ports, grantId);
    const ours = newest.flatMap(({ entries }) => entries).find((entry) => isSameGrant(entry, granted));
    if (ours !== undefined) return ours;
    const at = new Date(ports.clock()).toISOString();
    const commit = commitAfter(newest.at(-1), { chain: grantId, at, commandId, entries: [granted as GrantEntry] });
    if ((await ports.chains.append(commit)) === 'appended') return granted;
  }
  throw new LedgerContention(`Nothing could be appended to ${grantId} in ${attempts} attempts.`);
}

function isSameGrant(entry: GrantEntry, granted: GrantGranted): entry is GrantGranted {
  return entry.type === 'grant.granted' && entry.runId === granted.runId && entry.toolUseId === granted.toolUseId;
}

// What rules allowed asks nobody and has no deadline; it must outlast the wait for those that were asked about beside it.
const allowedForMs = 3_600_000;

function endOf(run: Run, call: CallState, now: number): string {
  if (call.requested !== undefined) return call.requested.deadline;
  const beside = run.calls.filter((other) => other.epoch === call.epoch && other.handedIn === call.handedIn);
  const deadlines = beside.flatMap(({ requested }) =>
    requested === undefined ? [] : [Date.parse(requested.deadline)],
  );
  return new Date(Math.max(now, ...deadlines) + allowedForMs).toISOString();
}
