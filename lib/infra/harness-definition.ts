import type { CfnHarness } from 'aws-cdk-lib/aws-bedrockagentcore';
import type { GateFile, HarnessToCreate, HarnessTool } from '../core/gate-file.ts';
import { gatePromptSection } from '../core/gate-prompt.ts';
import { inlineTools } from '../core/inline-tools.ts';

/** The tools of a harness as CloudFormation takes them; an inline function is what the gate file says of it. */
export function harnessTools(gate: GateFile, create: HarnessToCreate): CfnHarness.HarnessToolProperty[] {
  return create.tools.map((tool) => ({ type: tool.type, name: tool.name, ...configOf(gate, tool) }));
}

function configOf(
  gate: GateFile,
  tool: HarnessTool,
): { readonly config?: CfnHarness.HarnessToolConfigurationProperty } {
  if (tool.type !== 'inline_function') {
    // The gate file has AWS's own names and shapes here, and its check knows all of them.
    return tool.config === undefined ? {} : { config: tool.config as CfnHarness.HarnessToolConfigurationProperty };
  }
  const inline = inlineTools(gate).find(({ name }) => name === tool.name);
  if (inline === undefined) throw new Error(`The inline function ${tool.name} is no tool of the gate file.`);
  return { config: { inlineFunction: { description: inline.description, inputSchema: inline.inputSchema } } };
}

/** The gate file's prompt, and behind it what the model must know of the gate's tools. */
export function harnessPrompt(gate: GateFile, create: HarnessToCreate): CfnHarness.HarnessSystemContentBlockProperty[] {
  const own = create.systemPrompt.trim();
  return [...(own === '' ? [] : [{ text: own }]), { text: gatePromptSection(gate) }];
}

// AWS's limit of a harness's name; gate and stage have at most 20 and 10 characters.
const longestName = 40;

/** The harness's name in the account: with gate and stage, so that two gates, or two stages of one, live side by side. */
export function harnessNameOf({ gate, stage }: GateFile, { name }: HarnessToCreate): string {
  const suffix = `_${gate.replaceAll('-', '_')}_${stage}`;
  return `${name.slice(0, longestName - suffix.length)}${suffix}`;
}
