import { type GateFile, policyVersion, toolOf } from '../core/gate-file.ts';
import { decideGuard } from '../core/guard.ts';
import { inlineTools, isInline } from '../core/inline-tools.ts';
import { requestApproval } from '../core/request-approval.ts';
import { gateStop } from './gate-stop.ts';
import { type HookCall, readComparable, readHookEvent } from './hook-event.ts';
import type { Clock, GateChains, Operational, SessionStanding } from './ports.ts';
import { useGrant } from './use-grant.ts';

export interface GuardPorts {
  readonly gate: GateFile;
  readonly operational: Pick<Operational, 'findSession'>;
  readonly chains: GateChains;
  readonly clock: Clock;
  /** The harness that this gate invokes: events of any other are denied. */
  readonly harnessArn: string;
}

/** What the harness's hook is answered with. */
export interface GuardAnswer {
  readonly decision: 'allow' | 'deny';
  /** Begins with the toolUseId, by which the gate finds it again in the turn's stream; at most 1,024 characters. */
  readonly reason: string;
}

// The service's own limit.
const longestReason = 1_024;

/**
 * Answers one `before_tool_call` hook. Called by the harness once per tool call and waited for; the model reads the reason of
 * a denial. Whatever cannot be understood or looked up is denied: nothing falls through to `allow`, and nothing is thrown.
 */
export async function guard(ports: GuardPorts, event: unknown): Promise<GuardAnswer> {
  const reading = readHookEvent(event);
  if (reading.kind === 'unusable') return answer('deny', reading.toolUseId, reading.problem);
  const { call } = reading;
  try {
    const { decision, because } = await judge(ports, call);
    return answer(decision, call.toolUseId, because);
  } catch (error) {
    const name = error instanceof Error ? error.name : 'Error';
    return answer('deny', call.toolUseId, `the gate could not look this session up (${name}); try again later`);
  }
}

interface Judged {
  readonly decision: GuardAnswer['decision'];
  readonly because: string;
}

async function judge(ports: GuardPorts, call: HookCall): Promise<Judged> {
  const { gate, operational, harnessArn } = ports;
  if (call.harnessArn !== harnessArn) return deny('the event is of another harness than the one that this gate guards');
  const session = await operational.findSession(call.sessionId);
  if (session === undefined || session.harnessArn !== harnessArn) {
    return deny('no run of this gate owns the session, so nobody answers for what it does');
  }
  // The gate reads these calls from the stream by itself and judges them there, by their whole input.
  if (isInline(gate, call.tool.name)) return { decision: 'allow', because: 'the gate answers this tool' };
  // Behind the gate's own tools: a call of one ends the turn, which is what a stop wants, and is never answered.
  if (session.stopped) {
    return deny(
      'this run was stopped by an operator: it may use no tool any more; end your turn and say what was done',
    );
  }
  const judged = await judgeInput(ports, session, call);
  // Behind the grant's mark, so that a stop either finds the mark or is found here.
  return judged.decision === 'allow' && (await gateStop(ports)) !== undefined ? deny(gateStopped) : judged;
}

const gateStopped =
  'the whole gate was stopped by an operator: nothing may be done any more; end your turn and say what was done';

async function judgeInput(ports: GuardPorts, session: SessionStanding, call: HookCall): Promise<Judged> {
  const { gate } = ports;
  const { name } = call.tool;
  if (call.input.kind === 'truncated') {
    return deny('its input was shortened on the way here, so nobody could see what would run; call it with less');
  }
  if (toolOf(gate, name) !== undefined) return judgeGrant(ports, session, call);
  const { decision, pattern } = decideGuard(gate.harness.tools, call.tool);
  if (decision === 'allow') return { decision, because: `the pattern ${pattern} allows it` };
  const why = pattern === undefined ? 'no pattern of the gate file allows it' : `the pattern ${pattern} denies it`;
  return deny(`"${name}" may not run by itself here: ${why}. ${insteadOf(gate)}`);
}

/** What the gate file names beside its inline tools runs behind a grant alone, whatever the patterns say. */
async function judgeGrant(ports: GuardPorts, session: SessionStanding, call: HookCall): Promise<Judged> {
  const { name } = call.tool;
  const reading = readComparable(call.input);
  if (reading.kind === 'doubtful')
    return deny(`its input cannot be compared with what was approved: ${reading.problem}`);
  const standing = await useGrant(
    ports,
    {
      salt: session.grantSalt,
      sessionId: session.sessionId,
      harnessArn: session.harnessArn,
      policyVersion: policyVersion(ports.gate),
      tool: name,
      input: reading.input,
    },
    call.toolUseId,
  );
  if (standing === 'passes') return { decision: 'allow', because: 'it was approved for this one call' };
  return deny(
    `${grantWords[standing]} Ask first with ${requestApproval} and {"tool": "${name}", "arguments": {...}}, then make this call once, with the very same arguments.`,
  );
}

const grantWords = {
  none: 'nobody approved this call with these arguments in this session under the rules that hold now.',
  used: 'the approval of this call was used already, and it is good for one call.',
  over: 'the approval of this call has ended.',
} as const;

function deny(because: string): Judged {
  return { decision: 'deny', because };
}

function insteadOf(gate: GateFile): string {
  const names = inlineTools(gate).map(({ name }) => name);
  return `What needs doing can be asked for with: ${names.join(', ')}.`;
}

function answer(decision: GuardAnswer['decision'], toolUseId: string, because: string): GuardAnswer {
  return { decision, reason: `${toolUseId}: ${because}`.slice(0, longestReason).toWellFormed() };
}
