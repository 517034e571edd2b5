import { type GateFile, toolOf } from '../core/gate-file.ts';
import type { RequestId } from '../core/ids.ts';
import { type CallState, isDecided, passes, type Run } from '../core/run.ts';
import { subjectInputOf, subjectNameOf } from '../core/wrapped-call.ts';
import { gateOfCall } from './gate-of-version.ts';
import { openInput } from './opened-call.ts';
import type { Contents } from './ports.ts';
import { openText } from './seal.ts';
import { shownValues } from './shown-values.ts';
import type { ActedView, BesideView, TurnedDownView } from './views.ts';

interface BesidePorts {
  readonly gate: GateFile;
  readonly contents: Contents;
}

/** The calls of a request's turn that the rules decided, so that nobody is asked about them. */
export async function besideViews(
  ports: BesidePorts,
  run: Run,
  asked: readonly CallState[],
): Promise<readonly BesideView[]> {
  const [first] = asked;
  const beside = run.calls.filter(
    (call) => call.epoch === first?.epoch && call.handedIn === first.handedIn && call.requestId === undefined,
  );
  return Promise.all(
    beside
      .filter(isDecided)
      .map((call) => besideView(ports, run, { call, cameTo: passes(call) ? 'let pass' : 'refused' })),
  );
}

/** What this run did before: what the gate carried out, with what was seen of it, and what the harness ran that was no mere look. */
export async function didViews(ports: BesidePorts, run: Run): Promise<readonly BesideView[]> {
  const done = run.calls.flatMap((call) => {
    const cameTo = (call.action?.attempts.length ?? 0) > 0 ? actionStanding(call) : ranStanding(ports.gate, call);
    return cameTo === undefined ? [] : [{ call, cameTo }];
  });
  return Promise.all(done.map((one) => besideView(ports, run, one)));
}

/** What people turned down before, but for one request's own calls; whose it was by id alone, since nobody's name is known yet. */
export async function turnedDownViews(
  ports: BesidePorts,
  run: Run,
  except: RequestId,
): Promise<readonly TurnedDownView[]> {
  const views = run.calls.map(async (call): Promise<readonly TurnedDownView[]> => {
    const { closed, requestId, verdicts } = call;
    if (closed === undefined || requestId === except) return [];
    const { outcome, at } = closed;
    if (outcome !== 'rejected' && outcome !== 'sent-back') return [];
    const counted = verdicts.filter(({ verdictId }) => closed.verdicts.includes(verdictId));
    const [{ tool, shown }, by] = await Promise.all([
      besideView(ports, run, { call, cameTo: 'refused' }),
      Promise.all(
        counted.map(async ({ approverId: id, comment }) => ({
          id,
          name: id,
          ...(comment === undefined ? {} : { words: await openText(ports, run.id, comment) }),
        })),
      ),
    ]);
    return [{ tool, shown, outcome, at, by }];
  });
  return (await Promise.all(views)).flat();
}

/** Of a call that the harness ran by itself; a tool that the gate file does not name is taken for one that changes things. */
function ranStanding(gate: GateFile, { name, ran, guard, handedIn }: CallState): BesideView['cameTo'] | undefined {
  if (guard === 'denied' || toolOf(gate, name)?.effect === 'read') return undefined;
  if (ran !== undefined) return ran === 'success' ? 'ran' : 'ran-with-error';
  // It was let through, and its result was never streamed.
  return guard === 'cleared' && handedIn === undefined ? 'unknown' : undefined;
}

function actionStanding({ action }: CallState): BesideView['cameTo'] {
  const { finished, checked } = action ?? {};
  if (checked?.type === 'action.verified') return 'verified';
  if (checked?.type === 'action.refuted') return 'refuted';
  const status: ActedView['kind'] | 'retry' = finished?.status ?? 'under-way';
  return status === 'retry' ? 'under-way' : status;
}

async function besideView(
  ports: BesidePorts,
  run: Run,
  { call, cameTo }: { readonly call: CallState; readonly cameTo: BesideView['cameTo'] },
): Promise<BesideView> {
  const tool = subjectNameOf(call);
  const [gate, opened] = await Promise.all([gateOfCall(ports, run, call), openInput(ports, run, call)]);
  const lines = gate === undefined ? [] : (toolOf(gate, tool)?.show ?? []);
  const input = opened.kind === 'value' ? subjectInputOf(call, opened.value) : undefined;
  const { finished, checked, attempts } = call.action ?? {};
  const turn = run.turns.findLast(({ started }) => started.epoch === call.epoch && started.turn === call.turn);
  const at = checked?.at ?? finished?.at ?? attempts?.at(-1)?.at ?? call.judgedAt ?? turn?.startedAt ?? run.startedAt;
  return { tool, shown: shownValues(lines, input), cameTo, at };
}
