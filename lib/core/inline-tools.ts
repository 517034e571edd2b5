import type { JsonObject } from './canonical-json.ts';
import { type GateFile, toolOf } from './gate-file.ts';
import { requestApproval } from './request-approval.ts';
import { harnessRunTools } from './wrapped-call.ts';

/** An inline function of the harness, whose calls the gate answers. */
export interface InlineTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Everything that the model calls and the gate answers: the tools of the gate file, and request_approval where one needs it. */
export function inlineTools(gate: GateFile): readonly InlineTool[] {
  const own = Object.entries(gate.tools).flatMap(([name, { runBy, description, inputSchema }]) =>
    runBy === 'client' ? [{ name, description, inputSchema }] : [],
  );
  const granted = harnessRunTools(gate);
  return granted.length === 0 ? own : [...own, requestTool(granted)];
}

/** Whether the gate answers calls of that name; the model chooses the name. */
export function isInline(gate: GateFile, name: string): boolean {
  if (name === requestApproval) return harnessRunTools(gate).length > 0;
  return toolOf(gate, name)?.runBy === 'client';
}

function requestTool(granted: readonly string[]): InlineTool {
  return {
    name: requestApproval,
    description: `Asks whether one call of ${granted.join(', ')} may run. Once it is approved, make that call yourself with exactly these arguments: it passes once.`,
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', enum: granted, description: 'The tool that you want to call.' },
        arguments: { type: 'object', description: 'All of its arguments, as you will send them.' },
      },
      required: ['tool', 'arguments'],
      additionalProperties: false,
    },
  };
}
