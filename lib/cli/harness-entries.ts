import type { JsonObject } from '../core/canonical-json.ts';
import type { GateFile } from '../core/gate-file.ts';
import { gatePromptSection } from '../core/gate-prompt.ts';
import { inlineTools } from '../core/inline-tools.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandContext } from './ports.ts';

type Print = Omit<CommandContext, 'ports'>;

/** The gate's tools as entries of a harness.json, with the commands that make them in an AgentCore project. */
export function printHarnessTools(gate: GateFile, { out, json }: Print): number {
  const inline = inlineTools(gate);
  const tools = inline.map(
    ({ name, description, inputSchema }): JsonObject => ({
      type: 'inline_function',
      name,
      config: { inlineFunction: { description, inputSchema } },
    }),
  );
  const commands = inline.map(
    ({ name }) => `agentcore add tool --harness ${harnessNameOf(gate)} --type inline_function --name ${name}`,
  );
  if (json === 'json') {
    out.line(JSON.stringify({ tools, commands }, null, 2));
  } else {
    out.line('Add each tool to the project of the harness:');
    for (const command of commands) out.line(`  ${command}`);
    out.line('Then make the entries below tools in harness.json these, to the letter, and deploy it:');
    out.line(JSON.stringify(tools, null, 2));
  }
  return exitCodes.ok;
}

/** The section of the system prompt that names the gate's tools. */
export function printHarnessPrompt(gate: GateFile, { out, json }: Print): number {
  const section = gatePromptSection(gate);
  out.line(json === 'json' ? JSON.stringify({ section }, null, 2) : section);
  return exitCodes.ok;
}

// A deployed harness is called NAME-0123456789; the project knows it by the name alone.
function harnessNameOf({ harness }: GateFile): string {
  return harness.kind === 'create' ? harness.create.name : (/\/([^/]+)-[^-]+$/.exec(harness.arn)?.[1] ?? harness.arn);
}
