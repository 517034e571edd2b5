import type { ActionStatus } from '../core/action-entries.ts';
import { type CallState, passes, type Run } from '../core/run.ts';
import { type ReportedGrant, reportedGrant } from '../gate/reported-grant.ts';
import type { CliPorts } from './ports.ts';

/** What came of a call that passed: of carrying it out, or of its grant. */
export interface CameTo {
  readonly action?: {
    readonly status: ActionStatus | 'under way' | 'not begun';
    /** Why, where it was the gate that ended it. */
    readonly why?: string;
    /** What a verifier saw; absent where none has looked. */
    readonly seen?: 'verified' | 'refuted' | 'unverified';
  };
  readonly grant?: ReportedGrant;
}

export async function cameTo(
  { ledger, now }: Pick<CliPorts, 'ledger' | 'now'>,
  run: Run,
  call: CallState,
): Promise<CameTo> {
  const grant = await reportedGrant({ ledger, clock: now }, run, call);
  return { ...actionOf(call), ...(grant === undefined ? {} : { grant }) };
}

function actionOf(call: CallState): Pick<CameTo, 'action'> {
  if (call.policy?.carriedOutBy !== 'gate' || !passes(call)) return {};
  const { attempts = [], finished, checked } = call.action ?? {};
  if (finished === undefined) return { action: { status: attempts.length === 0 ? 'not begun' : 'under way' } };
  const { status, why } = finished;
  const seen = checked === undefined ? {} : { seen: seenAs[checked.type] };
  return { action: { status, ...(why === undefined ? {} : { why }), ...seen } };
}

const seenAs = {
  'action.verified': 'verified',
  'action.refuted': 'refuted',
  'action.unverified': 'unverified',
} as const;

/** In words, for a line about the call; none where there was nothing to come of it. */
export function cameToWords({ action, grant }: CameTo): readonly string[] {
  return [...(action === undefined ? [] : [actionWords(action)]), ...(grant === undefined ? [] : [grantWords(grant)])];
}

function actionWords({ status, why, seen }: NonNullable<CameTo['action']>): string {
  const words = status === 'retry' ? 'to be tried again' : status;
  const said = [...(why === undefined ? [] : [why]), ...(seen === undefined ? [] : [seen])];
  return said.length === 0 ? words : `${words} (${said.join(', ')})`;
}

function grantWords({ used, until, standing }: ReportedGrant): string {
  if (used === 'unknown') return 'its grant cannot be believed or is gone: verify the run';
  if (used !== null) return `passed as ${used.toolUseId} at ${used.at}${usedWords[standing] ?? ''}`;
  if (standing === 'over') return `its grant ended at ${until} and was not used`;
  if (standing === 'session-over') return 'its grant was not used, and its session is over';
  return `not used yet: may pass once until ${until}`;
}

const usedWords: Partial<Readonly<Record<ReportedGrant['standing'], string>>> = {
  ran: ' and ran, as the harness says',
  'ran-with-error': ' and ended with an error, as the harness says',
  denied: ' and was denied all the same, since the gate was stopped',
};
