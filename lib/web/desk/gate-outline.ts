import { spellDuration } from '../../core/duration.ts';
import { asksOf, type GateFile } from '../../core/gate-file.ts';
import type { DeskExample } from './ports.ts';

/** What a gate file does with each of its tools, in a line. */
export function gateOutline(gate: GateFile): DeskExample['outline'] {
  return Object.entries(gate.tools).map(([label, tool]) => {
    const [rule] = asksOf(tool);
    if (rule === undefined) {
      const allows = tool.rules.some((candidate) => candidate.rule.kind === 'allow');
      return { label, text: allows ? 'allowed without asking anybody' : 'refused' };
    }
    const people = rule.approvers.map((id) => gate.approvers[id]?.name ?? id);
    const asked = [...people, ...(rule.topic === undefined ? [] : [`the topic ${rule.topic}`])];
    return { label, text: `asks ${asked.join(' or ')} and waits for ${spellDuration(rule.deadlineSeconds)}` };
  });
}
