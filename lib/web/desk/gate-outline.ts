import { spellDuration } from '../../core/duration.ts';
import type { GateFile } from '../../core/gate-file.ts';
import type { DeskExample } from './ports.ts';

/** What a gate file does with each of its tools, in a line. */
export function gateOutline(gate: GateFile): DeskExample['outline'] {
  return Object.entries(gate.tools).map(([label, { rule }]) => {
    if (rule.kind !== 'ask')
      return { label, text: rule.kind === 'allow' ? 'allowed without asking anybody' : 'refused' };
    const people = rule.approvers.map((id) => gate.approvers[id]?.name ?? id);
    const asked = [...people, ...(rule.topic === undefined ? [] : [`the topic ${rule.topic}`])];
    return { label, text: `asks ${asked.join(' or ')} and waits for ${spellDuration(rule.deadlineSeconds)}` };
  });
}
