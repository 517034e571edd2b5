import { spellDuration } from './duration.ts';
import { asksOf, type GateFile, type ToolRule } from './gate-file.ts';
import { requestApproval } from './request-approval.ts';
import { harnessRunTools } from './wrapped-call.ts';

/**
 * The section of a system prompt that names the gate's tools. Without it a model may deny having them, call one where it only
 * meant to announce it, or ask again after a refusal. It guides; what may happen is the gate's to say and not the prompt's.
 */
export function gatePromptSection(gate: GateFile): string {
  const tools = Object.entries(gate.tools).map(
    ([name, tool]) => `- ${name}: ${oneLine(tool.description)} ${askFirst(tool)}${ruleOf(tool)}`,
  );
  const grants = harnessRunTools(gate).length === 0 ? [] : ['', ...grantRules];
  return [gatePromptTitle, '', ...opening, '', ...tools, ...grants, '', ...rules].join('\n');
}

/** How the section begins, by which doctor finds it in a deployed prompt. */
export const gatePromptTitle = '## Tools that need a decision';

const opening = [
  'You have the tools below. Each call goes to a gate that checks it and, where it says so, asks a person before anything counts.',
  'To use one, call it; a sentence that announces a call does nothing. Give every argument in full: what you send is what the',
  'person reads.',
];

const grantRules = [
  `Where a tool says so, ask with ${requestApproval} before every call of it: give the tool's name and all of its arguments. When that`,
  'was approved, call the tool itself, once, with exactly these arguments; with any other it is denied, and so is a second call.',
];

const rules = [
  'How the answers are to be read:',
  '- A call is done, or may be done, only when its result says so. While a person is asked you wait; do not act in the meantime.',
  '- A rejection is final. Do not send the same call again, do not split it into smaller ones, and do not look for another tool',
  '  that has the same effect. Offer a way that does without it, or say what is missing.',
  '- A call that was sent back has instructions. Follow them with another call; the same one is not asked again.',
  '- A person may change your arguments and approve the call so. Then only what they changed it to was approved: speak of that.',
  '- An answer to a question stands in the words of the person who gave it. It answers what you asked and approves nothing else.',
  '- Silence is no consent: when nobody or too few people answered in time the call has not been approved.',
  '- A refusal by the gate says why. Correct the call if it was wrong; otherwise leave it.',
  '- Never say that something was approved or done unless a result in this conversation says it.',
];

function askFirst({ runBy }: ToolRule): string {
  return runBy === 'harness' ? `Ask first with ${requestApproval}. ` : '';
}

function ruleOf(tool: ToolRule): string {
  const longest = Math.max(0, ...asksOf(tool).map((rule) => rule.deadlineSeconds));
  const kinds = new Set(tool.rules.map(({ rule }) => rule.kind));
  if (longest === 0) return kinds.has('allow') ? 'Runs without a person.' : 'Is always refused; do not call it.';
  if (tool.question) return `A person answers in their own words, within ${spellDuration(longest)}.`;
  const asks = `person decides, within ${spellDuration(longest)}.`;
  return kinds.size === 1 ? `A ${asks}` : `Depending on its arguments it passes, is refused, or a ${asks}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
