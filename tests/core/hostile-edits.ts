import type { Entry } from '../../lib/core/entries.ts';
import type { ApproverId, VerdictId } from '../../lib/core/ids.ts';
import type { CallState, Run } from '../../lib/core/run.ts';
import { sealed } from '../support/history.ts';
import { askedAbout, digestOfCall, inputOfCall, requestOf, ruled, type World } from './hostile-world.ts';
import { type Dice, people, randomInput } from './random-policy.ts';

/** An edit of anybody, mostly with a verdict of the same person behind it. Only what the rules say of it is honest. */
export function editEntries(
  world: World,
  run: Run,
  { call, dice }: { readonly call: CallState; readonly dice: Dice },
): readonly Entry[] | undefined {
  const { toolUseId, requested } = call;
  if (requested === undefined) return undefined;
  const contentId = `edit-${world.inputs.size}`;
  world.inputs.set(contentId, randomInput(dice));
  const after = { ...call, input: sealed(contentId) };
  const policy = ruled(world, run, { call, input: inputOfCall(world, after) });
  const approverId = dice.pick([...people, ...people, 'stranger']) as ApproverId;
  const { deadline } = requested;
  const own = { toolUseId, digest: digestOfCall(after), deadline };
  const alone = { ...own, approvers: [dice.roll(6) === 0 ? ('stranger' as ApproverId) : approverId] };
  const asked = askedAbout(world, after, { rule: policy.rule, deadline }) ?? alone;
  const requestId = requestOf(toolUseId);
  const from = dice.roll(8) === 0 ? 'another' : requested.digest;
  const edited: Entry = {
    type: 'call.edited',
    requestId,
    toolUseId,
    approverId,
    from,
    input: after.input,
    policy,
    requested: asked,
  };
  const said: Entry = {
    type: 'verdict.recorded',
    verdictId: 'v0' as VerdictId,
    requestId,
    toolUseId,
    approverId: dice.roll(6) === 0 ? (dice.pick(people) as ApproverId) : approverId,
    assurance: dice.pick(['link', 'code', 'iam', 'iam', 'claimed'] as const),
    verdict: dice.roll(6) === 0 ? 'approve' : 'edit',
    digest: digestOfCall(after),
  };
  return dice.roll(5) === 0 ? [edited] : [edited, said];
}
