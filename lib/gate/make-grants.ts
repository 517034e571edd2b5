import type { GrantMade } from '../core/action-entries.ts';
import { commitAfter } from '../core/commit.ts';
import { actionDigest } from '../core/covered.ts';
import { LedgerContention } from '../core/errors.ts';
import type { GateFile } from '../core/gate-file.ts';
import { type GrantEntry, type GrantGranted, grantIdOf, grantSaltOf } from '../core/grant.ts';
import { type CommandId, type GrantId, sessionIdOf } from '../core/ids.ts';
import { type GrantSubject, grantSubjectOf } from '../core/may-grant.ts';
import type { CallState, Run } from '../core/run.ts';
import { newestOfGrant } from './gate-chains.ts';
import { gateOfCall } from './gate-of-version.ts';
import { openInput } from './opened-call.ts';
import type { Clock, Contents, GateChains, Randomness } from './ports.ts';
import { openStart } from './start-content.ts';

export interface GrantPorts {
  readonly gate: GateFile;
  readonly chains: GateChains;
  readonly contents: Contents;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** Why there is no grant: what it is for is gone, the rules that judged it are, or they do not let it pass. */
export type NoGrant = 'start-erased' | 'policy-changed' | 'grant-refused';

/**
 * Puts one grant for each of these calls, and gives what the run's chain is to say of them; or why no grant is made at all.
 * Nothing passes by it before the session is told, and the guard looks at the stop once more.
 */
export async function makeGrants(
  ports: GrantPorts,
  run: Run,
  calls: readonly CallState[],
): Promise<readonly GrantMade[] | NoGrant> {
  const start = await openStart(ports, run);
  if (start === undefined) return 'start-erased';
  const subjects: { readonly call: CallState; readonly subject: GrantSubject }[] = [];
  for (const call of calls) {
    const subject = await subjectFor(ports, run, { call, labels: start.labels ?? {} });
    // Whatever let it come here, it was not the rules: whoever wrote that may have written more, and no grant is made.
    if (typeof subject === 'string') return subject;
    subjects.push({ call, subject });
  }
  const made: GrantMade[] = [];
  for (const { call, subject } of subjects) {
    made.push(await makeGrant(ports, run, { call, subject, runSalt: start.fingerprintSalt }));
  }
  return made;
}

async function subjectFor(
  ports: GrantPorts,
  run: Run,
  { call, labels }: { readonly call: CallState; readonly labels: Readonly<Record<string, string>> },
): Promise<GrantSubject | NoGrant> {
  const [opened, gate] = await Promise.all([openInput(ports, run, call), gateOfCall(ports, run, call)]);
  if (opened.kind === 'erased') return 'start-erased';
  if (gate === undefined) return 'policy-changed';
  if (opened.kind !== 'value') return 'grant-refused';
  return grantSubjectOf(run, call, { gate, input: opened.value, labels }) ?? 'grant-refused';
}

async function makeGrant(
  ports: GrantPorts,
  run: Run,
  { call, subject, runSalt }: { readonly call: CallState; readonly subject: GrantSubject; readonly runSalt: string },
): Promise<GrantMade> {
  const { epoch, toolUseId } = call;
  const sessionId = sessionIdOf(run.started, epoch);
  const policyVersion = call.policy?.policyVersion ?? '';
  const salt = grantSaltOf(runSalt, sessionId);
  const harnessArn = run.started.harness.arn;
  const grantId = grantIdOf({ salt, sessionId, harnessArn, policyVersion, ...subject });
  const { until } = await putGrant(ports, grantId, {
    type: 'grant.granted',
    runId: run.id,
    epoch,
    toolUseId,
    digest: actionDigest(run, call),
    until: endOf(run, call, ports.clock()),
  });
  return { type: 'grant.made', epoch, toolUseId, grantId, until };
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
