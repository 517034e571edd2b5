import type { ActionTold } from '../core/action-told.ts';
import { actionWhyWords, isActionWhy } from '../core/action-why.ts';
import type { Json } from '../core/canonical-json.ts';
import type { CallState, Run } from '../core/run.ts';
import type { Contents } from './ports.ts';
import { openJson, openText } from './seal.ts';

interface ActionPorts {
  readonly contents: Contents;
}

/** What came of a call that the gate carries out, for the model; nothing for any other call. */
export async function actionOf(
  ports: ActionPorts,
  run: Run,
  { action }: CallState,
): Promise<{ readonly action?: ActionTold }> {
  const finished = action?.finished;
  if (finished === undefined || finished.status === 'retry') return {};
  const { status, why, result } = finished;
  const said = result === undefined ? {} : saidIn(await openJson(ports, run.id, result));
  const reason = said.reason ?? (isActionWhy(why) ? actionWhyWords[why] : why);
  return {
    action: {
      status,
      ...(said.result === undefined ? {} : { result: said.result }),
      ...(reason === undefined ? {} : { reason }),
      ...(await verifiedIn(ports, run, action?.checked)),
    },
  };
}

async function verifiedIn(
  ports: ActionPorts,
  run: Run,
  checked: NonNullable<CallState['action']>['checked'],
): Promise<Pick<ActionTold, 'verified' | 'verifier'>> {
  if (checked === undefined || checked.type === 'action.unverified') return { verified: null };
  const words = await openText(ports, run.id, checked.reason);
  const reason = words.kind === 'text' ? words.text : 'What it said was erased.';
  return { verified: checked.type === 'action.verified', verifier: { reason, terminal: checked.terminal } };
}

function saidIn(value: Json | undefined): { readonly result?: Json; readonly reason?: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const { result, reason } = value as { readonly result?: Json; readonly reason?: Json };
  return {
    ...(result === undefined ? {} : { result }),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}
