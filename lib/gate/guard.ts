import { type GateFile, toolOf } from '../core/gate-file.ts';
import { decideGuard } from '../core/guard.ts';
import { type HookCall, readHookEvent } from './hook-event.ts';
import type { Operational } from './ports.ts';

export interface GuardPorts {
  readonly gate: GateFile;
  readonly operational: Pick<Operational, 'findSession'>;
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

async function judge({ gate, operational, harnessArn }: GuardPorts, call: HookCall): Promise<Judged> {
  if (call.harnessArn !== harnessArn) return deny('the event is of another harness than the one that this gate guards');
  const session = await operational.findSession(call.sessionId);
  if (session === undefined || session.harnessArn !== harnessArn) {
    return deny('no run of this gate owns the session, so nobody answers for what it does');
  }
  // The gate reads these calls from the stream by itself and judges them there, by their whole input.
  if (toolOf(gate, call.tool.name) !== undefined) return { decision: 'allow', because: 'the gate answers this tool' };
  // Behind the gate's own tools: a call of one ends the turn, which is what a stop wants, and is never answered.
  if (session.stopped) {
    return deny(
      'this run was stopped by an operator: it may use no tool any more; end your turn and say what was done',
    );
  }
  if (call.input === 'truncated') {
    return deny('its input was shortened on the way here, so nobody could see what would run; call it with less');
  }
  const { decision, pattern } = decideGuard(gate.harness.tools, call.tool);
  if (decision === 'allow') return { decision, because: `the pattern ${pattern} allows it` };
  const why = pattern === undefined ? 'no pattern of the gate file allows it' : `the pattern ${pattern} denies it`;
  return deny(`"${call.tool.name}" may not run by itself here: ${why}. ${insteadOf(gate)}`);
}

function deny(because: string): Judged {
  return { decision: 'deny', because };
}

function insteadOf(gate: GateFile): string {
  return `What needs doing can be asked for with: ${Object.keys(gate.tools).join(', ')}.`;
}

function answer(decision: GuardAnswer['decision'], toolUseId: string, because: string): GuardAnswer {
  return { decision, reason: `${toolUseId}: ${because}`.slice(0, longestReason).toWellFormed() };
}
